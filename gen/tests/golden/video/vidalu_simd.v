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
// Latency        2 clock cycles, one instruction per cycle; registers after bytes, after saturate
// Handshake      that of the enclosing module
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=2 handshake=inner reset=rst sat_o contexts=3
//                adder=+ multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_simd (
  input  wire        clk_i,      // clock
  input  wire        advance_i,  // the pipeline registers load
  input  wire [39:0] ctl_i,      // control word
  input  wire [31:0] a_i,        // first operand
  input  wire [31:0] b_i,        // second operand
  input  wire [31:0] c_i,        // third operand, of the merge or the sum
  output wire [31:0] d_o,        // result
  output wire        sat_o       // .sat has changed a lane of the mask
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

  // An instruction merges lanes or sums them, so one of these masks is 0. A merge of no lanes is c,
  // and a sum of no lanes is 0, so the result is the merge plus the sum.
  wire [3:0] merged_lanes = mask & {4{!accumulate}};
  wire [3:0] summed_lanes = mask & {4{accumulate}};

  // ==== bytes: a + b or a - b in every byte alone (9.7.18.2) =====================================
  // One adder for two and for four lanes.
  wire [35:0] byte_sums;
  wire [35:0] carried_sums;
  wire [7:0] signs;

  vidalu_byte_adder u_byte_adder (
    .a_i        (va),
    .b_i        (vb),
    .subtract_i (subtract),
    .sums_o     (byte_sums),
    .carried_o  (carried_sums),
    .signs_o    (signs)
  );

  // ---- registers: bytes -> lanes ----------------------------------------------------------------
  reg [35:0] byte_sums_q;
  reg [35:0] carried_sums_q;
  reg [7:0]  signs_q;
  reg [35:0] va_q;
  reg [35:0] vb_q;
  reg        subtract_q;
  reg        by_sign_q;
  reg [2:0]  op_q;
  reg [2:0]  cmp_q;
  reg        quad_q;
  reg        sat_q;
  reg        dtype_q;
  reg [3:0]  merged_lanes_q;
  reg [3:0]  summed_lanes_q;
  reg [31:0] c_q;

  always @(posedge clk_i) begin
    if (advance_i) begin
      byte_sums_q <= byte_sums;
      carried_sums_q <= carried_sums;
      signs_q <= signs;
      va_q <= va;
      vb_q <= vb;
      subtract_q <= subtract;
      by_sign_q <= by_sign;
      op_q <= op;
      cmp_q <= cmp;
      quad_q <= quad;
      sat_q <= sat;
      dtype_q <= dtype;
      merged_lanes_q <= merged_lanes;
      summed_lanes_q <= summed_lanes;
      c_q <= c_i;
    end
  end

  // ==== lanes: carries from byte to byte, and the order of the operands (9.7.18.2) ===============
  wire [39:0] sum;
  wire [3:0] negative;
  wire [3:0] equal;

  vidalu_lane_carries u_lane_carries (
    .sums_i     (byte_sums_q),
    .carried_i  (carried_sums_q),
    .signs_i    (signs_q),
    .quad_i     (quad_q),
    .subtract_i (subtract_q),
    .by_sign_i  (by_sign_q),
    .sum_o      (sum),
    .negative_o (negative),
    .equal_o    (equal)
  );

  // ==== decide: the order of the operands and the operation (9.7.18.2) ===========================
  // vabsdiff: if a <= b, |a - b| is b - a, which is a - b - 1 with all bits inverted.
  wire [3:0] flip = negative & {4{(op_q == OpVabsdiff)}};
  // vmin and vmax select one of the operands.
  wire [3:0] takes_a = negative ^ {4{(op_q == OpVmax)}};
  // The answer of vset and set. Bit 1 of the code means "less", bit 2 "less or equal", neither of
  // them "equal". Bit 0 inverts the answer.
  wire [3:0] low   = cmp_q[2] ? negative : (negative & ~equal);
  wire [3:0] holds = ((cmp_q[2:1] == 2'd0) ? equal : low) ^ {4{cmp_q[0]}};
  wire is_sum  = (op_q == OpVadd) || (op_q == OpVsub) || (op_q == OpVabsdiff);
  wire is_half = (op_q == OpVavrg);
  wire is_pick = (op_q == OpVmin) || (op_q == OpVmax);
  wire is_set  = (op_q == OpVset);

  // ==== primary: the result of each lane, whole and signed (9.7.18.2) ============================
  // If a <= b, |a - b| is b - a, which is a - b - 1 with all bits inverted.
  wire [39:0] total = sum ^ spread(flip);

  // vavrg: shift each lane right by one bit. The lowest bit of the upper byte of a half moves into
  // the lower byte.
  wire [39:0] half = {sum[39], sum[39:31],
                      sum[29], sum[29],
                      quad_q ? sum[28] : sum[30], sum[27:21],
                      sum[19], sum[19:11],
                      sum[9], sum[9],
                      quad_q ? sum[8] : sum[10], sum[7:1]};

  // vmin and vmax select one of the operands.
  wire [39:0] pick_a  = {va_q[35], va_q[35:27], va_q[26], va_q[26:18],
                         va_q[17], va_q[17:9], va_q[8], va_q[8:0]};
  wire [39:0] pick_b  = {vb_q[35], vb_q[35:27], vb_q[26], vb_q[26:18],
                         vb_q[17], vb_q[17:9], vb_q[8], vb_q[8:0]};
  wire [39:0] pick    = (spread(takes_a) & pick_a) | (spread(~takes_a) & pick_b);

  // vset is 1 or 0 (9.7.18.2.2, 9.7.18.2.4).
  wire [39:0] set    = {9'd0, quad_q && holds[3], 9'd0, holds[2],
                        9'd0, quad_q && holds[1], 9'd0, holds[0]};

  // Select the result of the operation. The lower byte of a half has no bits above it.
  wire [39:0] bits = {10'h3ff, {2{quad_q}}, 8'hff, 10'h3ff, {2{quad_q}}, 8'hff};
  wire [39:0] lanes;
  assign lanes = bits & (
      ({40{is_sum}}  & total) |
      ({40{is_half}} & half) |
      ({40{is_pick}} & pick) |
      ({40{is_set}}  & set));

  // ==== saturate: .sat clamps each lane to the range of its type (9.7.18.2) ======================
  wire [31:0] clamped;
  wire [3:0] hit;

  vidalu_lane_saturate u_lane_saturate (
    .x_i      (lanes),
    .sat_i    (sat_q),
    .signed_i (dtype_q),
    .quad_i   (quad_q),
    .y_o      (clamped),
    .hit_o    (hit)
  );

  wire saturated = |(hit & merged_lanes_q);

  // ---- registers: saturate -> merge | accumulate ------------------------------------------------
  reg [39:0] lanes_q;
  reg [31:0] clamped_q;
  reg        saturated_q;
  reg        quad_q2;
  reg [3:0]  merged_lanes_q2;
  reg [3:0]  summed_lanes_q2;
  reg [31:0] c_q2;

  always @(posedge clk_i) begin
    if (advance_i) begin
      lanes_q <= lanes;
      clamped_q <= clamped;
      saturated_q <= saturated;
      quad_q2 <= quad_q;
      merged_lanes_q2 <= merged_lanes_q;
      summed_lanes_q2 <= summed_lanes_q;
      c_q2 <= c_q;
    end
  end

  // ==== merge | accumulate: the lanes of the mask, into c or summed onto it (9.7.18.2) ===========
  wire [31:0] merged;
  wire [31:0] d;

  vidalu_lane_merge u_lane_merge (
    .x_i    (clamped_q),
    .c_i    (c_q2),
    .mask_i (merged_lanes_q2),
    .d_o    (merged)
  );

  vidalu_accumulate u_accumulate (
    .x_i    (lanes_q),
    .c_i    (merged),
    .mask_i (summed_lanes_q2),
    .quad_i (quad_q2),
    .d_o    (d)
  );

  assign d_o   = d;
  assign sat_o = saturated_q;

endmodule

`default_nettype wire
