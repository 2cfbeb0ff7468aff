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

  assign sums_o    = {segment_3, segment_2, segment_1, segment_0};
  assign carried_o = {carried_3, carried_2, carried_1, carried_0};
  assign signs_o   = {sign_b, sign_a};

endmodule

`default_nettype wire
