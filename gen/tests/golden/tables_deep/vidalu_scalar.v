// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_scalar
// Scalar video instructions on one shared datapath.
//
// Operations     vadd, vsub, vmin, vmax, vabsdiff, vset, vshl, vshr
// Manual         PTX ISA 9.7.18.1.1, 9.7.18.1.2, 9.7.18.1.4
// Profile        hardware (SEMANTICS H2): .min and .max compare 32 bits of it, read as dtype
// Latency        8 clock cycles, one instruction per cycle; registers at the inputs, after select,
//                after order, after add | shift, after primary, after saturate, after secondary |
//                merge, at the outputs
// Handshake      valid_o is valid_i after the latency; the result is valid while valid_o is 1; data
//                registers are not reset
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=hardware prefix=vidalu_ depth=8 handshake=valid reset=rst sat_o
//                goal=tables adder=ripple multiplier=* language=verilog ops=all
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
  output wire [31:0] d_o,      // result
  output wire        sat_o     // .sat has changed the result
);

  // ---- registers: input -> select ---------------------------------------------------------------
  reg [21:0] ctl_q;
  reg [31:0] a_q;
  reg [31:0] b_q;
  reg [31:0] c_q;

  always @(posedge clk_i) begin
    ctl_q <= ctl_i;
    a_q <= a_i;
    b_q <= b_i;
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

  // ==== control word =============================================================================
  wire       atype = ctl_q[0];      // a is signed (.s32)
  wire       btype = ctl_q[1];      // b is signed (.s32)
  wire       dtype = ctl_q[2];      // the result is signed (.s32)
  wire       sat   = ctl_q[3];      // saturate the result (.sat)
  wire [2:0] asel  = ctl_q[6:4];    // part of a that is read
  wire [2:0] bsel  = ctl_q[9:7];    // part of b that is read
  wire [2:0] op    = ctl_q[12:10];  // primary operation
  wire [2:0] dsel  = ctl_q[15:13];  // part of c that the result replaces; word: no merge
  wire [1:0] secop = ctl_q[17:16];  // secondary operation with c; none unless dsel is word
  wire [2:0] cmp   = ctl_q[20:18];  // comparison of vset, else 0
  wire       wrap  = ctl_q[21];     // shift amount: 1 .wrap, 0 .clamp

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
    .x_i      (a_q),
    .sel_i    (asel),
    .signed_i (atype),
    .y_o      (ta_s33)
  );

  vidalu_select u_select_b (
    .x_i      (b_q),
    .sel_i    (bsel),
    .signed_i (btype),
    .y_o      (tb_s33)
  );

  // ---- registers: select -> order ---------------------------------------------------------------
  reg signed [32:0] ta_s33_q;
  reg signed [32:0] tb_s33_q;
  reg [2:0]         op_q;
  reg [2:0]         cmp_q;
  reg               wrap_q;
  reg               sat_q;
  reg               dtype_q;
  reg [2:0]         dsel_q;
  reg [1:0]         secop_q;
  reg [31:0]        c_q2;

  always @(posedge clk_i) begin
    ta_s33_q <= ta_s33;
    tb_s33_q <= tb_s33;
    op_q <= op;
    cmp_q <= cmp;
    wrap_q <= wrap;
    sat_q <= sat;
    dtype_q <= dtype;
    dsel_q <= dsel;
    secop_q <= secop;
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

  // ==== order: which operand is less, for vmin, vmax, vabsdiff and vset (9.7.18.1.1, 9.7.18.1.4) =
  wire less;
  wire holds;

  vidalu_compare u_compare (
    .a_i    (ta_s33_q),
    .b_i    (tb_s33_q),
    .cmp_i  (cmp_q),
    .less_o (less),
    .true_o (holds)
  );

  // One adder serves vadd, vsub and vabsdiff, and also vmin and vmax, which add 0 to the operand
  // that they select. off_a and off_b invert an operand of a sum and clear any other. All this is
  // decided here, so that the next stage begins with the adder.
  wire is_sum   = (op_q == OpVadd) || (op_q == OpVsub) || (op_q == OpVabsdiff);
  wire subtract = (op_q != OpVadd);
  wire reverse  = (op_q == OpVabsdiff) && less;
  wire takes_a  = (less == (op_q == OpVmin));
  wire is_pick  = (op_q == OpVmin) || (op_q == OpVmax);
  wire off_a    = is_sum ? (subtract && reverse) : !(is_pick && takes_a);
  wire off_b    = is_sum ? (subtract && !reverse) : !(is_pick && !takes_a);
  wire plus_one = is_sum && subtract;

  // vshl and vshr share one shifter. Whether they use it, and its direction, are decided here too.
  wire is_shift = (op_q == OpVshl) || (op_q == OpVshr);
  wire right    = (op_q == OpVshr);

  // vset: the result is the truth value.
  wire is_set = (op_q == OpVset);

  // The first half of the shifter. Its value is the first operand for other operations.
  wire turns = is_shift && !right;
  wire [2:0] fours = tb_s33_q[4:2] & {3{is_shift}};
  wire signed [34:0] coarse_s35;
  wire all_out;
  wire [1:0] lowest;

  vidalu_coarse_shift u_coarse_shift (
    .x_i       (ta_s33_q),
    .wrap_i    (wrap_q),
    .right_i   (right),
    .turns_i   (turns),
    .fours_i   (fours),
    .above_i   (tb_s33_q[31:5]),
    .shift_i   (is_shift),
    .y_o       (coarse_s35),
    .all_out_o (all_out),
    .lowest_o  (lowest)
  );

  // ---- registers: order -> add | shift ----------------------------------------------------------
  reg signed [34:0] coarse_s35_q;
  reg signed [32:0] tb_s33_q2;
  reg               is_sum_q;
  reg               off_a_q;
  reg               off_b_q;
  reg               plus_one_q;
  reg               right_q;
  reg               is_set_q;
  reg               all_out_q;
  reg [1:0]         lowest_q;
  reg               holds_q;
  reg               sat_q2;
  reg               dtype_q2;
  reg [2:0]         dsel_q2;
  reg [1:0]         secop_q2;
  reg [31:0]        c_q3;

  always @(posedge clk_i) begin
    coarse_s35_q <= coarse_s35;
    tb_s33_q2 <= tb_s33_q;
    is_sum_q <= is_sum;
    off_a_q <= off_a;
    off_b_q <= off_b;
    plus_one_q <= plus_one;
    right_q <= right;
    is_set_q <= is_set;
    all_out_q <= all_out;
    lowest_q <= lowest;
    holds_q <= holds;
    sat_q2 <= sat_q;
    dtype_q2 <= dtype_q;
    dsel_q2 <= dsel_q;
    secop_q2 <= secop_q;
    c_q3 <= c_q2;
  end

  reg valid_q3;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q3 <= 1'b0;
    end else begin
      valid_q3 <= valid_q2;
    end
  end

  // ==== add | shift: one adder for every sum (9.7.18.1.1) ========================================
  // The sum of the operands, or one of them. A bit of it has six inputs, and so has its carry, so
  // each is one table.
  wire [33:0] a_s34     = coarse_s35_q[33:0];
  wire [33:0] b_s34     = {tb_s33_q2[32], tb_s33_q2};
  wire [33:0] left_s34  = is_sum_q ? (a_s34 ^ {34{off_a_q}}) : (a_s34 & {34{!off_a_q}});
  wire [33:0] right_s34 = is_sum_q ? (b_s34 ^ {34{off_b_q}}) : (b_s34 & {34{!off_b_q}});
  wire [33:0] sum_s34;
  wire unused_carry;
  vidalu_add34_ripple u_adder (
    .a_i     (left_s34),
    .b_i     (right_s34),
    .carry_i (plus_one_q),
    .sum_o   (sum_s34),
    .carry_o (unused_carry)
  );

  // vshl and vshr share one shifter, whose second half gives 0 for other operations.
  wire signed [33:0] shifted_s34;

  vidalu_fine_shift u_fine_shift (
    .x_i       (coarse_s35_q),
    .amount_i  (tb_s33_q2[1:0]),
    .all_out_i (all_out_q),
    .lowest_i  (lowest_q),
    .right_i   (right_q),
    .y_o       (shifted_s34)
  );

  // ---- registers: add | shift -> primary --------------------------------------------------------
  reg [33:0]        sum_s34_q;
  reg signed [33:0] shifted_s34_q;
  reg               holds_q2;
  reg               is_set_q2;
  reg               sat_q3;
  reg               dtype_q3;
  reg [2:0]         dsel_q3;
  reg [1:0]         secop_q3;
  reg [31:0]        c_q4;

  always @(posedge clk_i) begin
    sum_s34_q <= sum_s34;
    shifted_s34_q <= shifted_s34;
    holds_q2 <= holds_q;
    is_set_q2 <= is_set_q;
    sat_q3 <= sat_q2;
    dtype_q3 <= dtype_q2;
    dsel_q3 <= dsel_q2;
    secop_q3 <= secop_q2;
    c_q4 <= c_q3;
  end

  reg valid_q4;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q4 <= 1'b0;
    end else begin
      valid_q4 <= valid_q3;
    end
  end

  // ==== primary: the operation, to 34 bits (9.7.18.1.1, 9.7.18.1.2, 9.7.18.1.4) ==================

  // Join the results: each is 0 for operations that do not use its circuit.
  wire signed [33:0] tmp_s34;
  assign tmp_s34 = sum_s34_q | shifted_s34_q | {33'd0, is_set_q2 && holds_q2};

  // Bits above the range must repeat the sign. Which ones is decided here, so that the next stage
  // begins with them. A signed range has one bit less.
  wire       to_byte = !dsel_q3[2];
  wire       to_word = dsel_q3[2] && dsel_q3[0];
  wire [5:0] checks  = {6{sat_q3}} & {
    1'b1, !to_word || dtype_q3, !to_word, !to_word && (to_byte || dtype_q3), to_byte,
    to_byte && dtype_q3};

  // ---- registers: primary -> saturate -----------------------------------------------------------
  reg signed [33:0] tmp_s34_q;
  reg [5:0]         checks_q;
  reg               dtype_q4;
  reg [2:0]         dsel_q4;
  reg [1:0]         secop_q4;
  reg [31:0]        c_q5;

  always @(posedge clk_i) begin
    tmp_s34_q <= tmp_s34;
    checks_q <= checks;
    dtype_q4 <= dtype_q3;
    dsel_q4 <= dsel_q3;
    secop_q4 <= secop_q3;
    c_q5 <= c_q4;
  end

  reg valid_q5;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q5 <= 1'b0;
    end else begin
      valid_q5 <= valid_q4;
    end
  end

  // ==== saturate: .sat clamps to the range of the result (9.7.18.1, optSaturate) =================
  wire [3:0] over;

  vidalu_excess u_excess (
    .x_i      (tmp_s34_q[33:7]),
    .signed_i (dtype_q4),
    .checks_i (checks_q),
    .over_o   (over)
  );

  wire signed [33:0] sat_s34;
  wire hit;

  vidalu_clamp u_saturate (
    .x_i      (tmp_s34_q),
    .signed_i (dtype_q4),
    .dsel_i   (dsel_q4),
    .over_i   (over),
    .y_o      (sat_s34),
    .hit_o    (hit)
  );

  // Each byte of the result comes from the value, from c, or from their sum. optMerge: the value
  // goes to the bytes of its part of the register (9.7.18.1).
  wire is_word  = dsel_q4[2] && dsel_q4[0];
  wire is_h0    = (dsel_q4 == 3'd4);
  wire is_h1    = (dsel_q4 == 3'd6);
  wire is_long  = dsel_q4[2];
  wire adds     = (secop_q4 == 2'd1);
  wire compares = secop_q4[1];
  wire in_0     = is_word || is_h0 || (dsel_q4 == 3'd0);
  wire in_1     = is_word || is_h0 || (dsel_q4 == 3'd1);
  wire in_2     = is_word || is_h1 || (dsel_q4 == 3'd2);
  wire in_3     = is_word || is_h1 || (dsel_q4 == 3'd3);

  // 0 the value, 1 the byte two places below, 2 c, 3 the sum
  wire [1:0] from_0 = {adds || !in_0, adds};
  wire [1:0] from_1 = {adds || !in_1, adds};
  wire [1:0] from_2 = {adds || !in_2, adds || (in_2 && !is_word)};
  wire [1:0] from_3 = {adds || !in_3, adds || (in_3 && !is_word)};

  // The last adder adds c for .add and subtracts it for the comparison.
  wire [31:0] addend     = c_q5 ^ {32{compares}};
  wire        wants_less = secop_q4[0];

  // ---- registers: saturate -> secondary | merge -------------------------------------------------
  reg signed [33:0] sat_s34_q;
  reg               hit_q;
  reg               is_long_q;
  reg [31:0]        addend_q;
  reg [1:0]         from_0_q;
  reg [1:0]         from_1_q;
  reg [1:0]         from_2_q;
  reg [1:0]         from_3_q;
  reg               compares_q;
  reg               wants_less_q;
  reg               dtype_q5;
  reg [31:0]        c_q6;

  always @(posedge clk_i) begin
    sat_s34_q <= sat_s34;
    hit_q <= hit;
    is_long_q <= is_long;
    addend_q <= addend;
    from_0_q <= from_0;
    from_1_q <= from_1;
    from_2_q <= from_2;
    from_3_q <= from_3;
    compares_q <= compares;
    wants_less_q <= wants_less;
    dtype_q5 <= dtype_q4;
    c_q6 <= c_q5;
  end

  reg valid_q6;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q6 <= 1'b0;
    end else begin
      valid_q6 <= valid_q5;
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

  // The comparison reads the low 32 bits of the intermediate again, as dtype (SEMANTICS H2).
  wire [1:0] x_top = {2{dtype_q5 && x[31]}};
  wire [1:0] unused_x_top = sat_s34_q[33:32];
  wire [1:0] c_top = {2{dtype_q5 && c_q6[31]}};

  // The bits above the word decide; if they are equal, the low word decides.
  wire top_less  = ($signed(x_top) < $signed(c_top));
  wire top_equal = (x_top == c_top);

  // ---- registers: secondary | merge -> result ---------------------------------------------------
  reg [31:0] x_q;
  reg [31:0] c_sum_q;
  reg        c_carry_q;
  reg        top_less_q;
  reg        top_equal_q;
  reg        hit_q2;
  reg [1:0]  from_0_q2;
  reg [1:0]  from_1_q2;
  reg [1:0]  from_2_q2;
  reg [1:0]  from_3_q2;
  reg        compares_q2;
  reg        wants_less_q2;
  reg [31:0] c_q7;

  always @(posedge clk_i) begin
    x_q <= x;
    c_sum_q <= c_sum;
    c_carry_q <= c_carry;
    top_less_q <= top_less;
    top_equal_q <= top_equal;
    hit_q2 <= hit_q;
    from_0_q2 <= from_0_q;
    from_1_q2 <= from_1_q;
    from_2_q2 <= from_2_q;
    from_3_q2 <= from_3_q;
    compares_q2 <= compares_q;
    wants_less_q2 <= wants_less_q;
    c_q7 <= c_q6;
  end

  reg valid_q7;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q7 <= 1'b0;
    end else begin
      valid_q7 <= valid_q6;
    end
  end

  // ==== result: the value, c or their sum, byte by byte (9.7.18.1, optSecondaryOp and optMerge) ==
  // Each byte is one of four: the value, the byte of the value two places below, c, or the sum of
  // value and c. With the two bits that tell them apart and the carry of the sum, a bit of the
  // result has six inputs: one table.
  wire x_less = top_less_q || (top_equal_q && !c_carry_q);
  wire takes_c = compares_q2 && (x_less == wants_less_q2);

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
    chosen(from_3_q2 | or_c, x_q[31:24], x_q[15:8], c_q7[31:24], c_sum_q[31:24]),
    chosen(from_2_q2 | or_c, x_q[23:16], x_q[7:0], c_q7[23:16], c_sum_q[23:16]),
    chosen(from_1_q2 | or_c, x_q[15:8], x_q[15:8], c_q7[15:8], c_sum_q[15:8]),
    chosen(from_0_q2 | or_c, x_q[7:0], x_q[7:0], c_q7[7:0], c_sum_q[7:0])
  };

  // ---- registers: result -> output --------------------------------------------------------------
  reg [31:0] d_q;
  reg        hit_q3;

  always @(posedge clk_i) begin
    d_q <= d;
    hit_q3 <= hit_q2;
  end

  reg valid_q8;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q8 <= 1'b0;
    end else begin
      valid_q8 <= valid_q7;
    end
  end

  assign d_o   = d_q;
  assign sat_o = hit_q3;
  assign valid_o = valid_q8;

endmodule

`default_nettype wire
