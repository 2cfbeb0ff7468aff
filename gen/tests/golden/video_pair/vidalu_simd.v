// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_simd
// SIMD video instructions on one segmented datapath.
//
// Operations     vadd4
// Manual         PTX ISA 9.7.18.2.3
// Profile        manual (SEMANTICS D7: whole signed lanes, a half rounded away from zero; the same
//                in every profile)
// Latency        0: combinational from the instruction to its result
// Handshake      that of the enclosing module
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=inner reset=rst adder=+ multiplier=*
//                language=verilog ops=vadd4
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_simd (
  input  wire [39:0] ctl_i,  // control word
  input  wire [31:0] a_i,    // first operand
  input  wire [31:0] b_i,    // second operand
  input  wire [31:0] c_i,    // third operand, of the merge or the sum
  output wire [31:0] d_o     // result
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

  // What the adder does is decoded here, so that the next stage begins with the adder.
  wire subtract = 1'b0;
  wire by_sign  = 1'b0;

  // ==== add: a + b or a - b in every lane, and their order (9.7.18.2) ============================
  // One adder for two and for four lanes.
  wire [39:0] sum;
  wire [3:0] unused_negative;
  wire [3:0] unused_equal;

  vidalu_segmented_adder u_segmented_adder (
    .a_i        (va),
    .b_i        (vb),
    .quad_i     (quad),
    .subtract_i (subtract),
    .by_sign_i  (by_sign),
    .sum_o      (sum),
    .negative_o (unused_negative),
    .equal_o    (unused_equal)
  );

  // ==== primary: the result of each lane, whole and signed (9.7.18.2) ============================

  // Select the result of the operation. The lower byte of a half has no bits above it.
  wire [39:0] bits = {10'h3ff, {2{quad}}, 8'hff, 10'h3ff, {2{quad}}, 8'hff};
  wire [39:0] lanes;
  assign lanes = bits & sum;

  // ==== saturate: .sat clamps each lane to the range of its type (9.7.18.2) ======================
  wire [31:0] clamped;
  wire [3:0] unused_hit;

  vidalu_lane_saturate u_lane_saturate (
    .x_i      (lanes),
    .sat_i    (sat),
    .signed_i (dtype),
    .quad_i   (quad),
    .y_o      (clamped),
    .hit_o    (unused_hit)
  );

  // ==== merge | accumulate: the lanes of the mask, into c or summed onto it (9.7.18.2) ===========
  wire [31:0] merged;
  wire [31:0] summed;

  vidalu_lane_merge u_lane_merge (
    .x_i    (clamped),
    .c_i    (c_i),
    .mask_i (mask),
    .d_o    (merged)
  );

  vidalu_accumulate u_accumulate (
    .x_i    (lanes),
    .c_i    (c_i),
    .mask_i (mask),
    .quad_i (quad),
    .d_o    (summed)
  );

  wire [31:0] d = accumulate ? summed : merged;

  assign d_o = d;

endmodule

`default_nettype wire
