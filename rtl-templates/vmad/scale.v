${ header }$

`default_nettype none

${ module }$

  wire [65:0] sum      = {high_i, low_i};
  wire        negative = sum[65];
  wire        shr7     = scale_i[0];
  wire        shr15    = scale_i[1];

  // The low word of the result. An unsigned sum is never negative, so one shift serves both kinds.
  wire [31:0] word = shr15 ? sum[46:15] : (shr7 ? sum[38:7] : sum[31:0]);

  // What is above that word repeats the sign, if the result has 33 bits.
  wire [65:32] excess = sum[65:32] ^ {34{negative}};
  wire         beyond = (excess[65:47] != 19'd0) ||
                        (!shr15 && (excess[46:39] != 8'd0)) ||
                        (!shr15 && !shr7 && (excess[38:32] != 7'd0));

  // A result beyond 33 bits becomes one of 34 that saturates alike: the bit below the sign differs.
  assign y_o = {negative, negative ^ beyond, word};

endmodule

`default_nettype wire
