// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_scalar
// Scalar video instructions on one shared datapath.
//
// Operations     vadd, vsub, vmin, vmax, vabsdiff, vset, vshl, vshr
// Manual         PTX ISA 9.7.18.1.1, 9.7.18.1.2, 9.7.18.1.4
// Profile        manual (SEMANTICS D1 to D6): .min and .max compare the whole 34-bit intermediate
// Latency        3 clock cycles, one instruction per cycle; registers after order, after primary,
//                after saturate
// Handshake      valid_o is valid_i after the latency; the result is valid while valid_o is 1; data
//                registers are not reset
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=3 handshake=valid reset=arst_n sat_o adder=+
//                multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_scalar (
  input  wire        clk_i,    // clock
  input  wire        rst_ni,   // reset, asynchronous, active low
  input  wire        valid_i,  // the inputs carry an instruction
  input  wire [21:0] ctl_i,    // control word
  input  wire [31:0] a_i,      // first operand
  input  wire [31:0] b_i,      // second operand
  input  wire [31:0] c_i,      // third operand, for the secondary operation or the merge
  output wire        valid_o,  // the outputs carry a result
  output wire [31:0] d_o,      // result
  output wire        sat_o     // .sat has changed the result
);

  // ==== control word =============================================================================
  wire       atype = ctl_i[0];      // a is signed (.s32)
  wire       btype = ctl_i[1];      // b is signed (.s32)
  wire       dtype = ctl_i[2];      // the result is signed (.s32)
  wire       sat   = ctl_i[3];      // saturate the result (.sat)
  wire [2:0] asel  = ctl_i[6:4];    // part of a that is read
  wire [2:0] bsel  = ctl_i[9:7];    // part of b that is read
  wire [2:0] op    = ctl_i[12:10];  // primary operation
  wire [2:0] dsel  = ctl_i[15:13];  // part of c that the result replaces; word: no merge
  wire [1:0] secop = ctl_i[17:16];  // secondary operation with c; none unless dsel is word
  wire [2:0] cmp   = ctl_i[20:18];  // comparison of vset, else 0
  wire       wrap  = ctl_i[21];     // shift amount: 1 .wrap, 0 .clamp

  localparam [2:0] OpVadd     = 3'd0;
  localparam [2:0] OpVsub     = 3'd1;
  localparam [2:0] OpVmin     = 3'd2;
  localparam [2:0] OpVmax     = 3'd3;
  localparam [2:0] OpVabsdiff = 3'd4;
  localparam [2:0] OpVset     = 3'd5;
  localparam [2:0] OpVshl     = 3'd6;
  localparam [2:0] OpVshr     = 3'd7;

  // ==== select: the parts of a and b, extended to 33 bits (9.7.18.1) =============================
  wire signed [32:0] ta_s33;
  wire signed [32:0] tb_s33;

  vidalu_select u_select_a (
    .x_i      (a_i),
    .sel_i    (asel),
    .signed_i (atype),
    .y_o      (ta_s33)
  );

  vidalu_select u_select_b (
    .x_i      (b_i),
    .sel_i    (bsel),
    .signed_i (btype),
    .y_o      (tb_s33)
  );

  // ==== order: which operand is less, for vmin, vmax, vabsdiff and vset (9.7.18.1.1, 9.7.18.1.4) =
  wire less;
  wire holds;

  vidalu_compare u_compare (
    .a_i    (ta_s33),
    .b_i    (tb_s33),
    .cmp_i  (cmp),
    .less_o (less),
    .true_o (holds)
  );

  // ---- registers: order -> primary --------------------------------------------------------------
  reg signed [32:0] ta_s33_q;
  reg signed [32:0] tb_s33_q;
  reg               less_q;
  reg               holds_q;
  reg [2:0]         op_q;
  reg               wrap_q;
  reg               sat_q;
  reg               dtype_q;
  reg [2:0]         dsel_q;
  reg [1:0]         secop_q;
  reg [31:0]        c_q;

  always @(posedge clk_i) begin
    ta_s33_q <= ta_s33;
    tb_s33_q <= tb_s33;
    less_q <= less;
    holds_q <= holds;
    op_q <= op;
    wrap_q <= wrap;
    sat_q <= sat;
    dtype_q <= dtype;
    dsel_q <= dsel;
    secop_q <= secop;
    c_q <= c_i;
  end

  reg valid_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
    end else begin
      valid_q <= valid_i;
    end
  end

  // ==== primary: the operation, to 34 bits (9.7.18.1.1, 9.7.18.1.2, 9.7.18.1.4) ==================

  // vadd, vsub and vabsdiff share one adder. |a - b| is b - a if a is less than b.
  wire subtract = (op_q != OpVadd);
  wire reverse  = (op_q == OpVabsdiff) && less_q;
  wire signed [33:0] sum_s34;

  vidalu_adder34 u_adder34 (
    .a_i        ($signed({ta_s33_q[32], ta_s33_q})),
    .b_i        ($signed({tb_s33_q[32], tb_s33_q})),
    .subtract_i (subtract),
    .reverse_i  (reverse),
    .sum_o      (sum_s34)
  );

  // vmin and vmax select one of the operands.
  wire takes_a = (less_q == (op_q == OpVmin));
  wire signed [32:0] pick_s33;
  assign pick_s33 = takes_a ? ta_s33_q : tb_s33_q;

  // vshl and vshr share one shifter.
  wire right = (op_q == OpVshr);
  wire signed [33:0] shifted_s34;

  vidalu_shifter u_shifter (
    .x_i      (ta_s33_q),
    .amount_i (tb_s33_q[31:0]),
    .wrap_i   (wrap_q),
    .right_i  (right),
    .y_o      (shifted_s34)
  );

  // Select the result of the operation.
  wire signed [33:0] tmp_s34;
  wire is_sum   = (op_q == OpVadd) || (op_q == OpVsub) || (op_q == OpVabsdiff);
  wire is_pick  = (op_q == OpVmin) || (op_q == OpVmax);
  wire is_shift = (op_q == OpVshl) || (op_q == OpVshr);
  wire is_set   = (op_q == OpVset);
  assign tmp_s34 =
      ({34{is_sum}}   & sum_s34) |
      ({34{is_pick}}  & {pick_s33[32], pick_s33}) |
      ({34{is_shift}} & shifted_s34) |
      ({34{is_set}}   & {33'd0, holds_q});

  // ---- registers: primary -> saturate -----------------------------------------------------------
  reg signed [33:0] tmp_s34_q;
  reg               sat_q2;
  reg               dtype_q2;
  reg [2:0]         dsel_q2;
  reg [1:0]         secop_q2;
  reg [31:0]        c_q2;

  always @(posedge clk_i) begin
    tmp_s34_q <= tmp_s34;
    sat_q2 <= sat_q;
    dtype_q2 <= dtype_q;
    dsel_q2 <= dsel_q;
    secop_q2 <= secop_q;
    c_q2 <= c_q;
  end

  reg valid_q2;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q2 <= 1'b0;
    end else begin
      valid_q2 <= valid_q;
    end
  end

  // ==== saturate: .sat clamps to the range of the result (9.7.18.1, optSaturate) =================
  wire signed [33:0] sat_s34;
  wire hit;

  vidalu_saturate u_saturate (
    .x_i      (tmp_s34_q),
    .sat_i    (sat_q2),
    .signed_i (dtype_q2),
    .dsel_i   (dsel_q2),
    .y_o      (sat_s34),
    .hit_o    (hit)
  );

  // ---- registers: saturate -> secondary | merge -------------------------------------------------
  reg signed [33:0] sat_s34_q;
  reg               hit_q;
  reg               dtype_q3;
  reg [2:0]         dsel_q3;
  reg [1:0]         secop_q3;
  reg [31:0]        c_q3;

  always @(posedge clk_i) begin
    sat_s34_q <= sat_s34;
    hit_q <= hit;
    dtype_q3 <= dtype_q2;
    dsel_q3 <= dsel_q2;
    secop_q3 <= secop_q2;
    c_q3 <= c_q2;
  end

  reg valid_q3;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q3 <= 1'b0;
    end else begin
      valid_q3 <= valid_q2;
    end
  end

  // ==== secondary | merge (9.7.18.1, optSecondaryOp and optMerge) ================================
  // No instruction does both: a merge has no secondary operation, and a secondary operation needs a
  // word, which passes through the merge unchanged. So the two blocks are in series.
  wire [31:0] merged;
  wire [31:0] d;

  vidalu_merge u_merge (
    .x_i    (sat_s34_q[31:0]),
    .c_i    (c_q3),
    .dsel_i (dsel_q3),
    .d_o    (merged)
  );

  vidalu_secondary u_secondary (
    .x_i      ($signed({sat_s34_q[33:32], merged})),
    .c_i      (c_q3),
    .signed_i (dtype_q3),
    .secop_i  (secop_q3),
    .d_o      (d)
  );

  assign d_o   = d;
  assign sat_o = hit_q;
  assign valid_o = valid_q3;

endmodule

`default_nettype wire
