// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_scalar
// Scalar video instructions on one shared datapath.
//
// Operations     vadd, vsub, vmin, vmax, vabsdiff, vset, vshl, vshr
// Manual         PTX ISA 9.7.18.1.1, 9.7.18.1.2, 9.7.18.1.4
// Profile        hardware (SEMANTICS H2): .min and .max compare 32 bits of it, read as dtype
// Latency        4 clock cycles, one instruction per cycle; registers after select, after order |
//                add, after primary, after saturate
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

  // The operation is decoded here, so that the next stage begins with the adders and the shifter.
  wire       is_add     = (op == OpVadd);
  wire       is_sum     = (op == OpVadd) || (op == OpVsub) || (op == OpVabsdiff);
  wire       is_absdiff = (op == OpVabsdiff);
  wire       is_pick    = (op == OpVmin) || (op == OpVmax);
  wire       takes_min  = (op == OpVmin);
  wire       is_set     = (op == OpVset);
  wire       is_shift   = (op == OpVshl) || (op == OpVshr);
  wire       right      = (op == OpVshr);
  wire       turns      = is_shift && !right;
  wire [2:0] fours      = tb_s33[4:2] & {3{is_shift}};

  // The adders take ~b for vadd.
  wire signed [32:0] b_s33 = tb_s33 ^ {33{is_add}};

  // The comparison adds ~a to b.
  wire signed [32:0] not_ta_s33 = ~ta_s33;

  // ---- registers: select -> order | add ---------------------------------------------------------
  reg signed [32:0] not_ta_s33_q;
  reg signed [32:0] b_s33_q;
  reg               is_add_q;
  reg               is_sum_q;
  reg               is_absdiff_q;
  reg               is_pick_q;
  reg               takes_min_q;
  reg               is_set_q;
  reg               right_q;
  reg               is_shift_q;
  reg               turns_q;
  reg [2:0]         fours_q;
  reg [2:0]         cmp_q;
  reg               wrap_q;
  reg               sat_q;
  reg               dtype_q;
  reg [2:0]         dsel_q;
  reg [1:0]         secop_q;
  reg [31:0]        c_q;

  always @(posedge clk_i) begin
    not_ta_s33_q <= not_ta_s33;
    b_s33_q <= b_s33;
    is_add_q <= is_add;
    is_sum_q <= is_sum;
    is_absdiff_q <= is_absdiff;
    is_pick_q <= is_pick;
    takes_min_q <= takes_min;
    is_set_q <= is_set;
    right_q <= right;
    is_shift_q <= is_shift;
    turns_q <= turns;
    fours_q <= fours;
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

  // ==== order | add: a + b or a - b, and the order of the operands (9.7.18.1.1, 9.7.18.1.4) ======
  // The operands are compared by ~a + b, whose sign is 0 if a is less. Its inverse is a - b.
  // For vadd, b is inverted and 1 is added: the inverse of ~a + ~b + 1 is a + b.
  // For |a - b|, the lower half is also added with a carry: ~a + b + 1 is b - a.
  // Both halves are added at the same time, the upper one without and with a carry.
  wire [33:0] left_s34  = {not_ta_s33_q[32], not_ta_s33_q};
  wire [33:0] right_s34 = {b_s33_q[32], b_s33_q};
  wire [16:0] low_sum;
  wire low_carry;
  wire unused_low_adder_low;
  assign {low_carry, low_sum, unused_low_adder_low} =
      {1'b0, left_s34[16:0], 1'b1} + {1'b0, right_s34[16:0], is_add_q};
  wire [16:0] low_sum_plus_1;
  wire low_carry_plus_1;
  wire unused_low_plus_1_adder_low;
  assign {low_carry_plus_1, low_sum_plus_1, unused_low_plus_1_adder_low} =
      {1'b0, left_s34[16:0], 1'b1} + {1'b0, right_s34[16:0], 1'd1};
  wire [16:0] high_sum;
  wire unused_carry;
  assign {unused_carry, high_sum} = {1'b0, left_s34[33:17]} + {1'b0, right_s34[33:17]};
  wire [16:0] high_sum_plus_1;
  wire unused_carry_plus_1;
  wire unused_high_plus_1_adder_low;
  assign {unused_carry_plus_1, high_sum_plus_1, unused_high_plus_1_adder_low} =
      {1'b0, left_s34[33:17], 1'b1} + {1'b0, right_s34[33:17], 1'd1};

  wire low_equal  = (left_s34[16:0] == ~right_s34[16:0]);
  wire high_equal = (left_s34[32:17] == ~right_s34[32:17]);

  // The first half of the shifter. Its value is the first operand for other operations.
  wire signed [34:0] coarse_s35;
  wire all_out;
  wire [1:0] lowest;

  vidalu_coarse_shift u_coarse_shift (
    .x_i       (a_s33),
    .wrap_i    (wrap_q),
    .right_i   (right_q),
    .turns_i   (turns_q),
    .fours_i   (fours_q),
    .above_i   (b_s33_q[31:5]),
    .shift_i   (is_shift_q),
    .y_o       (coarse_s35),
    .all_out_o (all_out),
    .lowest_o  (lowest)
  );

  // ---- registers: order | add -> primary --------------------------------------------------------
  reg signed [34:0] coarse_s35_q;
  reg               all_out_q;
  reg [1:0]         lowest_q;
  reg signed [32:0] b_s33_q2;
  reg [16:0]        low_sum_q;
  reg               low_carry_q;
  reg [16:0]        high_sum_q;
  reg [16:0]        high_sum_plus_1_q;
  reg [16:0]        low_sum_plus_1_q;
  reg               low_carry_plus_1_q;
  reg               low_equal_q;
  reg               high_equal_q;
  reg               is_sum_q2;
  reg               is_absdiff_q2;
  reg               is_pick_q2;
  reg               takes_min_q2;
  reg               is_set_q2;
  reg               right_q2;
  reg [2:0]         cmp_q2;
  reg               sat_q2;
  reg               dtype_q2;
  reg [2:0]         dsel_q2;
  reg [1:0]         secop_q2;
  reg [31:0]        c_q2;

  always @(posedge clk_i) begin
    coarse_s35_q <= coarse_s35;
    all_out_q <= all_out;
    lowest_q <= lowest;
    b_s33_q2 <= b_s33_q;
    low_sum_q <= low_sum;
    low_carry_q <= low_carry;
    high_sum_q <= high_sum;
    high_sum_plus_1_q <= high_sum_plus_1;
    low_sum_plus_1_q <= low_sum_plus_1;
    low_carry_plus_1_q <= low_carry_plus_1;
    low_equal_q <= low_equal;
    high_equal_q <= high_equal;
    is_sum_q2 <= is_sum_q;
    is_absdiff_q2 <= is_absdiff_q;
    is_pick_q2 <= is_pick_q;
    takes_min_q2 <= takes_min_q;
    is_set_q2 <= is_set_q;
    right_q2 <= right_q;
    cmp_q2 <= cmp_q;
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

  // ==== primary: the operation, to 34 bits (9.7.18.1.1, 9.7.18.1.2, 9.7.18.1.4) ==================

  // vshl and vshr share one shifter, whose second half gives 0 for other operations.
  wire signed [33:0] shifted_s34;

  vidalu_fine_shift u_fine_shift (
    .x_i       (coarse_s35_q),
    .amount_i  (b_s33_q2[1:0]),
    .all_out_i (all_out_q),
    .lowest_i  (lowest_q),
    .right_i   (right_q2),
    .y_o       (shifted_s34)
  );

  // The carry of the lower half chooses the upper half.
  wire less = !(low_carry_q ? high_sum_plus_1_q[16] : high_sum_q[16]);

  // vabsdiff takes b - a if a is less.
  wire        reverse = is_absdiff_q2 && less;
  wire        carry   = reverse ? low_carry_plus_1_q : low_carry_q;
  wire [16:0] low     = reverse ? low_sum_plus_1_q : ~low_sum_q;
  wire [16:0] high    = (carry ? high_sum_plus_1_q : high_sum_q) ^ {17{!reverse}};
  wire [33:0] sum_s34 = {high, low} & {34{is_sum_q2}};

  // vmin and vmax take an operand.
  wire takes_a = is_pick_q2 && (less == takes_min_q2);
  wire takes_b = is_pick_q2 && (less != takes_min_q2);
  wire [33:0] a_s34 = coarse_s35_q[33:0];
  wire [33:0] b_s34 = {b_s33_q2[32], b_s33_q2};
  wire [33:0] picked_s34 = (a_s34 & {34{takes_a}}) | (b_s34 & {34{takes_b}});

  // 9.7.18.1.4. Bit 1 of the code means "less", bit 2 "less or equal", neither of them "equal". Bit
  // 0 inverts the answer.
  wire equal = low_equal_q && high_equal_q;
  wire holds = ((less && (cmp_q2[2:1] != 2'd0)) || (equal && !cmp_q2[1])) ^ cmp_q2[0];

  // Join the results: each is 0 for operations that do not use its circuit.
  wire signed [33:0] tmp_s34;
  assign tmp_s34 = sum_s34 | picked_s34 | shifted_s34 | {33'd0, is_set_q2 && holds};

  // Bits above the range must repeat the sign. Which ones is decided here, so that the next stage
  // begins with them. A signed range has one bit less.
  wire       to_byte = !dsel_q2[2];
  wire       to_word = dsel_q2[2] && dsel_q2[0];
  wire [5:0] checks  = {6{sat_q2}} & {
    1'b1, !to_word || dtype_q2, !to_word, !to_word && (to_byte || dtype_q2), to_byte,
    to_byte && dtype_q2};

  // ---- registers: primary -> saturate -----------------------------------------------------------
  reg signed [33:0] tmp_s34_q;
  reg [5:0]         checks_q;
  reg               dtype_q3;
  reg [2:0]         dsel_q3;
  reg [1:0]         secop_q3;
  reg [31:0]        c_q3;

  always @(posedge clk_i) begin
    tmp_s34_q <= tmp_s34;
    checks_q <= checks;
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
  wire [3:0] over;

  vidalu_excess u_excess (
    .x_i      (tmp_s34_q[33:7]),
    .signed_i (dtype_q3),
    .checks_i (checks_q),
    .over_o   (over)
  );

  wire signed [33:0] sat_s34;
  wire unused_hit;

  vidalu_clamp u_saturate (
    .x_i      (tmp_s34_q),
    .signed_i (dtype_q3),
    .dsel_i   (dsel_q3),
    .over_i   (over),
    .y_o      (sat_s34),
    .hit_o    (unused_hit)
  );

  // Each byte of the result comes from the value, from c, or from their sum. optMerge: the value
  // goes to the bytes of its part of the register (9.7.18.1).
  wire is_word  = dsel_q3[2] && dsel_q3[0];
  wire is_h0    = (dsel_q3 == 3'd4);
  wire is_h1    = (dsel_q3 == 3'd6);
  wire is_long  = dsel_q3[2];
  wire adds     = (secop_q3 == 2'd1);
  wire compares = secop_q3[1];
  wire in_0     = is_word || is_h0 || (dsel_q3 == 3'd0);
  wire in_1     = is_word || is_h0 || (dsel_q3 == 3'd1);
  wire in_2     = is_word || is_h1 || (dsel_q3 == 3'd2);
  wire in_3     = is_word || is_h1 || (dsel_q3 == 3'd3);

  // 0 the value, 1 the byte two places below, 2 c, 3 the sum
  wire [1:0] from_0 = {adds || !in_0, adds};
  wire [1:0] from_1 = {adds || !in_1, adds};
  wire [1:0] from_2 = {adds || !in_2, adds || (in_2 && !is_word)};
  wire [1:0] from_3 = {adds || !in_3, adds || (in_3 && !is_word)};

  // The last adder adds c for .add and subtracts it for the comparison.
  // The sign of the difference says which is less. It is inverted for .min, and then says whether c
  // is taken.
  wire        addend_top = (dtype_q3 && c_q3[31]) ^ compares;
  wire [34:0] addend_s35 = {addend_top ^ !secop_q3[0], {2{addend_top}}, c_q3 ^ {32{compares}}};

  // ---- registers: saturate -> secondary | merge -------------------------------------------------
  reg signed [33:0] sat_s34_q;
  reg               is_long_q;
  reg [34:0]        addend_s35_q;
  reg [1:0]         from_0_q;
  reg [1:0]         from_1_q;
  reg [1:0]         from_2_q;
  reg [1:0]         from_3_q;
  reg               compares_q;
  reg               dtype_q4;
  reg [31:0]        c_q4;

  always @(posedge clk_i) begin
    sat_s34_q <= sat_s34;
    is_long_q <= is_long;
    addend_s35_q <= addend_s35;
    from_0_q <= from_0;
    from_1_q <= from_1;
    from_2_q <= from_2;
    from_3_q <= from_3;
    compares_q <= compares;
    dtype_q4 <= dtype_q3;
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
  wire [31:0] x = {sat_s34_q[31:16], is_long_q ? sat_s34_q[15:8] : sat_s34_q[7:0], sat_s34_q[7:0]};

  // One adder computes x + c for .add and x - c for the comparison, where x is a word. The sign of
  // the difference is about the low 32 bits, read as dtype again (SEMANTICS H2).
  wire [34:0] left_s35 = {{3{dtype_q4 && sat_s34_q[31]}}, sat_s34_q[31:0]};
  wire [1:0] unused_x_top = sat_s34_q[33:32];

  // Both halves are added at the same time, the upper one without and with a carry.
  wire [16:0] c_low_sum;
  wire c_low_carry;
  wire unused_c_low_adder_low;
  assign {c_low_carry, c_low_sum, unused_c_low_adder_low} =
      {1'b0, left_s35[16:0], 1'b1} + {1'b0, addend_s35_q[16:0], compares_q};
  wire [17:0] c_high_sum;
  wire unused_c_carry;
  assign {unused_c_carry, c_high_sum} = {1'b0, left_s35[34:17]} + {1'b0, addend_s35_q[34:17]};
  wire [17:0] c_high_sum_plus_1;
  wire unused_c_carry_plus_1;
  wire unused_c_high_plus_1_adder_low;
  assign {unused_c_carry_plus_1, c_high_sum_plus_1, unused_c_high_plus_1_adder_low} =
      {1'b0, left_s35[34:17], 1'b1} + {1'b0, addend_s35_q[34:17], 1'd1};

  // ==== result: the value, c or their sum, byte by byte (9.7.18.1, optSecondaryOp and optMerge) ==
  // Each byte is one of four: the value, the byte of the value two places below, c, or the sum of
  // value and c. Whether the comparison takes c is known last, and so it is chosen last.
  wire [17:0] c_high = c_low_carry ? c_high_sum_plus_1 : c_high_sum;
  wire [31:0] c_sum = {c_high[14:0], c_low_sum};
  wire [1:0] unused_c_high = c_high[16:15];
  wire takes_c = compares_q && c_high[17];

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
    chosen(from_3_q, x[31:24], x[15:8], c_q4[31:24], c_sum[31:24]),
    chosen(from_2_q, x[23:16], x[7:0], c_q4[23:16], c_sum[23:16]),
    chosen(from_1_q, x[15:8], x[15:8], c_q4[15:8], c_sum[15:8]),
    chosen(from_0_q, x[7:0], x[7:0], c_q4[7:0], c_sum[7:0])
  };

  assign d_o = d;
  assign valid_o = valid_q4;

endmodule

`default_nettype wire
