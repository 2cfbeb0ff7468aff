${ page.header }$

`default_nettype none

${ page.module }$

  // A value fits if every bit above the range repeats the sign, which is 0 for an unsigned type. A
  // signed range has one bit less.
  wire [33:7] excess = x_i ^ {27{signed_i && x_i[26]}};

  assign above_o = (excess[33:32] != 2'd0);
  assign bytes_o = {excess[31:24] != 8'd0, excess[23:16] != 8'd0, excess[15:8] != 8'd0};
  assign tops_o  = {excess[31], excess[15], excess[7]} & {3{signed_i}};

endmodule

`default_nettype wire
