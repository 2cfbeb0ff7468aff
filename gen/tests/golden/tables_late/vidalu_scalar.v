// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_scalar
// Scalar video instructions on one shared datapath.
//
// Operations     vadd, vsub, vmin, vmax, vabsdiff, vset, vshl, vshr
// Manual         PTX ISA 9.7.18.1.1, 9.7.18.1.2, 9.7.18.1.4
// Profile        hardware (SEMANTICS H2): .min and .max compare 32 bits of it, read as dtype
// Latency        4 clock cycles, one instruction per cycle; registers after select, after order,
//                after primary, after saturate
// Handshake      valid_o is valid_i after the latency; the result is valid while valid_o is 1; data
//                registers are not reset
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=hardware prefix=vidalu_ depth=4 handshake=valid reset=rst goal=tables
//                adder=+ multiplier=* language=verilog ops=all
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

  // The registers hold ~a, because the comparison adds it to b.
  wire signed [32:0] not_ta_s33 = ~ta_s33;

  // ---- registers: select -> order ---------------------------------------------------------------
  reg signed [32:0] not_ta_s33_q;
  reg signed [32:0] tb_s33_q;
  reg [2:0]         op_q;
  reg [2:0]         cmp_q;
  reg               wrap_q;
  reg               sat_q;
  reg               dtype_q;
  reg [2:0]         dsel_q;
  reg [1:0]         secop_q;
  reg [31:0]        c_q;

  always @(posedge clk_i) begin
    not_ta_s33_q <= not_ta_s33;
    tb_s33_q <= tb_s33;
    op_q <= op;
    cmp_q <= cmp;
    wrap_q <= wrap;
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

  wire signed [32:0] a_s33 = ~not_ta_s33_q;

  // ==== order: which operand is less, for vmin, vmax, vabsdiff and vset (9.7.18.1.1, 9.7.18.1.4) =
  wire less;
  wire holds;

  vidalu_compare u_compare (
    .a_i    (a_s33),
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
  wire signed [34:0] coarse_s35;
  wire all_out;
  wire [1:0] lowest;

  vidalu_coarse_shift u_coarse_shift (
    .x_i       (a_s33),
    .wrap_i    (wrap_q),
    .right_i   (right),
    .fours_i   (tb_s33_q[31:2]),
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
  reg [31:0]        c_q2;

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

  // ==== add | shift: one adder for every sum (9.7.18.1.1) ========================================
  // The sum of the operands, or one of them. A bit of it has six inputs, and so has its carry, so
  // each is one table.
  wire [33:0] a_s34     = coarse_s35_q[33:0];
  wire [33:0] b_s34     = {tb_s33_q2[32], tb_s33_q2};
  wire [33:0] left_s34  = is_sum_q ? (a_s34 ^ {34{off_a_q}}) : (a_s34 & {34{!off_a_q}});
  wire [33:0] right_s34 = is_sum_q ? (b_s34 ^ {34{off_b_q}}) : (b_s34 & {34{!off_b_q}});

  // Both halves are added at the same time, the upper one without and with a carry.
  wire [16:0] low_sum;
  wire low_carry;
  wire unused_low_adder_low;
  assign {low_carry, low_sum, unused_low_adder_low} =
      {1'b0, left_s34[16:0], 1'b1} + {1'b0, right_s34[16:0], plus_one_q};
  wire [16:0] high_sum;
  wire unused_carry;
  assign {unused_carry, high_sum} = {1'b0, left_s34[33:17]} + {1'b0, right_s34[33:17]};
  wire [16:0] high_sum_plus_1;
  wire unused_carry_plus_1;
  wire unused_high_plus_1_adder_low;
  assign {unused_carry_plus_1, high_sum_plus_1, unused_high_plus_1_adder_low} =
      {1'b0, left_s34[33:17], 1'b1} + {1'b0, right_s34[33:17], 1'd1};

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

  // ==== primary: the operation, to 34 bits (9.7.18.1.1, 9.7.18.1.2, 9.7.18.1.4) ==================

  // The carry of the lower half of the sum chooses the upper half.
  wire [33:0] sum_s34 = {low_carry ? high_sum_plus_1 : high_sum, low_sum};

  // Join the results: each is 0 for operations that do not use its circuit.
  wire signed [33:0] tmp_s34;
  assign tmp_s34 = sum_s34 | shifted_s34 | {33'd0, is_set_q && holds_q};

  // ---- registers: primary -> saturate -----------------------------------------------------------
  reg signed [33:0] tmp_s34_q;
  reg               sat_q3;
  reg               dtype_q3;
  reg [2:0]         dsel_q3;
  reg [1:0]         secop_q3;
  reg [31:0]        c_q3;

  always @(posedge clk_i) begin
    tmp_s34_q <= tmp_s34;
    sat_q3 <= sat_q2;
    dtype_q3 <= dtype_q2;
    dsel_q3 <= dsel_q2;
    secop_q3 <= secop_q2;
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

  // ==== saturate: .sat clamps to the range of the result (9.7.18.1, optSaturate) =================
  wire signed [33:0] sat_s34;
  wire unused_hit;

  vidalu_saturate u_saturate (
    .x_i      (tmp_s34_q),
    .sat_i    (sat_q3),
    .signed_i (dtype_q3),
    .dsel_i   (dsel_q3),
    .y_o      (sat_s34),
    .hit_o    (unused_hit)
  );

  // The last adder adds c for .add and subtracts it for the comparison.
  wire [31:0] addend = c_q3 ^ {32{secop_q3[1]}};

  // ---- registers: saturate -> secondary | merge -------------------------------------------------
  reg signed [33:0] sat_s34_q;
  reg [31:0]        addend_q;
  reg               dtype_q4;
  reg [2:0]         dsel_q4;
  reg [1:0]         secop_q4;
  reg [31:0]        c_q4;

  always @(posedge clk_i) begin
    sat_s34_q <= sat_s34;
    addend_q <= addend;
    dtype_q4 <= dtype_q3;
    dsel_q4 <= dsel_q3;
    secop_q4 <= secop_q3;
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

  // ==== secondary | merge (9.7.18.1, optSecondaryOp and optMerge) ================================
  // The next stage chooses the bytes of the result. Here, a byte of the value is put into both
  // bytes of the low half, so that only whole halves move to another place.
  wire        compares = secop_q4[1];
  wire [31:0] x        = {sat_s34_q[31:16],
                          dsel_q4[2] ? sat_s34_q[15:8] : sat_s34_q[7:0],
                          sat_s34_q[7:0]};

  // One adder computes x + c for .add and x - c for the comparison, where x is a word. The sign of
  // the difference says whether the low 32 bits, read as dtype again, are less (SEMANTICS H2).
  wire [34:0] left_s35  = {{3{dtype_q4 && sat_s34_q[31]}}, sat_s34_q[31:0]};
  wire [1:0] unused_x_top = sat_s34_q[33:32];
  wire [34:0] right_s35 = {{3{(dtype_q4 && c_q4[31]) ^ compares}}, addend_q};
  wire [34:0] c_sum_s35;
  wire unused_c_carry;
  wire unused_c_adder_low;
  assign {unused_c_carry, c_sum_s35, unused_c_adder_low} =
      {1'b0, left_s35, 1'b1} + {1'b0, right_s35, compares};
  wire [31:0] c_sum = c_sum_s35[31:0];
  wire x_less = c_sum_s35[34];
  wire [1:0] unused_c_sum_top = c_sum_s35[33:32];

  // ==== result: the value, c or their sum, byte by byte (9.7.18.1, optSecondaryOp and optMerge) ==
  // Each byte is one of four: the value, the byte of the value two places below, c, or the sum of
  // value and c. Whether the comparison takes c is known last, and so it is chosen last.
  wire is_word  = dsel_q4[2] && dsel_q4[0];
  wire is_h0    = (dsel_q4 == 3'd4);
  wire is_h1    = (dsel_q4 == 3'd6);
  wire adds     = (secop_q4 == 2'd1);
  wire takes_c  = secop_q4[1] && (x_less == secop_q4[0]);

  // optMerge: which bytes the value goes to
  wire in_0 = is_word || is_h0 || (dsel_q4 == 3'd0);
  wire in_1 = is_word || is_h0 || (dsel_q4 == 3'd1);
  wire in_2 = is_word || is_h1 || (dsel_q4 == 3'd2);
  wire in_3 = is_word || is_h1 || (dsel_q4 == 3'd3);

  // 0 the value, 1 the byte two places below, 2 c, 3 the sum
  wire [1:0] from_0 = {adds || !in_0, adds};
  wire [1:0] from_1 = {adds || !in_1, adds};
  wire [1:0] from_2 = {adds || !in_2, adds || (in_2 && !is_word)};
  wire [1:0] from_3 = {adds || !in_3, adds || (in_3 && !is_word)};

  function [7:0] chosen;
    input [1:0] from;
    input [7:0] own;
    input [7:0] below;
    input [7:0] c;
    input [7:0] sum;
    chosen = from[1] ? (from[0] ? sum : c) : (from[0] ? below : own);
  endfunction

  wire [31:0] d;
  assign d = takes_c ? c_q4 : {
    chosen(from_3, x[31:24], x[15:8], c_q4[31:24], c_sum[31:24]),
    chosen(from_2, x[23:16], x[7:0], c_q4[23:16], c_sum[23:16]),
    chosen(from_1, x[15:8], x[15:8], c_q4[15:8], c_sum[15:8]),
    chosen(from_0, x[7:0], x[7:0], c_q4[7:0], c_sum[7:0])
  };

  assign d_o = d;
  assign valid_o = valid_q4;

endmodule

`default_nettype wire
