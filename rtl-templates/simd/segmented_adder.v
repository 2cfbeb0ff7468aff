${ page.header }$

`default_nettype none

${ page.module }$
//% include "simd/in_bytes.v" %//

  // A segment generates a carry by itself, or propagates the one that enters it if all bits of its
  // sum are ones.
  wire [3:0] makes  = {segment_3[8], segment_2[8], segment_1[8], segment_0[8]};
  wire [3:0] passes = {&segment_3[7:0], &segment_2[7:0], &segment_1[7:0], &segment_0[7:0]};
//%- include "simd/in_lanes.v" %//

endmodule

`default_nettype wire
