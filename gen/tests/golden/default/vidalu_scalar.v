// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_scalar
// Scalar video instructions on one shared datapath.
//
// Operations     vadd, vsub, vmin, vmax, vabsdiff, vset, vshl, vshr
// Manual         PTX ISA 9.7.18.1.1, 9.7.18.1.2, 9.7.18.1.4
// Profile        manual (SEMANTICS D1 to D6): .min and .max compare the whole 34-bit intermediate
// Latency        0: combinational from the instruction to its result
// Handshake      valid_o is valid_i; the result is valid while valid_o is 1
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst adder=+ multiplier=*
//                language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_scalar (
  input  wire        valid_i,  // the inputs carry an instruction
  input  wire [21:0] ctl_i,    // control word
  input  wire [31:0] a_i,      // first operand
  input  wire [31:0] b_i,      // second operand
  input  wire [31:0] c_i,      // third operand, for the secondary operation or the merge
  output wire        valid_o,  // the outputs carry a result
  output wire [31:0] d_o       // result
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

  // ==== primary: the operation, to 34 bits (9.7.18.1.1, 9.7.18.1.2, 9.7.18.1.4) ==================

  // vadd, vsub and vabsdiff share one adder. |a - b| is b - a if a is less than b.
  wire subtract = (op != OpVadd);
  wire reverse  = (op == OpVabsdiff) && less;
  wire signed [33:0] sum_s34;

  vidalu_adder34 u_adder34 (
    .a_i        ($signed({ta_s33[32], ta_s33})),
    .b_i        ($signed({tb_s33[32], tb_s33})),
    .subtract_i (subtract),
    .reverse_i  (reverse),
    .sum_o      (sum_s34)
  );

  // vmin and vmax select one of the operands.
  wire takes_a = (less == (op == OpVmin));
  wire signed [32:0] pick_s33;
  assign pick_s33 = takes_a ? ta_s33 : tb_s33;

  // vshl and vshr share one shifter.
  wire right = (op == OpVshr);
  wire signed [33:0] shifted_s34;

  vidalu_shifter u_shifter (
    .x_i      (ta_s33),
    .amount_i (tb_s33[31:0]),
    .wrap_i   (wrap),
    .right_i  (right),
    .y_o      (shifted_s34)
  );

  // Select the result of the operation.
  wire signed [33:0] tmp_s34;
  wire is_sum   = (op == OpVadd) || (op == OpVsub) || (op == OpVabsdiff);
  wire is_pick  = (op == OpVmin) || (op == OpVmax);
  wire is_shift = (op == OpVshl) || (op == OpVshr);
  wire is_set   = (op == OpVset);
  assign tmp_s34 =
      ({34{is_sum}}   & sum_s34) |
      ({34{is_pick}}  & {pick_s33[32], pick_s33}) |
      ({34{is_shift}} & shifted_s34) |
      ({34{is_set}}   & {33'd0, holds});

  // ==== saturate: .sat clamps to the range of the result (9.7.18.1, optSaturate) =================
  wire signed [33:0] sat_s34;
  wire unused_hit;

  vidalu_saturate u_saturate (
    .x_i      (tmp_s34),
    .sat_i    (sat),
    .signed_i (dtype),
    .dsel_i   (dsel),
    .y_o      (sat_s34),
    .hit_o    (unused_hit)
  );

  // ==== secondary | merge (9.7.18.1, optSecondaryOp and optMerge) ================================
  // No instruction does both: a merge has no secondary operation, and a secondary operation needs a
  // word, which passes through the merge unchanged. So the two blocks are in series.
  wire [31:0] merged;
  wire [31:0] d;

  vidalu_merge u_merge (
    .x_i    (sat_s34[31:0]),
    .c_i    (c_i),
    .dsel_i (dsel),
    .d_o    (merged)
  );

  vidalu_secondary u_secondary (
    .x_i      ($signed({sat_s34[33:32], merged})),
    .c_i      (c_i),
    .signed_i (dtype),
    .secop_i  (secop),
    .d_o      (d)
  );

  assign d_o = d;
  assign valid_o = valid_i;

endmodule

`default_nettype wire
