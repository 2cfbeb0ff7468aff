// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_lane_carries
// The second half of a segmented adder: carries from byte to byte.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.2.1, vadd vsub vavrg vabsdiff vmin vmax, and 9.7.18.2.2, vset
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=5 handshake=valid reset=rst_n sat_o adder=+
//                multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_lane_carries (
  input  wire [35:0] sums_i,      // the sum of each byte, and its carry out above it
  input  wire [35:0] carried_i,   // the same with a carry into each byte
  input  wire [7:0]  signs_i,     // the signs that were added: those of b, then those of a
  input  wire        quad_i,      // 1: four bytes; 0: two halves
  input  wire        subtract_i,  // the carry in, without by_sign_i
  input  wire        by_sign_i,   // 1: carry in = !negative_o; 0: carry in = subtract_i
  output wire [39:0] sum_o,       // four bytes, two bits above the end of each lane
  output wire [3:0]  negative_o,  // for each byte: its lane is < 0 without the carry
  output wire [3:0]  equal_o      // for each byte: the sum is -1; a = b if subtracted
);

  wire [7:0] segment_0 = sums_i[7:0];
  wire [7:0] segment_1 = sums_i[16:9];
  wire [7:0] segment_2 = sums_i[25:18];
  wire [7:0] segment_3 = sums_i[34:27];
  wire [3:0] sign_a    = signs_i[3:0];
  wire [3:0] sign_b    = signs_i[7:4];

  // A segment generates a carry by itself, or propagates the one that enters it.
  wire [3:0] makes  = {sums_i[35], sums_i[26], sums_i[17], sums_i[8]};
  wire [3:0] passes = {carried_i[35], carried_i[26], carried_i[17], carried_i[8]} & ~makes;

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

  wire [7:0] byte_0 = carry[0] ? carried_i[7:0] : segment_0;
  wire [7:0] byte_1 = carry[1] ? carried_i[16:9] : segment_1;
  wire [7:0] byte_2 = carry[2] ? carried_i[25:18] : segment_2;
  wire [7:0] byte_3 = carry[3] ? carried_i[34:27] : segment_3;

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
