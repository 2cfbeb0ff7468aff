// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_vmad
// Vmad: multiply, add, scale, saturate.
//
// Operations     vmad
// Manual         PTX ISA 9.7.18.1.3
// Profile        manual and hardware agree (SEMANTICS D5): the sum is exact, -c is ~c + 1
// Latency        6 clock cycles, one instruction per cycle; registers after select, after rows,
//                after reduction 3, after reduction 6, after thirds, after scale
// Handshake      valid_o is valid_i after the latency; the result is valid while valid_o is 1; data
//                registers are not reset
// Control word   vidalu_defs.vh lists the fields; the result of any other code is undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=6 handshake=valid reset=rst sat_o
//                adder=sklansky multiplier=booth4-dadda language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_vmad (
  input  wire        clk_i,    // clock
  input  wire        rst_i,    // reset, synchronous, active high
  input  wire        valid_i,  // the inputs carry an instruction
  input  wire [13:0] ctl_i,    // control word
  input  wire [31:0] a_i,      // left factor
  input  wire [31:0] b_i,      // right factor
  input  wire [31:0] c_i,      // addend
  output wire        valid_o,  // the outputs carry a result
  output wire [31:0] d_o,      // result
  output wire        sat_o     // .sat has changed the result
);

  // ==== control word =============================================================================
  wire       atype = ctl_i[0];      // a is signed (.s32)
  wire       btype = ctl_i[1];      // b is signed (.s32)
  wire       sat   = ctl_i[3];      // saturate the result (.sat)
  wire [2:0] asel  = ctl_i[6:4];    // part of a that is read
  wire [2:0] bsel  = ctl_i[9:7];    // part of b that is read
  wire [1:0] mode  = ctl_i[11:10];  // negation or plus one
  wire [1:0] scale = ctl_i[13:12];  // right shift of the sum
  wire       unused_dtype = ctl_i[2];

  localparam [1:0] ModeNegateProduct = 2'd1;
  localparam [1:0] ModeNegateC       = 2'd2;
  localparam [1:0] ModePlusOne       = 2'd3;

  // signedFinal (9.7.18.1.3)
  wire negates_product = (mode == ModeNegateProduct);
  wire negates_c       = (mode == ModeNegateC);
  wire is_signed       = atype || btype || negates_product || negates_c;

  // ==== select: the parts of a and b, extended to 33 bits, and what is added (9.7.18.1.3) ========
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

  // -p + c is ~(p + ~c), and p - c is p + ~c + 1. So both complement c, and -p complements the sum
  // too. The carry into the sum is the 1 of -c, or the 1 that .po adds (SEMANTICS D5).
  wire               adds_one   = negates_c || (mode == ModePlusOne);
  wire        [31:0] c_or_not_c = c_i ^ {32{negates_product || negates_c}};
  wire signed [32:0] addend_s33 = {is_signed && c_or_not_c[31], c_or_not_c};

  // ---- registers: select -> rows ----------------------------------------------------------------
  reg signed [32:0] ta_s33_q;
  reg signed [32:0] tb_s33_q;
  reg signed [32:0] addend_s33_q;
  reg               negates_product_q;
  reg               adds_one_q;
  reg               is_signed_q;
  reg               sat_q;
  reg [1:0]         scale_q;

  always @(posedge clk_i) begin
    ta_s33_q <= ta_s33;
    tb_s33_q <= tb_s33;
    addend_s33_q <= addend_s33;
    negates_product_q <= negates_product;
    adds_one_q <= adds_one;
    is_signed_q <= is_signed;
    sat_q <= sat;
    scale_q <= scale;
  end

  reg valid_q;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q <= 1'b0;
    end else begin
      valid_q <= valid_i;
    end
  end

  // ==== rows: the product as a sum of rows, of which the addend is one (9.7.18.1.3) ==============
  wire [33:0] row_0;
  wire [35:0] row_1;
  wire [35:0] row_2;
  wire [35:0] row_3;
  wire [35:0] row_4;
  wire [35:0] row_5;
  wire [35:0] row_6;
  wire [35:0] row_7;
  wire [35:0] row_8;
  wire [35:0] row_9;
  wire [35:0] row_10;
  wire [35:0] row_11;
  wire [35:0] row_12;
  wire [35:0] row_13;
  wire [35:0] row_14;
  wire [35:0] row_15;
  wire [35:0] row_16;
  wire [65:0] row_17;

  vidalu_mul33_booth4_dadda_rows u_rows (
    .a_i      (ta_s33_q),
    .b_i      (tb_s33_q),
    .addend_i (addend_s33_q),
    .row_0_o  (row_0),
    .row_1_o  (row_1),
    .row_2_o  (row_2),
    .row_3_o  (row_3),
    .row_4_o  (row_4),
    .row_5_o  (row_5),
    .row_6_o  (row_6),
    .row_7_o  (row_7),
    .row_8_o  (row_8),
    .row_9_o  (row_9),
    .row_10_o (row_10),
    .row_11_o (row_11),
    .row_12_o (row_12),
    .row_13_o (row_13),
    .row_14_o (row_14),
    .row_15_o (row_15),
    .row_16_o (row_16),
    .row_17_o (row_17)
  );

  // ---- registers: rows -> reduction 1 -----------------------------------------------------------
  reg [33:0] row_0_q;
  reg [35:0] row_1_q;
  reg [35:0] row_2_q;
  reg [35:0] row_3_q;
  reg [35:0] row_4_q;
  reg [35:0] row_5_q;
  reg [35:0] row_6_q;
  reg [35:0] row_7_q;
  reg [35:0] row_8_q;
  reg [35:0] row_9_q;
  reg [35:0] row_10_q;
  reg [35:0] row_11_q;
  reg [35:0] row_12_q;
  reg [35:0] row_13_q;
  reg [35:0] row_14_q;
  reg [35:0] row_15_q;
  reg [35:0] row_16_q;
  reg [65:0] row_17_q;
  reg        negates_product_q2;
  reg        adds_one_q2;
  reg        is_signed_q2;
  reg        sat_q2;
  reg [1:0]  scale_q2;

  always @(posedge clk_i) begin
    row_0_q <= row_0;
    row_1_q <= row_1;
    row_2_q <= row_2;
    row_3_q <= row_3;
    row_4_q <= row_4;
    row_5_q <= row_5;
    row_6_q <= row_6;
    row_7_q <= row_7;
    row_8_q <= row_8;
    row_9_q <= row_9;
    row_10_q <= row_10;
    row_11_q <= row_11;
    row_12_q <= row_12;
    row_13_q <= row_13;
    row_14_q <= row_14;
    row_15_q <= row_15;
    row_16_q <= row_16;
    row_17_q <= row_17;
    negates_product_q2 <= negates_product_q;
    adds_one_q2 <= adds_one_q;
    is_signed_q2 <= is_signed_q;
    sat_q2 <= sat_q;
    scale_q2 <= scale_q;
  end

  reg valid_q2;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q2 <= 1'b0;
    end else begin
      valid_q2 <= valid_q;
    end
  end

  // ==== reduction 1: fewer numbers with the same sum (9.7.18.1.3) ================================
  wire [65:0] sum_1_0;
  wire [65:0] carry_1_0;
  wire [65:0] sum_1_1;
  wire [65:0] carry_1_1;
  wire [65:0] sum_1_2;
  wire [65:0] carry_1_2;
  wire [65:0] sum_1_3;
  wire [65:0] carry_1_3;
  wire [65:0] sum_1_4;
  wire [65:0] carry_1_4;

  vidalu_mul33_booth4_dadda_reduce_1 u_reduce_1 (
    .row_17_i    (row_17_q),
    .row_0_i     (row_0_q),
    .row_1_i     (row_1_q),
    .row_2_i     (row_2_q),
    .row_3_i     (row_3_q),
    .row_4_i     (row_4_q),
    .row_5_i     (row_5_q),
    .row_6_i     (row_6_q),
    .row_7_i     (row_7_q),
    .row_8_i     (row_8_q),
    .row_9_i     (row_9_q),
    .row_10_i    (row_10_q),
    .row_11_i    (row_11_q),
    .row_12_i    (row_12_q),
    .row_13_i    (row_13_q),
    .sum_1_0_o   (sum_1_0),
    .carry_1_0_o (carry_1_0),
    .sum_1_1_o   (sum_1_1),
    .carry_1_1_o (carry_1_1),
    .sum_1_2_o   (sum_1_2),
    .carry_1_2_o (carry_1_2),
    .sum_1_3_o   (sum_1_3),
    .carry_1_3_o (carry_1_3),
    .sum_1_4_o   (sum_1_4),
    .carry_1_4_o (carry_1_4)
  );

  // ==== reduction 2: fewer numbers with the same sum (9.7.18.1.3) ================================
  wire [65:0] sum_2_0;
  wire [65:0] carry_2_0;
  wire [65:0] sum_2_1;
  wire [65:0] carry_2_1;
  wire [65:0] sum_2_2;
  wire [65:0] carry_2_2;
  wire [65:0] sum_2_3;
  wire [65:0] carry_2_3;

  vidalu_mul33_booth4_dadda_reduce_2 u_reduce_2 (
    .sum_1_0_i   (sum_1_0),
    .carry_1_0_i (carry_1_0),
    .sum_1_1_i   (sum_1_1),
    .carry_1_1_i (carry_1_1),
    .sum_1_2_i   (sum_1_2),
    .carry_1_2_i (carry_1_2),
    .sum_1_3_i   (sum_1_3),
    .carry_1_3_i (carry_1_3),
    .sum_1_4_i   (sum_1_4),
    .carry_1_4_i (carry_1_4),
    .row_14_i    (row_14_q),
    .row_15_i    (row_15_q),
    .sum_2_0_o   (sum_2_0),
    .carry_2_0_o (carry_2_0),
    .sum_2_1_o   (sum_2_1),
    .carry_2_1_o (carry_2_1),
    .sum_2_2_o   (sum_2_2),
    .carry_2_2_o (carry_2_2),
    .sum_2_3_o   (sum_2_3),
    .carry_2_3_o (carry_2_3)
  );

  // ==== reduction 3: fewer numbers with the same sum (9.7.18.1.3) ================================
  wire [65:0] sum_3_0;
  wire [65:0] carry_3_0;
  wire [65:0] sum_3_1;
  wire [65:0] carry_3_1;
  wire [65:0] sum_3_2;
  wire [65:0] carry_3_2;

  vidalu_mul33_booth4_dadda_reduce_3 u_reduce_3 (
    .sum_2_0_i   (sum_2_0),
    .carry_2_0_i (carry_2_0),
    .sum_2_1_i   (sum_2_1),
    .carry_2_1_i (carry_2_1),
    .sum_2_2_i   (sum_2_2),
    .carry_2_2_i (carry_2_2),
    .sum_2_3_i   (sum_2_3),
    .carry_2_3_i (carry_2_3),
    .row_16_i    (row_16_q),
    .sum_3_0_o   (sum_3_0),
    .carry_3_0_o (carry_3_0),
    .sum_3_1_o   (sum_3_1),
    .carry_3_1_o (carry_3_1),
    .sum_3_2_o   (sum_3_2),
    .carry_3_2_o (carry_3_2)
  );

  // ---- registers: reduction 3 -> reduction 4 ----------------------------------------------------
  reg [65:0] sum_3_0_q;
  reg [65:0] carry_3_0_q;
  reg [65:0] sum_3_1_q;
  reg [65:0] carry_3_1_q;
  reg [65:0] sum_3_2_q;
  reg [65:0] carry_3_2_q;
  reg        negates_product_q3;
  reg        adds_one_q3;
  reg        is_signed_q3;
  reg        sat_q3;
  reg [1:0]  scale_q3;

  always @(posedge clk_i) begin
    sum_3_0_q <= sum_3_0;
    carry_3_0_q <= carry_3_0;
    sum_3_1_q <= sum_3_1;
    carry_3_1_q <= carry_3_1;
    sum_3_2_q <= sum_3_2;
    carry_3_2_q <= carry_3_2;
    negates_product_q3 <= negates_product_q2;
    adds_one_q3 <= adds_one_q2;
    is_signed_q3 <= is_signed_q2;
    sat_q3 <= sat_q2;
    scale_q3 <= scale_q2;
  end

  reg valid_q3;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q3 <= 1'b0;
    end else begin
      valid_q3 <= valid_q2;
    end
  end

  // ==== reduction 4: fewer numbers with the same sum (9.7.18.1.3) ================================
  wire [65:0] sum_4_0;
  wire [65:0] carry_4_0;
  wire [65:0] sum_4_1;
  wire [65:0] carry_4_1;

  vidalu_mul33_booth4_dadda_reduce_4 u_reduce_4 (
    .sum_3_0_i   (sum_3_0_q),
    .carry_3_0_i (carry_3_0_q),
    .sum_3_1_i   (sum_3_1_q),
    .carry_3_1_i (carry_3_1_q),
    .sum_3_2_i   (sum_3_2_q),
    .carry_3_2_i (carry_3_2_q),
    .sum_4_0_o   (sum_4_0),
    .carry_4_0_o (carry_4_0),
    .sum_4_1_o   (sum_4_1),
    .carry_4_1_o (carry_4_1)
  );

  // ==== reduction 5: fewer numbers with the same sum (9.7.18.1.3) ================================
  wire [65:0] sum_5_0;
  wire [65:0] carry_5_0;

  vidalu_mul33_booth4_dadda_reduce_5 u_reduce_5 (
    .sum_4_0_i   (sum_4_0),
    .carry_4_0_i (carry_4_0),
    .sum_4_1_i   (sum_4_1),
    .sum_5_0_o   (sum_5_0),
    .carry_5_0_o (carry_5_0)
  );

  // ==== reduction 6: fewer numbers with the same sum (9.7.18.1.3) ================================
  wire [65:0] sum;
  wire [65:0] carry;

  vidalu_mul33_booth4_dadda_reduce_6 u_reduce_last (
    .sum_5_0_i   (sum_5_0),
    .carry_5_0_i (carry_5_0),
    .carry_4_1_i (carry_4_1),
    .sum_o       (sum),
    .carry_o     (carry)
  );

  // ---- registers: reduction 6 -> thirds ---------------------------------------------------------
  reg [65:0] sum_q;
  reg [65:0] carry_q;
  reg        negates_product_q4;
  reg        adds_one_q4;
  reg        is_signed_q4;
  reg        sat_q4;
  reg [1:0]  scale_q4;

  always @(posedge clk_i) begin
    sum_q <= sum;
    carry_q <= carry;
    negates_product_q4 <= negates_product_q3;
    adds_one_q4 <= adds_one_q3;
    is_signed_q4 <= is_signed_q3;
    sat_q4 <= sat_q3;
    scale_q4 <= scale_q3;
  end

  reg valid_q4;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q4 <= 1'b0;
    end else begin
      valid_q4 <= valid_q3;
    end
  end

  // ==== thirds: the sum of product and addend in three parts (SEMANTICS D5) ======================
  // Bits 21 to 0, 43 to 22 and 65 to 44. The upper two are also added with a carry into them, so
  // that no carry goes from one third to the next.
  wire [21:0] left_middle = sum_q[43:22];
  wire [21:0] right_middle = carry_q[43:22];
  wire [21:0] left_high = sum_q[65:44];
  wire [21:0] right_high = carry_q[65:44];
  wire [21:0] low;
  wire low_carry;
  vidalu_add22_sklansky u_low (
    .a_i     (sum_q[21:0]),
    .b_i     (carry_q[21:0]),
    .carry_i (adds_one_q4),
    .sum_o   (low),
    .carry_o (low_carry)
  );
  wire [21:0] middle_0;
  wire middle_0_carry;
  vidalu_add22_sklansky u_middle_0 (
    .a_i     (left_middle),
    .b_i     (right_middle),
    .carry_i (1'd0),
    .sum_o   (middle_0),
    .carry_o (middle_0_carry)
  );
  wire [21:0] middle_1;
  wire middle_1_carry;
  vidalu_add22_sklansky u_middle_1 (
    .a_i     (left_middle),
    .b_i     (right_middle),
    .carry_i (1'd1),
    .sum_o   (middle_1),
    .carry_o (middle_1_carry)
  );
  wire [21:0] high_0;
  wire unused_high_0_carry;
  vidalu_add22_sklansky u_high_0 (
    .a_i     (left_high),
    .b_i     (right_high),
    .carry_i (1'd0),
    .sum_o   (high_0),
    .carry_o (unused_high_0_carry)
  );
  wire [21:0] high_1;
  wire unused_high_1_carry;
  vidalu_add22_sklansky u_high_1 (
    .a_i     (left_high),
    .b_i     (right_high),
    .carry_i (1'd1),
    .sum_o   (high_1),
    .carry_o (unused_high_1_carry)
  );

  // ---- registers: thirds -> join ----------------------------------------------------------------
  reg        negates_product_q5;
  reg        is_signed_q5;
  reg [1:0]  scale_q5;
  reg        sat_q5;
  reg [21:0] low_q;
  reg        low_carry_q;
  reg [21:0] middle_0_q;
  reg        middle_0_carry_q;
  reg [21:0] middle_1_q;
  reg        middle_1_carry_q;
  reg [21:0] high_0_q;
  reg [21:0] high_1_q;

  always @(posedge clk_i) begin
    negates_product_q5 <= negates_product_q4;
    is_signed_q5 <= is_signed_q4;
    scale_q5 <= scale_q4;
    sat_q5 <= sat_q4;
    low_q <= low;
    low_carry_q <= low_carry;
    middle_0_q <= middle_0;
    middle_0_carry_q <= middle_0_carry;
    middle_1_q <= middle_1;
    middle_1_carry_q <= middle_1_carry;
    high_0_q <= high_0;
    high_1_q <= high_1;
  end

  reg valid_q5;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q5 <= 1'b0;
    end else begin
      valid_q5 <= valid_q4;
    end
  end

  // ==== join: the carries from third to third (SEMANTICS D5) =====================================
  wire        middle_carry = low_carry_q ? middle_1_carry_q : middle_0_carry_q;
  wire [65:0] total        = {middle_carry ? high_1_q : high_0_q,
                              low_carry_q ? middle_1_q : middle_0_q,
                              low_q};

  wire [65:0] sum_s66 = total ^ {66{negates_product_q5}};

  // ==== scale: .shr7 and .shr15, arithmetic if the result is signed (9.7.18.1.3) =================
  wire signed [33:0] scaled_s34;

  vidalu_scale u_scale (
    .high_i  ($signed(sum_s66[65:32])),
    .low_i   (sum_s66[31:0]),
    .scale_i (scale_q5),
    .y_o     (scaled_s34)
  );

  // ---- registers: scale -> saturate -------------------------------------------------------------
  reg signed [33:0] scaled_s34_q;
  reg               sat_q6;
  reg               is_signed_q6;

  always @(posedge clk_i) begin
    scaled_s34_q <= scaled_s34;
    sat_q6 <= sat_q5;
    is_signed_q6 <= is_signed_q5;
  end

  reg valid_q6;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q6 <= 1'b0;
    end else begin
      valid_q6 <= valid_q5;
    end
  end

  // ==== saturate: .sat clamps to the range of a signed or an unsigned word (9.7.18.1.3) ==========
  wire signed [33:0] saturated_s34;
  wire hit;

  vidalu_saturate u_saturate (
    .x_i      (scaled_s34_q),
    .sat_i    (sat_q6),
    .signed_i (is_signed_q6),
    .dsel_i   (3'd5),
    .y_o      (saturated_s34),
    .hit_o    (hit)
  );

  wire [31:0] d          = saturated_s34[31:0];
  wire [1:0]  unused_top = saturated_s34[33:32];

  assign d_o   = d;
  assign sat_o = hit;
  assign valid_o = valid_q6;

endmodule

`default_nettype wire
