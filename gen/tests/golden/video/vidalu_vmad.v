// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_vmad
// Vmad: multiply, add, scale, saturate.
//
// Operations     vmad
// Manual         PTX ISA 9.7.18.1.3
// Profile        manual and hardware agree (SEMANTICS D5): the sum is exact, -c is ~c + 1
// Latency        2 clock cycles, one instruction per cycle; registers after select, after multiply
// Handshake      that of the enclosing module
// Control word   vidalu_defs.vh lists the fields; the result of any other code is undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=2 handshake=inner reset=rst sat_o contexts=3
//                adder=+ multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_vmad (
  input  wire        clk_i,      // clock
  input  wire        advance_i,  // the pipeline registers load
  input  wire [13:0] ctl_i,      // control word
  input  wire [31:0] a_i,        // left factor
  input  wire [31:0] b_i,        // right factor
  input  wire [31:0] c_i,        // addend
  output wire [31:0] d_o,        // result
  output wire        sat_o       // .sat has changed the result
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
    if (advance_i) begin
      ta_s33_q <= ta_s33;
      tb_s33_q <= tb_s33;
      addend_s33_q <= addend_s33;
      negates_product_q <= negates_product;
      adds_one_q <= adds_one;
      is_signed_q <= is_signed;
      sat_q <= sat;
      scale_q <= scale;
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
    if (advance_i) begin
      addend_s33_q2 <= addend_s33_q;
      product_high_q <= product_high;
      product_low_q <= product_low;
      negates_product_q2 <= negates_product_q;
      adds_one_q2 <= adds_one_q;
      is_signed_q2 <= is_signed_q;
      sat_q2 <= sat_q;
      scale_q2 <= scale_q;
    end
  end

  // ==== add: the sum of product and addend, exact in 66 bits (SEMANTICS D5) ======================
  wire [65:0] total =
      {product_high_q, product_low_q} + {{33{addend_s33_q2[32]}}, addend_s33_q2} +
      {65'd0, adds_one_q2};

  wire [65:0] sum_s66 = total ^ {66{negates_product_q2}};

  // ==== scale: .shr7 and .shr15, arithmetic if the result is signed (9.7.18.1.3) =================
  wire signed [33:0] scaled_s34;

  vidalu_scale u_scale (
    .high_i  ($signed(sum_s66[65:32])),
    .low_i   (sum_s66[31:0]),
    .scale_i (scale_q2),
    .y_o     (scaled_s34)
  );

  // ==== saturate: .sat clamps to the range of a signed or an unsigned word (9.7.18.1.3) ==========
  wire signed [33:0] saturated_s34;
  wire hit;

  vidalu_saturate u_saturate (
    .x_i      (scaled_s34),
    .sat_i    (sat_q2),
    .signed_i (is_signed_q2),
    .dsel_i   (3'd5),
    .y_o      (saturated_s34),
    .hit_o    (hit)
  );

  wire [31:0] d          = saturated_s34[31:0];
  wire [1:0]  unused_top = saturated_s34[33:32];

  assign d_o   = d;
  assign sat_o = hit;

endmodule

`default_nettype wire
