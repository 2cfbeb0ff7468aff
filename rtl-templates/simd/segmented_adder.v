${ page.header }$

`default_nettype none

${ page.module }$
//% include "simd/in_bytes.v" %//
//%- if in_cells %//

  // The lowest bits of a sum are all ones exactly if both bytes differ in each of them, which is
  // known before the sum.
  wire [7:0] ones_0 = a_i[7:0] ^ b[7:0];
  wire [7:0] ones_1 = a_i[16:9] ^ b[16:9];
  wire [7:0] ones_2 = a_i[25:18] ^ b[25:18];
  wire [7:0] ones_3 = a_i[34:27] ^ b[34:27];
//%- else %//

  wire [7:0] ones_0 = segment_0[7:0];
  wire [7:0] ones_1 = segment_1[7:0];
  wire [7:0] ones_2 = segment_2[7:0];
  wire [7:0] ones_3 = segment_3[7:0];
//%- endif %//

  // A segment generates a carry by itself, or propagates the one that enters it if all bits of its
  // sum are ones.
  wire [3:0] makes  = {segment_3[8], segment_2[8], segment_1[8], segment_0[8]};
  wire [3:0] passes = {&ones_3, &ones_2, &ones_1, &ones_0};

  // For each bit, whether all bits below it are ones, so that a carry from below reaches it.
  function [7:0] reached;
    input [6:0] ones;
    reached = {&ones, &ones[5:0], &ones[4:0], &ones[3:0], &ones[2:0], &ones[1:0], ones[0], 1'b1};
  endfunction

  wire [7:0] reach_0 = reached(ones_0[6:0]);
  wire [7:0] reach_1 = reached(ones_1[6:0]);
  wire [7:0] reach_2 = reached(ones_2[6:0]);
  wire [7:0] reach_3 = reached(ones_3[6:0]);
//%- include "simd/in_lanes.v" %//

endmodule

`default_nettype wire
