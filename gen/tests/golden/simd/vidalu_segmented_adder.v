// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_segmented_adder
// One adder for two halves or four bytes, with exact signed results.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.2.1, vadd vsub vavrg vabsdiff vmin vmax, and 9.7.18.2.2, vset
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst adder=+ multiplier=*
//                language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_segmented_adder (
  input  wire [35:0] a_i,         // left operands: four bytes, each with a sign
  input  wire [35:0] b_i,         // right operands: four bytes, each with a sign
  input  wire        quad_i,      // 1: four bytes; 0: two halves
  input  wire        subtract_i,  // a + ~b instead of a + b
  input  wire        by_sign_i,   // 1: carry in = !negative_o; 0: carry in = subtract_i
  output wire [39:0] sum_o,       // four bytes, two bits above the end of each lane
  output wire [3:0]  negative_o,  // for each byte: its lane is < 0 without the carry
  output wire [3:0]  equal_o      // for each byte: its sum is -1, so a = b with subtract_i
);

  // a - b is a + ~b + 1.
  wire [35:0] b = b_i ^ {36{subtract_i}};

  // Segments: each byte is added by itself, without a carry.
  wire [8:0] segment_0 = {1'b0, a_i[7:0]} + {1'b0, b[7:0]};
  wire [8:0] segment_1 = {1'b0, a_i[16:9]} + {1'b0, b[16:9]};
  wire [8:0] segment_2 = {1'b0, a_i[25:18]} + {1'b0, b[25:18]};
  wire [8:0] segment_3 = {1'b0, a_i[34:27]} + {1'b0, b[34:27]};
  wire [3:0] sign_a    = {a_i[35], a_i[26], a_i[17], a_i[8]};
  wire [3:0] sign_b    = {b[35], b[26], b[17], b[8]};

  wire [7:0] ones_0 = segment_0[7:0];
  wire [7:0] ones_1 = segment_1[7:0];
  wire [7:0] ones_2 = segment_2[7:0];
  wire [7:0] ones_3 = segment_3[7:0];

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

  // Lanes: a byte, or two bytes, the upper of which takes the carry of the lower.
  wire [3:0] joined  = {!quad_i, 1'b0, !quad_i, 1'b0};
  wire [3:0] carries = makes | (passes & joined & {makes[2:0], 1'b0});
  wire [3:0] through = passes & (~joined | {passes[2:0], 1'b0});

  // The bits above a lane are the signs of its operands, repeated. If the signs are equal, that is
  // the sign of the sum. Otherwise these bits of the sum are ones, which a carry turns into zeros.
  wire [3:0] mixed = sign_a ^ sign_b;
  wire [3:0] below = (~mixed & sign_a) | (mixed & ~carries);
  wire [3:0] same  = mixed & through;

  // Both bytes of a half take the value of the upper byte.
  assign negative_o = quad_i ? below : {{2{below[3]}}, {2{below[1]}}};
  assign equal_o    = quad_i ? same : {{2{same[3]}}, {2{same[1]}}};

  // The carry into each lane, and from it the carry into each segment. It may depend on the sign of
  // the sum without that carry: vavrg rounds a half up unless the sum is negative, and |a - b| is
  // a - b if a is greater than b.
  wire [3:0] enters = by_sign_i ? ~negative_o : {4{subtract_i}};
  wire       next_1 = makes[0] || (passes[0] && enters[0]);
  wire       next_3 = makes[2] || (passes[2] && enters[2]);
  wire [3:0] carry  = {quad_i ? enters[3] : next_3, enters[2],
                       quad_i ? enters[1] : next_1, enters[0]};

  wire [7:0] byte_0 = segment_0[7:0] ^ (reach_0 & {8{carry[0]}});
  wire [7:0] byte_1 = segment_1[7:0] ^ (reach_1 & {8{carry[1]}});
  wire [7:0] byte_2 = segment_2[7:0] ^ (reach_2 & {8{carry[2]}});
  wire [7:0] byte_3 = segment_3[7:0] ^ (reach_3 & {8{carry[3]}});

  // The carry out of each segment, and the two bits above each lane. The lower byte of a half does
  // not have these two bits.
  wire [3:0] leaves = makes | (passes & carry);
  wire [3:0] ends   = {1'b1, quad_i, 1'b1, quad_i};
  wire [3:0] bit_8  = ends & (mixed ^ leaves);
  wire [3:0] bit_9  = ends & ((~mixed & sign_a) | (mixed & ~leaves));

  assign sum_o = {bit_9[3], bit_8[3], byte_3, bit_9[2], bit_8[2], byte_2,
                  bit_9[1], bit_8[1], byte_1, bit_9[0], bit_8[0], byte_0};

endmodule

`default_nettype wire
