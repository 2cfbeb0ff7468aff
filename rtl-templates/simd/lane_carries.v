${ page.header }$

`default_nettype none

${ page.module }$

  wire [7:0] segment_0 = sums_i[7:0];
  wire [7:0] segment_1 = sums_i[15:8];
  wire [7:0] segment_2 = sums_i[23:16];
  wire [7:0] segment_3 = sums_i[31:24];
  wire [3:0] makes     = makes_i;
  wire [3:0] passes    = passes_i;
  wire [3:0] sign_a    = signs_i[3:0];
  wire [3:0] sign_b    = signs_i[7:4];
//%- include "simd/in_lanes.v" %//

endmodule

`default_nettype wire
