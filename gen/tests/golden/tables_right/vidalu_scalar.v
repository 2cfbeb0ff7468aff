// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_scalar
// Scalar video instructions on one shared datapath.
//
// Operations     vadd, vmin, vshr
// Manual         PTX ISA 9.7.18.1.1, 9.7.18.1.2
// Profile        manual (SEMANTICS D1 to D6): .min and .max compare the whole 34-bit intermediate
// Latency        2 clock cycles, one instruction per cycle; registers after order, after saturate
// Handshake      valid_o is valid_i after the latency; the result is valid while valid_o is 1; data
//                registers are not reset
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=2 handshake=valid reset=rst goal=tables
//                adder=ripple multiplier=* language=verilog ops=vadd,vmin,vshr
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_scalar (
  input  wire        clk_i,    // clock
  input  wire        rst_i,    // reset, synchronous, active high
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
  wire       wrap  = ctl_i[21];     // shift amount: 1 .wrap, 0 .clamp
  // Fields that no operation of this unit reads
  wire [2:0] unused_fields = ctl_i[20:18];

  localparam [2:0] OpVadd = 3'd0;
  localparam [2:0] OpVmin = 3'd2;
  localparam [2:0] OpVshr = 3'd7;

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
  wire unused_holds;

  vidalu_compare u_compare (
    .a_i    (ta_s33),
    .b_i    (tb_s33),
    .cmp_i  (3'd2),
    .less_o (less),
    .true_o (unused_holds)
  );

  // One adder serves vadd, vsub and vabsdiff, and also vmin and vmax, which add 0 to the operand
  // that they select. off_a and off_b invert an operand of a sum and clear any other. All this is
  // decided here, so that the next stage begins with the adder.
  wire is_sum   = (op == OpVadd);
  wire subtract = 1'b0;
  wire reverse  = 1'b0;
  wire takes_a  = (less);
  wire is_pick  = (op == OpVmin);
  wire off_a    = is_sum ? (subtract && reverse) : !(is_pick && takes_a);
  wire off_b    = is_sum ? (subtract && !reverse) : !(is_pick && !takes_a);
  wire plus_one = is_sum && subtract;

  // vshl and vshr share one shifter. Whether they use it, and its direction, are decided here too.
  wire is_shift = (op == OpVshr);
  wire right    = 1'b1;

  // The first half of the shifter. Its value is the first operand for other operations.
  wire turns = is_shift && !right;
  wire [2:0] fours = tb_s33[4:2] & {3{is_shift}};
  wire signed [34:0] coarse_s35;
  wire all_out;
  wire [1:0] lowest;

  vidalu_coarse_shift u_coarse_shift (
    .x_i       (ta_s33),
    .wrap_i    (wrap),
    .right_i   (right),
    .turns_i   (turns),
    .fours_i   (fours),
    .above_i   (tb_s33[31:5]),
    .shift_i   (is_shift),
    .y_o       (coarse_s35),
    .all_out_o (all_out),
    .lowest_o  (lowest)
  );

  // ---- registers: order -> add | shift ----------------------------------------------------------
  reg signed [34:0] coarse_s35_q;
  reg signed [32:0] tb_s33_q;
  reg               is_sum_q;
  reg               off_a_q;
  reg               off_b_q;
  reg               all_out_q;
  reg [1:0]         lowest_q;
  reg               sat_q;
  reg               dtype_q;
  reg [2:0]         dsel_q;
  reg [1:0]         secop_q;
  reg [31:0]        c_q;

  always @(posedge clk_i) begin
    coarse_s35_q <= coarse_s35;
    tb_s33_q <= tb_s33;
    is_sum_q <= is_sum;
    off_a_q <= off_a;
    off_b_q <= off_b;
    all_out_q <= all_out;
    lowest_q <= lowest;
    sat_q <= sat;
    dtype_q <= dtype;
    dsel_q <= dsel;
    secop_q <= secop;
    c_q <= c_i;
  end

  reg valid_q;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q <= 1'b0;
    end else begin
      valid_q <= valid_i;
    end
  end

  // ==== add | shift: one adder for every sum (9.7.18.1.1) ========================================
  // The sum of the operands, or one of them. A bit of it has six inputs, and so has its carry, so
  // each is one table.
  wire [33:0] a_s34     = coarse_s35_q[33:0];
  wire [33:0] b_s34     = {tb_s33_q[32], tb_s33_q};
  wire [33:0] left_s34  = is_sum_q ? (a_s34 ^ {34{off_a_q}}) : (a_s34 & {34{!off_a_q}});
  wire [33:0] right_s34 = is_sum_q ? (b_s34 ^ {34{off_b_q}}) : (b_s34 & {34{!off_b_q}});
  wire [33:0] sum_s34;
  wire unused_carry;
  vidalu_add34_ripple u_adder (
    .a_i     (left_s34),
    .b_i     (right_s34),
    .carry_i (plus_one),
    .sum_o   (sum_s34),
    .carry_o (unused_carry)
  );

  // vshl and vshr share one shifter, whose second half gives 0 for other operations.
  wire signed [33:0] shifted_s34;

  vidalu_fine_shift u_fine_shift (
    .x_i       (coarse_s35_q),
    .amount_i  (tb_s33_q[1:0]),
    .all_out_i (all_out_q),
    .lowest_i  (lowest_q),
    .right_i   (right),
    .y_o       (shifted_s34)
  );

  // ==== primary: the operation, to 34 bits (9.7.18.1.1, 9.7.18.1.2) ==============================

  // Join the results: each is 0 for operations that do not use its circuit.
  wire signed [33:0] tmp_s34;
  assign tmp_s34 = sum_s34 | shifted_s34;

  // ==== saturate: .sat clamps to the range of the result (9.7.18.1, optSaturate) =================
  wire signed [33:0] sat_s34;
  wire unused_hit;

  vidalu_saturate u_saturate (
    .x_i      (tmp_s34),
    .sat_i    (sat_q),
    .signed_i (dtype_q),
    .dsel_i   (dsel_q),
    .y_o      (sat_s34),
    .hit_o    (unused_hit)
  );

  // Each byte of the result comes from the value, from c, or from their sum. optMerge: the value
  // goes to the bytes of its part of the register (9.7.18.1).
  wire is_word  = dsel_q[2] && dsel_q[0];
  wire is_h0    = (dsel_q == 3'd4);
  wire is_h1    = (dsel_q == 3'd6);
  wire is_long  = dsel_q[2];
  wire adds     = (secop_q == 2'd1);
  wire compares = secop_q[1];
  wire in_0     = is_word || is_h0 || (dsel_q == 3'd0);
  wire in_1     = is_word || is_h0 || (dsel_q == 3'd1);
  wire in_2     = is_word || is_h1 || (dsel_q == 3'd2);
  wire in_3     = is_word || is_h1 || (dsel_q == 3'd3);

  // 0 the value, 1 the byte two places below, 2 c, 3 the sum
  wire [1:0] from_0 = {adds || !in_0, adds};
  wire [1:0] from_1 = {adds || !in_1, adds};
  wire [1:0] from_2 = {adds || !in_2, adds || (in_2 && !is_word)};
  wire [1:0] from_3 = {adds || !in_3, adds || (in_3 && !is_word)};

  // The last adder adds c for .add and subtracts it for the comparison.
  wire [31:0] addend     = c_q ^ {32{compares}};
  wire        wants_less = secop_q[0];

  // ---- registers: saturate -> secondary | merge -------------------------------------------------
  reg signed [33:0] sat_s34_q;
  reg               is_long_q;
  reg [31:0]        addend_q;
  reg [1:0]         from_0_q;
  reg [1:0]         from_1_q;
  reg [1:0]         from_2_q;
  reg [1:0]         from_3_q;
  reg               compares_q;
  reg               wants_less_q;
  reg               dtype_q2;
  reg [31:0]        c_q2;

  always @(posedge clk_i) begin
    sat_s34_q <= sat_s34;
    is_long_q <= is_long;
    addend_q <= addend;
    from_0_q <= from_0;
    from_1_q <= from_1;
    from_2_q <= from_2;
    from_3_q <= from_3;
    compares_q <= compares;
    wants_less_q <= wants_less;
    dtype_q2 <= dtype_q;
    c_q2 <= c_q;
  end

  reg valid_q2;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q2 <= 1'b0;
    end else begin
      valid_q2 <= valid_q;
    end
  end

  // ==== secondary | merge (9.7.18.1, optSecondaryOp and optMerge) ================================

  // The next stage chooses the bytes of the result. Here, a byte of the value is put into both
  // bytes of the low half, so that only whole halves move to another place.
  wire [31:0] x = {sat_s34_q[31:16], is_long_q ? sat_s34_q[15:8] : sat_s34_q[7:0], sat_s34_q[7:0]};

  // One adder computes x + c for .add and x - c for the comparison. After a subtraction, a carry
  // out means that the low word of x is at least c.
  wire [31:0] c_sum;
  wire c_carry;
  vidalu_add32_ripple u_c_adder (
    .a_i     (x),
    .b_i     (addend_q),
    .carry_i (compares_q),
    .sum_o   (c_sum),
    .carry_o (c_carry)
  );

  // The comparison reads the whole intermediate, not only its low 32 bits (SEMANTICS D1).
  wire [1:0] x_top = sat_s34_q[33:32];
  wire [1:0] c_top = {2{dtype_q2 && c_q2[31]}};

  // The bits above the word decide; if they are equal, the low word decides.
  wire top_less  = ($signed(x_top) < $signed(c_top));
  wire top_equal = (x_top == c_top);

  // ==== result: the value, c or their sum, byte by byte (9.7.18.1, optSecondaryOp and optMerge) ==
  // Each byte is one of four: the value, the byte of the value two places below, c, or the sum of
  // value and c. With the two bits that tell them apart and the carry of the sum, a bit of the
  // result has six inputs: one table.
  wire x_less = top_less || (top_equal && !c_carry);
  wire takes_c = compares_q && (x_less == wants_less_q);

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
    chosen(from_3_q | or_c, x[31:24], x[15:8], c_q2[31:24], c_sum[31:24]),
    chosen(from_2_q | or_c, x[23:16], x[7:0], c_q2[23:16], c_sum[23:16]),
    chosen(from_1_q | or_c, x[15:8], x[15:8], c_q2[15:8], c_sum[15:8]),
    chosen(from_0_q | or_c, x[7:0], x[7:0], c_q2[7:0], c_sum[7:0])
  };

  assign d_o = d;
  assign valid_o = valid_q2;

endmodule

`default_nettype wire
