// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_vmad
// Vmad: multiply, add, scale, saturate.
//
// Operations     vmad
// Manual         PTX ISA 9.7.18.1.3
// Profile        manual and hardware agree (SEMANTICS D5): the sum is exact, -c is ~c + 1
// Latency        6 clock cycles, one instruction per cycle; registers after select, after multiply
//                (4), after add
// Handshake      valid_o is valid_i after the latency; the result is valid while valid_o is 1; data
//                registers are not reset
// Control word   vidalu_defs.vh lists the fields; the result of any other code is undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=6 handshake=valid reset=rst sat_o goal=cells
//                adder=+ multiplier=* language=verilog ops=all
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

  // ---- registers: select -> multiply ------------------------------------------------------------
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

  // ==== multiply: the product, exact (9.7.18.1.3) ================================================
  wire signed [33:0] product_high;
  wire [31:0] product_low;

  vidalu_multiplier u_multiplier (
    .a_i    (ta_s33_q),
    .b_i    (tb_s33_q),
    .high_o (product_high),
    .low_o  (product_low)
  );

  // ---- registers: multiply -> add ---------------------------------------------------------------
  reg signed [32:0] addend_s33_q2;
  reg signed [33:0] product_high_q;
  reg [31:0]        product_low_q;
  reg               negates_product_q2;
  reg               adds_one_q2;
  reg               is_signed_q2;
  reg               sat_q2;
  reg [1:0]         scale_q2;

  always @(posedge clk_i) begin
    addend_s33_q2 <= addend_s33_q;
    product_high_q <= product_high;
    product_low_q <= product_low;
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

  // ---- registers: multiply -> add ---------------------------------------------------------------
  reg signed [32:0] addend_s33_q3;
  reg signed [33:0] product_high_q2;
  reg [31:0]        product_low_q2;
  reg               negates_product_q3;
  reg               adds_one_q3;
  reg               is_signed_q3;
  reg               sat_q3;
  reg [1:0]         scale_q3;

  always @(posedge clk_i) begin
    addend_s33_q3 <= addend_s33_q2;
    product_high_q2 <= product_high_q;
    product_low_q2 <= product_low_q;
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

  // ---- registers: multiply -> add ---------------------------------------------------------------
  reg signed [32:0] addend_s33_q4;
  reg signed [33:0] product_high_q3;
  reg [31:0]        product_low_q3;
  reg               negates_product_q4;
  reg               adds_one_q4;
  reg               is_signed_q4;
  reg               sat_q4;
  reg [1:0]         scale_q4;

  always @(posedge clk_i) begin
    addend_s33_q4 <= addend_s33_q3;
    product_high_q3 <= product_high_q2;
    product_low_q3 <= product_low_q2;
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

  // ---- registers: multiply -> add ---------------------------------------------------------------
  reg signed [32:0] addend_s33_q5;
  reg signed [33:0] product_high_q4;
  reg [31:0]        product_low_q4;
  reg               negates_product_q5;
  reg               adds_one_q5;
  reg               is_signed_q5;
  reg               sat_q5;
  reg [1:0]         scale_q5;

  always @(posedge clk_i) begin
    addend_s33_q5 <= addend_s33_q4;
    product_high_q4 <= product_high_q3;
    product_low_q4 <= product_low_q3;
    negates_product_q5 <= negates_product_q4;
    adds_one_q5 <= adds_one_q4;
    is_signed_q5 <= is_signed_q4;
    sat_q5 <= sat_q4;
    scale_q5 <= scale_q4;
  end

  reg valid_q5;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q5 <= 1'b0;
    end else begin
      valid_q5 <= valid_q4;
    end
  end

  // ==== add: the sum of product and addend, exact in 66 bits (SEMANTICS D5) ======================
  // Beside the adder: are the bits of the sum above a place all 0 if the bit there is 0, or all 1
  // if it is 1? That needs no carry from below: a bit of the sum that is 0 carries out if either
  // number has a one there; a bit that is 1, if both have.
  wire [65:31] left  = {product_high_q4[33:0], product_low_q4[31]};
  wire [65:31] right = {{33{addend_s33_q5[32]}}, addend_s33_q5[32:31]};
  wire [65:32] half  = left[65:32] ^ right[65:32];
  wire [65:32] zeros = ~(half ^ (left[64:31] | right[64:31]));
  wire [65:32] ones  = half ^ (left[64:31] & right[64:31]);

  // The word begins at bit 0, 7 or 15. A signed sum fits if the bits from the word's sign on are
  // equal; an unsigned one fits if those above the word are 0. The other bits are free. The last
  // AND is in the next stage, so that registers between the two shorten this one.
  wire         shr7     = scale_q5[0];
  wire         shr15    = scale_q5[1];
  wire [65:32] free     =
      shr15 ? {18'd0, !is_signed_q5, 15'h7fff} :
      (shr7 ? {26'd0, !is_signed_q5, 7'h7f} : {33'd0, !is_signed_q5});
  wire [65:32] zeros_or = zeros | free;
  wire [65:32] ones_or  = ones | free;
  wire [3:0]   zeros_fit =
      {&zeros_or[65:57], &zeros_or[56:48], &zeros_or[47:40], &zeros_or[39:32]};
  wire [3:0]   ones_fit  =
      {&ones_or[65:57], &ones_or[56:48], &ones_or[47:40], &ones_or[39:32] && is_signed_q5};

  // The sum
  wire [65:0] total =
      {product_high_q4, product_low_q4} + {{33{addend_s33_q5[32]}}, addend_s33_q5} +
      {65'd0, adds_one_q5};

  // The sign and the bits from which the word is chosen
  wire [48:0]  sum_s49      = {total[65], total[47:0]};
  wire [64:48] unused_total = total[64:48];

  // ---- registers: add -> scale | saturate -------------------------------------------------------
  reg [48:0] sum_s49_q;
  reg        negates_product_q6;
  reg [1:0]  scale_q6;
  reg        sat_q6;
  reg        is_signed_q6;
  reg [3:0]  zeros_fit_q;
  reg [3:0]  ones_fit_q;

  always @(posedge clk_i) begin
    sum_s49_q <= sum_s49;
    negates_product_q6 <= negates_product_q5;
    scale_q6 <= scale_q5;
    sat_q6 <= sat_q5;
    is_signed_q6 <= is_signed_q5;
    zeros_fit_q <= zeros_fit;
    ones_fit_q <= ones_fit;
  end

  reg valid_q6;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q6 <= 1'b0;
    end else begin
      valid_q6 <= valid_q5;
    end
  end

  // ==== scale | saturate: .shr7 and .shr15, then .sat (9.7.18.1.3) ===============================
  // The word and the bit above it. An unsigned sum is never negative, so one shift serves both. The
  // lowest bit of the range is the sign of a signed word, or the bit above an unsigned one.
  wire [32:0] scaled   =
      scale_q6[1] ? sum_s49_q[47:15] : (scale_q6[0] ? sum_s49_q[39:7] : sum_s49_q[32:0]);
  wire        lowest   = is_signed_q6 ? scaled[31] : scaled[32];
  wire        fits     = lowest ? (&ones_fit_q) : (&zeros_fit_q);
  wire        hit      = sat_q6 && !fits;

  // optSaturate (9.7.18.1): the nearest bound. -p + c is the complement of the sum.
  wire        negative = sum_s49_q[48] ^ negates_product_q6;
  wire [31:0] bound    = {negative ^ !is_signed_q6, {31{!negative}}};
  wire [31:0] d        = hit ? bound : (scaled[31:0] ^ {32{negates_product_q6}});

  assign d_o   = d;
  assign sat_o = hit;
  assign valid_o = valid_q6;

endmodule

`default_nettype wire
