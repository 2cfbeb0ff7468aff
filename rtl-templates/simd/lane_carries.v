${ page.header }$

`default_nettype none

${ page.module }$

  wire [7:0] segment_0 = sums_i[7:0];
  wire [7:0] segment_1 = sums_i[16:9];
  wire [7:0] segment_2 = sums_i[25:18];
  wire [7:0] segment_3 = sums_i[34:27];
  wire [3:0] sign_a    = signs_i[3:0];
  wire [3:0] sign_b    = signs_i[7:4];

  // A segment generates a carry by itself, or propagates the one that enters it.
  wire [3:0] makes  = {sums_i[35], sums_i[26], sums_i[17], sums_i[8]};
  wire [3:0] passes = {carried_i[35], carried_i[26], carried_i[17], carried_i[8]} & ~makes;
//%- include "simd/in_lanes.v" %//

endmodule

`default_nettype wire
