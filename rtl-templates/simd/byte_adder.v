${ page.header }$

`default_nettype none

${ page.module }$
//% include "simd/in_bytes.v" %//

  // The same, with a carry into each segment.
  wire [8:0] carried_0;
  wire [8:0] carried_1;
  wire [8:0] carried_2;
  wire [8:0] carried_3;
  wire [3:0] unused_low;
  assign {carried_0, unused_low[0]} = {1'b0, a_i[7:0], 1'b1} + {1'b0, b[7:0], 1'b1};
  assign {carried_1, unused_low[1]} = {1'b0, a_i[16:9], 1'b1} + {1'b0, b[16:9], 1'b1};
  assign {carried_2, unused_low[2]} = {1'b0, a_i[25:18], 1'b1} + {1'b0, b[25:18], 1'b1};
  assign {carried_3, unused_low[3]} = {1'b0, a_i[34:27], 1'b1} + {1'b0, b[34:27], 1'b1};

  // A segment generates a carry by itself, or propagates the one that enters it.
  wire [3:0] makes  = {segment_3[8], segment_2[8], segment_1[8], segment_0[8]};
  wire [3:0] passes = {carried_3[8], carried_2[8], carried_1[8], carried_0[8]} & ~makes;

  assign sums_o    = {segment_3[7:0], segment_2[7:0], segment_1[7:0], segment_0[7:0]};
  assign carried_o = {carried_3[7:0], carried_2[7:0], carried_1[7:0], carried_0[7:0]};
  assign makes_o   = makes;
  assign passes_o  = passes;
  assign signs_o   = {sign_b, sign_a};

endmodule

`default_nettype wire
