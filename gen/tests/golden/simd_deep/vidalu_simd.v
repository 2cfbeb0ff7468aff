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
// Latency        5 clock cycles, one instruction per cycle; registers after select, after bytes,
//                after decide, after saturate, after merge | lane sum
// Handshake      valid_o is valid_i after the latency; the result is valid while valid_o is 1; data
//                registers are not reset
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=5 handshake=valid reset=rst_n sat_o adder=+
//                multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_simd (
  input  wire        clk_i,    // clock
  input  wire        rst_ni,   // reset, synchronous, active low
  input  wire        valid_i,  // the inputs carry an instruction
  input  wire [39:0] ctl_i,    // control word
  input  wire [31:0] a_i,      // first operand
  input  wire [31:0] b_i,      // second operand
  input  wire [31:0] c_i,      // third operand, of the merge or the sum
  output wire        valid_o,  // the outputs carry a result
  output wire [31:0] d_o,      // result
  output wire        sat_o     // .sat has changed a lane of the mask
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

  // ---- registers: select -> bytes ---------------------------------------------------------------
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

  reg valid_q;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
    end else begin
      valid_q <= valid_i;
    end
  end

  // ==== bytes: a + b or a - b in every byte alone (9.7.18.2) =====================================
  // One adder for two and for four lanes.
  wire [35:0] byte_sums;
  wire [35:0] carried_sums;
  wire [7:0] signs;

  vidalu_byte_adder u_byte_adder (
    .a_i        (va_q),
    .b_i        (vb_q),
    .subtract_i (subtract_q),
    .sums_o     (byte_sums),
    .carried_o  (carried_sums),
    .signs_o    (signs)
  );

  // ---- registers: bytes -> lanes ----------------------------------------------------------------
  reg [35:0] byte_sums_q;
  reg [35:0] carried_sums_q;
  reg [7:0]  signs_q;
  reg [35:0] va_q2;
  reg [35:0] vb_q2;
  reg        subtract_q2;
  reg        by_sign_q2;
  reg [2:0]  op_q2;
  reg [2:0]  cmp_q2;
  reg        quad_q2;
  reg        sat_q2;
  reg        dtype_q2;
  reg [3:0]  merged_lanes_q2;
  reg [3:0]  summed_lanes_q2;
  reg [31:0] c_q2;

  always @(posedge clk_i) begin
    byte_sums_q <= byte_sums;
    carried_sums_q <= carried_sums;
    signs_q <= signs;
    va_q2 <= va_q;
    vb_q2 <= vb_q;
    subtract_q2 <= subtract_q;
    by_sign_q2 <= by_sign_q;
    op_q2 <= op_q;
    cmp_q2 <= cmp_q;
    quad_q2 <= quad_q;
    sat_q2 <= sat_q;
    dtype_q2 <= dtype_q;
    merged_lanes_q2 <= merged_lanes_q;
    summed_lanes_q2 <= summed_lanes_q;
    c_q2 <= c_q;
  end

  reg valid_q2;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q2 <= 1'b0;
    end else begin
      valid_q2 <= valid_q;
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
    .quad_i     (quad_q2),
    .subtract_i (subtract_q2),
    .by_sign_i  (by_sign_q2),
    .sum_o      (sum),
    .negative_o (negative),
    .equal_o    (equal)
  );

  // ==== decide: the order of the operands and the operation (9.7.18.2) ===========================
  // vabsdiff: if a <= b, |a - b| is b - a, which is a - b - 1 with all bits inverted.
  wire [3:0] flip = negative & {4{(op_q2 == OpVabsdiff)}};
  // vmin and vmax select one of the operands.
  wire [3:0] takes_a = negative ^ {4{(op_q2 == OpVmax)}};
  // The answer of vset and set. Bit 1 of the code means "less", bit 2 "less or equal", neither of
  // them "equal". Bit 0 inverts the answer.
  wire [3:0] low   = cmp_q2[2] ? negative : (negative & ~equal);
  wire [3:0] holds = ((cmp_q2[2:1] == 2'd0) ? equal : low) ^ {4{cmp_q2[0]}};
  wire is_sum  = (op_q2 == OpVadd) || (op_q2 == OpVsub) || (op_q2 == OpVabsdiff);
  wire is_half = (op_q2 == OpVavrg);
  wire is_pick = (op_q2 == OpVmin) || (op_q2 == OpVmax);
  wire is_set  = (op_q2 == OpVset);

  // ---- registers: decide -> primary -------------------------------------------------------------
  reg [3:0]  flip_q;
  reg [3:0]  takes_a_q;
  reg [3:0]  holds_q;
  reg        is_sum_q;
  reg        is_half_q;
  reg        is_pick_q;
  reg        is_set_q;
  reg [39:0] sum_q;
  reg [35:0] va_q3;
  reg [35:0] vb_q3;
  reg        quad_q3;
  reg        sat_q3;
  reg        dtype_q3;
  reg [3:0]  merged_lanes_q3;
  reg [3:0]  summed_lanes_q3;
  reg [31:0] c_q3;

  always @(posedge clk_i) begin
    flip_q <= flip;
    takes_a_q <= takes_a;
    holds_q <= holds;
    is_sum_q <= is_sum;
    is_half_q <= is_half;
    is_pick_q <= is_pick;
    is_set_q <= is_set;
    sum_q <= sum;
    va_q3 <= va_q2;
    vb_q3 <= vb_q2;
    quad_q3 <= quad_q2;
    sat_q3 <= sat_q2;
    dtype_q3 <= dtype_q2;
    merged_lanes_q3 <= merged_lanes_q2;
    summed_lanes_q3 <= summed_lanes_q2;
    c_q3 <= c_q2;
  end

  reg valid_q3;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q3 <= 1'b0;
    end else begin
      valid_q3 <= valid_q2;
    end
  end

  // ==== primary: the result of each lane, whole and signed (9.7.18.2) ============================
  // If a <= b, |a - b| is b - a, which is a - b - 1 with all bits inverted.
  wire [39:0] total = sum_q ^ spread(flip_q);

  // vavrg: shift each lane right by one bit. The lowest bit of the upper byte of a half moves into
  // the lower byte.
  wire [39:0] half = {sum_q[39], sum_q[39:31],
                      sum_q[29], sum_q[29],
                      quad_q3 ? sum_q[28] : sum_q[30], sum_q[27:21],
                      sum_q[19], sum_q[19:11],
                      sum_q[9], sum_q[9],
                      quad_q3 ? sum_q[8] : sum_q[10], sum_q[7:1]};

  // vmin and vmax select one of the operands.
  wire [39:0] pick_a  = {va_q3[35], va_q3[35:27], va_q3[26], va_q3[26:18],
                         va_q3[17], va_q3[17:9], va_q3[8], va_q3[8:0]};
  wire [39:0] pick_b  = {vb_q3[35], vb_q3[35:27], vb_q3[26], vb_q3[26:18],
                         vb_q3[17], vb_q3[17:9], vb_q3[8], vb_q3[8:0]};
  wire [39:0] pick    = (spread(takes_a_q) & pick_a) | (spread(~takes_a_q) & pick_b);

  // vset is 1 or 0 (9.7.18.2.2, 9.7.18.2.4).
  wire [39:0] set    = {9'd0, quad_q3 && holds_q[3], 9'd0, holds_q[2],
                        9'd0, quad_q3 && holds_q[1], 9'd0, holds_q[0]};

  // Select the result of the operation. The lower byte of a half has no bits above it.
  wire [39:0] bits = {10'h3ff, {2{quad_q3}}, 8'hff, 10'h3ff, {2{quad_q3}}, 8'hff};
  wire [39:0] lanes;
  assign lanes = bits & (
      ({40{is_sum_q}}  & total) |
      ({40{is_half_q}} & half) |
      ({40{is_pick_q}} & pick) |
      ({40{is_set_q}}  & set));

  // ==== saturate: .sat clamps each lane to the range of its type (9.7.18.2) ======================
  wire [31:0] clamped;
  wire [3:0] hit;

  vidalu_lane_saturate u_lane_saturate (
    .x_i      (lanes),
    .sat_i    (sat_q3),
    .signed_i (dtype_q3),
    .quad_i   (quad_q3),
    .y_o      (clamped),
    .hit_o    (hit)
  );

  wire saturated = |(hit & merged_lanes_q3);

  // The lanes of the mask as summands. .add sums lanes that are not clamped.
  wire [17:0] row_sums;
  wire [9:0] row_carries;
  wire [7:0] row_upper;
  wire [9:0] row_last;

  vidalu_lane_rows u_lane_rows (
    .x_i       (lanes),
    .mask_i    (summed_lanes_q3),
    .quad_i    (quad_q3),
    .sums_o    (row_sums),
    .carries_o (row_carries),
    .upper_o   (row_upper),
    .last_o    (row_last)
  );

  // ---- registers: saturate -> merge | lane sum --------------------------------------------------
  reg [17:0] row_sums_q;
  reg [9:0]  row_carries_q;
  reg [7:0]  row_upper_q;
  reg [9:0]  row_last_q;
  reg [31:0] clamped_q;
  reg        saturated_q;
  reg [3:0]  merged_lanes_q4;
  reg [31:0] c_q4;

  always @(posedge clk_i) begin
    row_sums_q <= row_sums;
    row_carries_q <= row_carries;
    row_upper_q <= row_upper;
    row_last_q <= row_last;
    clamped_q <= clamped;
    saturated_q <= saturated;
    merged_lanes_q4 <= merged_lanes_q3;
    c_q4 <= c_q3;
  end

  reg valid_q4;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q4 <= 1'b0;
    end else begin
      valid_q4 <= valid_q3;
    end
  end

  // ==== merge | lane sum: the lanes of the mask, into c or summed without it (9.7.18.2) ==========
  wire [31:0] merged;
  wire [19:0] lane_sum_s20;
  wire [11:0] unused_top;

  vidalu_lane_merge u_lane_merge (
    .x_i    (clamped_q),
    .c_i    (c_q4),
    .mask_i (merged_lanes_q4),
    .d_o    (merged)
  );

  vidalu_lane_sum u_lane_sum (
    .sums_i    (row_sums_q),
    .carries_i (row_carries_q),
    .upper_i   (row_upper_q),
    .last_i    (row_last_q),
    .d_o       ({unused_top, lane_sum_s20})
  );

  // ---- registers: merge | lane sum -> result ----------------------------------------------------
  reg [31:0] merged_q;
  reg [19:0] lane_sum_s20_q;
  reg        saturated_q2;

  always @(posedge clk_i) begin
    merged_q <= merged;
    lane_sum_s20_q <= lane_sum_s20;
    saturated_q2 <= saturated_q;
  end

  reg valid_q5;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q5 <= 1'b0;
    end else begin
      valid_q5 <= valid_q4;
    end
  end

  // ==== result: the sum of the lanes is added to the merge (9.7.18.2) ============================
  wire [31:0] d;
  wire unused_carry;
  assign {unused_carry, d} = {1'b0, {{12{lane_sum_s20_q[19]}}, lane_sum_s20_q}} + {1'b0, merged_q};

  assign d_o   = d;
  assign sat_o = saturated_q2;
  assign valid_o = valid_q5;

endmodule

`default_nettype wire
