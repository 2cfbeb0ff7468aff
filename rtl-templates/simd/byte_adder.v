${ page.header }$

`default_nettype none

${ page.module }$
//% include "simd/in_bytes.v" %//

  assign sums_o    = {segment_3[7:0], segment_2[7:0], segment_1[7:0], segment_0[7:0]};
  assign carried_o = {carried_3[7:0], carried_2[7:0], carried_1[7:0], carried_0[7:0]};
  assign makes_o   = makes;
  assign passes_o  = passes;
  assign signs_o   = {sign_b, sign_a};

endmodule

`default_nettype wire
