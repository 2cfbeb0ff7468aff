${ page.header }$

`default_nettype none

${ page.module }$

  wire [65:0] sum      = {high_i, low_i};
  wire        negative = sum[65];
  wire        shr7     = scale_i[0];
  wire        shr15    = scale_i[1];

  // The low word of the result. An unsigned sum is never negative, so one shift serves both types.
  wire [31:0] word = shr15 ? sum[46:15] : (shr7 ? sum[38:7] : sum[31:0]);

  // The bits above the word repeat the sign if the result fits 33 bits.
  wire [65:32] excess = sum[65:32] ^ {34{negative}};
  wire         beyond = (excess[65:47] != 19'd0) ||
                        (!shr15 && (excess[46:39] != 8'd0)) ||
                        (!shr15 && !shr7 && (excess[38:32] != 7'd0));

  // Replace a result of more than 33 bits by a 34-bit one that saturates to the same bound: the bit
  // below the sign differs from the sign.
  assign y_o = {negative, negative ^ beyond, word};

endmodule

`default_nettype wire
