// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_simd
// SIMD video instructions on one segmented datapath.
//
// Operations     vadd2, vsub2, vmin2, vmax2, vabsdiff2, vset2, vavrg2, vadd4, vsub4, vmin4, vmax4,
//                vabsdiff4, vset4, vavrg4
// Manual         PTX ISA 9.7.18.2.1, 9.7.18.2.2, 9.7.18.2.3, 9.7.18.2.4
// Profile        manual (SEMANTICS D7: whole signed lanes, a half rounded away from zero; the same
//                in every profile)
// Latency        0: combinational from the instruction to its result
// Handshake      valid_o is valid_i; the result is valid while valid_o is 1
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst goal=cells adder=sklansky
//                multiplier=* language=verilog ops=all
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
  wire [2:0]  op         = ctl_i[6:4];    // primary operation
  wire [2:0]  cmp        = ctl_i[9:7];    // comparison of vset and set, else 0
  wire        quad       = ctl_i[10];     // 1: four bytes, 0: two half-words
  wire        accumulate = ctl_i[11];     // sum the lanes onto c (.add) instead of merging
  wire [3:0]  mask       = ctl_i[15:12];  // bytes that are written or summed, one bit each
  wire [11:0] asel       = ctl_i[27:16];  // for each byte of the first vector, its byte in {b, a}
  wire [11:0] bsel       = ctl_i[39:28];  // for each byte of the second vector, its byte in {b, a}

  localparam [2:0] OpVadd     = 3'd0;
  localparam [2:0] OpVsub     = 3'd1;
  localparam [2:0] OpVmin     = 3'd2;
  localparam [2:0] OpVmax     = 3'd3;
  localparam [2:0] OpVabsdiff = 3'd4;
  localparam [2:0] OpVset     = 3'd5;
  localparam [2:0] OpVavrg    = 3'd6;

  // Repeats each bit of x for all bits of its byte: the 8 bits and the 2 above them.
  function [39:0] spread;
    input [3:0] x;
    spread = {{10{x[3]}}, {10{x[2]}}, {10{x[1]}}, {10{x[0]}}};
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

  // What the adder does is decoded here, so that the next stage begins with the adder.
  // by_sign: for vavrg, add 1 unless the sum is negative; for vabsdiff, unless a <= b.
  wire subtract = (op != OpVadd) && (op != OpVavrg);
  wire by_sign  = (op == OpVabsdiff) || (op == OpVavrg);

  // ==== add: a + b or a - b in every lane, and their order (9.7.18.2) ============================
  // One adder for two and for four lanes.
  wire [39:0] sum;
  wire [3:0] negative;
  wire [3:0] equal;

  vidalu_segmented_adder u_segmented_adder (
    .a_i        (va),
    .b_i        (vb),
    .quad_i     (quad),
    .subtract_i (subtract),
    .by_sign_i  (by_sign),
    .sum_o      (sum),
    .negative_o (negative),
    .equal_o    (equal)
  );

  // ==== decide: the order of the operands and the operation (9.7.18.2) ===========================
  // vabsdiff: if a <= b, |a - b| is b - a, which is a - b - 1 with all bits inverted.
  wire [3:0] flip = negative & {4{(op == OpVabsdiff)}};
  wire [3:0] keep = {4{(op == OpVadd) || (op == OpVsub) || (op == OpVabsdiff)}} & ~flip;
  // vmin and vmax select one of the operands.
  wire [3:0] takes_a = (negative & {4{(op == OpVmin)}}) | (~negative & {4{(op == OpVmax)}});
  wire [3:0] takes_b = (~negative & {4{(op == OpVmin)}}) | (negative & {4{(op == OpVmax)}});
  // The answer of vset and set. Bit 1 of the code means "less", bit 2 "less or equal", neither of
  // them "equal". Bit 0 inverts the answer.
  wire [3:0] low   = cmp[2] ? negative : (negative & ~equal);
  wire [3:0] holds = ((cmp[2:1] == 2'd0) ? equal : low) ^ {4{cmp[0]}};
  wire is_half = (op == OpVavrg);
  wire is_set  = (op == OpVset);

  // ==== primary: the result of each lane, whole and signed (9.7.18.2) ============================
  // The sum as it is, or with all bits inverted.
  wire [39:0] total = (spread(keep) & sum) | (spread(flip) & ~sum);

  // vavrg: shift each lane right by one bit. The lowest bit of the upper byte of a half moves into
  // the lower byte.
  wire [39:0] half = {sum[39], sum[39:31],
                      sum[29], sum[29],
                      quad ? sum[28] : sum[30], sum[27:21],
                      sum[19], sum[19:11],
                      sum[9], sum[9],
                      quad ? sum[8] : sum[10], sum[7:1]};

  // vmin and vmax select one of the operands.
  wire [39:0] pick_a  = {va[35], va[35:27], va[26], va[26:18],
                         va[17], va[17:9], va[8], va[8:0]};
  wire [39:0] pick_b  = {vb[35], vb[35:27], vb[26], vb[26:18],
                         vb[17], vb[17:9], vb[8], vb[8:0]};
  wire [39:0] pick    = (spread(takes_a) & pick_a) | (spread(takes_b) & pick_b);

  // vset is 1 or 0 (9.7.18.2.2, 9.7.18.2.4).
  wire [39:0] set    = {9'd0, quad && holds[3], 9'd0, holds[2],
                        9'd0, quad && holds[1], 9'd0, holds[0]};

  // Select the result of the operation. The lower byte of a half has no bits above it.
  wire [39:0] bits = {10'h3ff, {2{quad}}, 8'hff, 10'h3ff, {2{quad}}, 8'hff};
  wire [39:0] lanes;
  assign lanes = bits & (
      total |
      ({40{is_half}} & half) |
      pick |
      ({40{is_set}}  & set));

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
  assign valid_o = valid_i;

endmodule

`default_nettype wire
