${ page.header }$

`default_nettype none

${ page.module }$

  // A value fits if every checked bit repeats the sign, which is 0 for an unsigned type.
  wire [33:7] excess = x_i ^ {27{signed_i && x_i[26]}};

  assign over_o = {
    (checks_i[5] && (excess[33:32] != 2'd0)) || (checks_i[4] && excess[31]),
    checks_i[3] && (excess[30:23] != 8'd0),
    checks_i[3] && (excess[22:16] != 7'd0),
    (checks_i[2] && excess[15]) || (checks_i[1] && (excess[14:8] != 7'd0)) ||
    (checks_i[0] && excess[7])};

endmodule

`default_nettype wire
