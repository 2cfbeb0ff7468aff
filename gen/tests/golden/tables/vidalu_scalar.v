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
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst goal=tables adder=+
//                multiplier=* language=verilog ops=all
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

  // One adder serves vadd, vsub and vabsdiff, and also vmin and vmax, which add 0 to the operand
  // that they select. off_a and off_b invert an operand of a sum and clear any other. All this is
  // decided here, so that the next stage begins with the adder.
  wire is_sum   = (op == OpVadd) || (op == OpVsub) || (op == OpVabsdiff);
  wire subtract = (op != OpVadd);
  wire reverse  = (op == OpVabsdiff) && less;
  wire takes_a  = (less == (op == OpVmin));
  wire is_pick  = (op == OpVmin) || (op == OpVmax);
  wire off_a    = is_sum ? (subtract && reverse) : !(is_pick && takes_a);
  wire off_b    = is_sum ? (subtract && !reverse) : !(is_pick && !takes_a);
  wire plus_one = is_sum && subtract;

  // vshl and vshr share one shifter. Whether they use it, and its direction, are decided here too.
  wire is_shift = (op == OpVshl) || (op == OpVshr);
  wire right    = (op == OpVshr);

  // vset: the result is the truth value.
  wire is_set = (op == OpVset);

  // ==== add | shift: one adder for every sum (9.7.18.1.1) ========================================
  // The sum of the operands, or one of them. A bit of it has six inputs, and so has its carry, so
  // each is one table.
  wire [33:0] a_s34     = {ta_s33[32], ta_s33};
  wire [33:0] b_s34     = {tb_s33[32], tb_s33};
  wire [33:0] left_s34  = is_sum ? (a_s34 ^ {34{off_a}}) : (a_s34 & {34{!off_a}});
  wire [33:0] right_s34 = is_sum ? (b_s34 ^ {34{off_b}}) : (b_s34 & {34{!off_b}});
  wire [33:0] sum_s34;
  wire unused_carry;
  wire unused_adder_low;
  assign {unused_carry, sum_s34, unused_adder_low} =
      {1'b0, left_s34, 1'b1} + {1'b0, right_s34, plus_one};

  // vshl and vshr share one shifter.
  wire signed [33:0] shifted_s34;

  vidalu_shifter u_shifter (
    .x_i      (ta_s33),
    .amount_i (tb_s33[31:0]),
    .wrap_i   (wrap),
    .right_i  (right),
    .y_o      (shifted_s34)
  );

  // ==== primary: the operation, to 34 bits (9.7.18.1.1, 9.7.18.1.2, 9.7.18.1.4) ==================

  // Join the results: each is 0 for operations that do not use its circuit.
  wire signed [33:0] tmp_s34;
  assign tmp_s34 = sum_s34 | ({34{is_shift}} & shifted_s34) | {33'd0, is_set && holds};

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

  // Each byte of the result comes from the value, from c, or from their sum. optMerge: the value
  // goes to the bytes of its part of the register (9.7.18.1).
  wire is_word  = dsel[2] && dsel[0];
  wire is_h0    = (dsel == 3'd4);
  wire is_h1    = (dsel == 3'd6);
  wire is_long  = dsel[2];
  wire adds     = (secop == 2'd1);
  wire compares = secop[1];
  wire in_0     = is_word || is_h0 || (dsel == 3'd0);
  wire in_1     = is_word || is_h0 || (dsel == 3'd1);
  wire in_2     = is_word || is_h1 || (dsel == 3'd2);
  wire in_3     = is_word || is_h1 || (dsel == 3'd3);

  // 0 the value, 1 the byte two places below, 2 c, 3 the sum
  wire [1:0] from_0 = {adds || !in_0, adds};
  wire [1:0] from_1 = {adds || !in_1, adds};
  wire [1:0] from_2 = {adds || !in_2, adds || (in_2 && !is_word)};
  wire [1:0] from_3 = {adds || !in_3, adds || (in_3 && !is_word)};

  // The last adder adds c for .add and subtracts it for the comparison.
  wire        addend_top = (dtype && c_i[31]) ^ compares;
  wire [34:0] addend_s35 = {{3{addend_top}}, c_i ^ {32{compares}}};

  // The next stage chooses the bytes of the result. Here, a byte of the value is put into both
  // bytes of the low half, so that only whole halves move to another place.
  wire [31:0] x = {sat_s34[31:16], is_long ? sat_s34[15:8] : sat_s34[7:0], sat_s34[7:0]};

  // One adder computes x + c for .add and x - c for the comparison, where x is a word. The sign of
  // the difference is about the whole intermediate (SEMANTICS D1).
  wire [34:0] left_s35 = {sat_s34[33], sat_s34};
  wire [34:0] c_sum_s35;
  wire unused_c_carry;
  wire unused_c_adder_low;
  assign {unused_c_carry, c_sum_s35, unused_c_adder_low} =
      {1'b0, left_s35, 1'b1} + {1'b0, addend_s35, compares};
  wire [31:0] c_sum = c_sum_s35[31:0];
  wire prefers_c = (c_sum_s35[34] == secop[0]);
  wire [1:0] unused_c_sum_top = c_sum_s35[33:32];

  // ==== result: the value, c or their sum, byte by byte (9.7.18.1, optSecondaryOp and optMerge) ==
  // Each byte is one of four: the value, the byte of the value two places below, c, or the sum of
  // value and c. With the two bits that tell them apart and the carry of the sum, a bit of the
  // result has six inputs: one table.
  wire takes_c = compares && prefers_c;

  function [7:0] chosen;
    input [1:0] from;
    input [7:0] own;
    input [7:0] below;
    input [7:0] c;
    input [7:0] sum;
    chosen = from[1] ? (from[0] ? sum : c) : (from[0] ? below : own);
  endfunction

  wire [1:0] or_c = {takes_c, 1'b0};
  wire [31:0] d;
  assign d = {
    chosen(from_3 | or_c, x[31:24], x[15:8], c_i[31:24], c_sum[31:24]),
    chosen(from_2 | or_c, x[23:16], x[7:0], c_i[23:16], c_sum[23:16]),
    chosen(from_1 | or_c, x[15:8], x[15:8], c_i[15:8], c_sum[15:8]),
    chosen(from_0 | or_c, x[7:0], x[7:0], c_i[7:0], c_sum[7:0])
  };

  assign d_o = d;
  assign valid_o = valid_i;

endmodule

`default_nettype wire
