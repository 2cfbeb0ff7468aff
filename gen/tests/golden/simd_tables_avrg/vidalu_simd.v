// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_simd
// SIMD video instructions on one segmented datapath.
//
// Operations     vavrg4
// Manual         PTX ISA 9.7.18.2.3
// Profile        manual (SEMANTICS D7: whole signed lanes, a half rounded away from zero; the same
//                in every profile)
// Latency        0: combinational from the instruction to its result
// Handshake      valid_o is valid_i; the result is valid while valid_o is 1
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst goal=tables adder=+
//                multiplier=* language=verilog ops=vavrg4
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_simd (
  input  wire        valid_i,  // the inputs carry an instruction
  input  wire [39:0] ctl_i,    // control word
  input  wire [31:0] a_i,      // first operand
  input  wire [31:0] b_i,      // second operand
  input  wire [31:0] c_i,      // third operand, of the merge or the sum
  output wire        valid_o,  // the outputs carry a result
  output wire [31:0] d_o       // result
);

  // ==== control word =============================================================================
  wire        atype      = ctl_i[0];      // a is signed (.s32)
  wire        btype      = ctl_i[1];      // b is signed (.s32)
  wire        dtype      = ctl_i[2];      // lanes are clamped as signed (.s32)
  wire        sat        = ctl_i[3];      // saturate the result (.sat)
  wire        accumulate = ctl_i[11];     // sum the lanes onto c (.add) instead of merging
  wire [3:0]  mask       = ctl_i[15:12];  // bytes that are written or summed, one bit each
  wire [11:0] asel       = ctl_i[27:16];  // for each byte of the first vector, its byte in {b, a}
  wire [11:0] bsel       = ctl_i[39:28];  // for each byte of the second vector, its byte in {b, a}
  wire        quad       = 1'b1;          // every operation is on four bytes
  // Fields that no operation of this unit reads
  wire [6:0] unused_fields = {ctl_i[10], ctl_i[9:7], ctl_i[6:4]};

  // Repeats each bit of x for all bits of its byte: the 8 bits and the sign above them.
  function [35:0] spread;
    input [3:0] x;
    spread = {{9{x[3]}}, {9{x[2]}}, {9{x[1]}}, {9{x[0]}}};
  endfunction

  // ==== select: the lanes of the operands, from any place in a and b (9.7.18.2) ==================
  wire [35:0] va;
  wire [35:0] vb;

  vidalu_lane_select u_select_a (
    .x_i      ({b_i, a_i}),
    .sel_i    (asel),
    .signed_i (atype),
    .y_o      (va)
  );

  vidalu_lane_select u_select_b (
    .x_i      ({b_i, a_i}),
    .sel_i    (bsel),
    .signed_i (btype),
    .y_o      (vb)
  );

  // ==== order: the sign of a + b or of a - b - 1 in every lane (9.7.18.2) ========================
  wire subtract = 1'b0;
  wire [31:0] a_bytes = {va[34:27], va[25:18], va[16:9], va[7:0]};
  wire [31:0] b_bytes = {vb[34:27], vb[25:18], vb[16:9], vb[7:0]} ^ {32{subtract}};
  wire [31:0] unused_order;
  wire [3:0]  order_carries;

  vidalu_lane_adder u_order (
    .a_i     (a_bytes),
    .b_i     (b_bytes),
    .carry_i (4'd0),
    .quad_i  (quad),
    .sum_o   (unused_order),
    .carry_o (order_carries)
  );

  // The bits above a lane are the signs of its operands, repeated. If the signs are equal, that is
  // the sign of the sum. Otherwise these bits of the sum are ones, which a carry turns into zeros.
  wire [3:0] sign_a = {va[35], va[26], va[17], va[8]};
  wire [3:0] sign_b = {vb[35], vb[26], vb[17], vb[8]} ^ {4{subtract}};
  wire [3:0] below  = (sign_a & sign_b) | ((sign_a ^ sign_b) & ~order_carries);

  // Both bytes of a half take the value of the upper byte. a - b - 1 is negative if a <= b.
  wire [3:0] negative = quad ? below : {{2{below[3]}}, {2{below[1]}}};

  // ==== primary: one adder for every operation (9.7.18.2) ========================================
  // vavrg adds 1 unless the sum is negative.
  wire is_half = 1'b1;

  // off_a and off_b invert an operand.
  wire [3:0]  off_a    = 4'd0;
  wire [3:0]  off_b    = {4{subtract}};
  wire [3:0]  plus_one = (~negative & {4{is_half}}) | {4{subtract}};
  wire [35:0] left     = va ^ spread(off_a);
  wire [35:0] right    = vb ^ spread(off_b);
  wire [31:0] bytes;
  wire [3:0]  sum_carries;

  vidalu_lane_adder u_sum (
    .a_i     ({left[34:27], left[25:18], left[16:9], left[7:0]}),
    .b_i     ({right[34:27], right[25:18], right[16:9], right[7:0]}),
    .carry_i (plus_one),
    .quad_i  (quad),
    .sum_o   (bytes),
    .carry_o (sum_carries)
  );

  // The two bits above each lane
  wire [3:0]  left_8  = {left[35], left[26], left[17], left[8]};
  wire [3:0]  right_8 = {right[35], right[26], right[17], right[8]};
  wire [3:0]  bit_8   = left_8 ^ right_8 ^ sum_carries;
  wire [3:0]  bit_9   = (left_8 & right_8) | ((left_8 ^ right_8) & ~sum_carries);
  wire [39:0] sums    = {bit_9[3], bit_8[3], bytes[31:24], bit_9[2], bit_8[2], bytes[23:16],
                         bit_9[1], bit_8[1], bytes[15:8], bit_9[0], bit_8[0], bytes[7:0]};

  // ==== saturate: .sat clamps each lane to the range of its type (9.7.18.2) ======================
  // vavrg: shift each lane right by one bit. The lowest bit of the upper byte of a half moves into
  // the lower byte.
  wire [39:0] half  = {sums[39], sums[39:31],
                       sums[29], sums[29],
                       quad ? sums[28] : sums[30], sums[27:21],
                       sums[19], sums[19:11],
                       sums[9], sums[9],
                       quad ? sums[8] : sums[10], sums[7:1]};
  wire [39:0] lanes = half;

  // The three highest bits of each byte lane: the sign, the bit below, the highest that is written.
  wire [3:0] sign = {lanes[39], lanes[29], lanes[19], lanes[9]};
  wire [3:0] more = {lanes[38], lanes[28], lanes[18], lanes[8]};
  wire [3:0] top  = {lanes[37], lanes[27], lanes[17], lanes[7]};

  // A lane fits if the bits above the range repeat the sign, which is 0 for an unsigned type.
  wire [3:0] excess = dtype ? ((sign ^ more) | (sign ^ top)) : (sign | more);
  wire [3:0] over   = excess & {4{sat}};

  // The two bytes of a half change together; the upper byte decides. The nearest bound has equal
  // bits, except for the highest bit of a signed lane.
  wire [3:0] hit      = quad ? over : {{2{over[3]}}, {2{over[1]}}};
  wire [3:0] positive = ~(quad ? sign : {{2{sign[3]}}, {2{sign[1]}}});
  wire [3:0] highest  = positive ^ ({4{dtype}} & {1'b1, quad, 1'b1, quad});
  wire [3:0] bit_7    = highest;
  wire [3:0] bits_6_1 = positive;
  wire [3:0] bit_0    = positive;
  wire [7:0] above    = {lanes[39:38], lanes[29:28], lanes[19:18], lanes[9:8]};
  wire [39:0] results = {
    above[7:6], hit[3] ? {bit_7[3], {6{bits_6_1[3]}}, bit_0[3]} : lanes[37:30],
    above[5:4], hit[2] ? {bit_7[2], {6{bits_6_1[2]}}, bit_0[2]} : lanes[27:20],
    above[3:2], hit[1] ? {bit_7[1], {6{bits_6_1[1]}}, bit_0[1]} : lanes[17:10],
    above[1:0], hit[0] ? {bit_7[0], {6{bits_6_1[0]}}, bit_0[0]} : lanes[7:0]
  };

  // ==== merge | accumulate: the lanes of the mask, into c or summed onto it (9.7.18.2) ===========
  wire [31:0] merged;
  wire [31:0] summed;

  vidalu_lane_merge u_lane_merge (
    .x_i    ({{results[37:30], results[27:20]}, {results[17:10], results[7:0]}}),
    .c_i    (c_i),
    .mask_i (mask),
    .d_o    (merged)
  );

  vidalu_accumulate u_accumulate (
    .x_i    (results),
    .c_i    (c_i),
    .mask_i (mask),
    .quad_i (quad),
    .d_o    (summed)
  );

  wire [31:0] d = accumulate ? summed : merged;

  assign d_o = d;
  assign valid_o = valid_i;

endmodule

`default_nettype wire
