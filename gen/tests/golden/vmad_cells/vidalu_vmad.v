// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_vmad
// Vmad: multiply, add, scale, saturate.
//
// Operations     vmad
// Manual         PTX ISA 9.7.18.1.3
// Profile        manual and hardware agree (SEMANTICS D5): the sum is exact, -c is ~c + 1
// Latency        0: combinational from the instruction to its result
// Handshake      valid_o is valid_i; the result is valid while valid_o is 1
// Control word   vidalu_defs.vh lists the fields; the result of any other code is undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst goal=cells adder=sklansky
//                multiplier=booth4-dadda language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_vmad (
  input  wire        valid_i,  // the inputs carry an instruction
  input  wire [13:0] ctl_i,    // control word
  input  wire [31:0] a_i,      // left factor
  input  wire [31:0] b_i,      // right factor
  input  wire [31:0] c_i,      // addend
  output wire        valid_o,  // the outputs carry a result
  output wire [31:0] d_o       // result
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
    .a_i      (ta_s33),
    .b_i      (tb_s33),
    .addend_i (addend_s33),
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
    .row_17_i    (row_17),
    .row_0_i     (row_0),
    .row_1_i     (row_1),
    .row_2_i     (row_2),
    .row_3_i     (row_3),
    .row_4_i     (row_4),
    .row_5_i     (row_5),
    .row_6_i     (row_6),
    .row_7_i     (row_7),
    .row_8_i     (row_8),
    .row_9_i     (row_9),
    .row_10_i    (row_10),
    .row_11_i    (row_11),
    .row_12_i    (row_12),
    .row_13_i    (row_13),
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
    .row_14_i    (row_14),
    .row_15_i    (row_15),
    .sum_1_1_i   (sum_1_1),
    .row_16_i    (row_16),
    .carry_1_0_i (carry_1_0),
    .sum_1_2_i   (sum_1_2),
    .carry_1_1_i (carry_1_1),
    .carry_1_3_i (carry_1_3),
    .sum_1_0_i   (sum_1_0),
    .carry_1_4_i (carry_1_4),
    .carry_1_2_i (carry_1_2),
    .sum_1_3_i   (sum_1_3),
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
    .sum_1_4_i   (sum_1_4),
    .carry_2_0_i (carry_2_0),
    .sum_2_1_i   (sum_2_1),
    .carry_2_1_i (carry_2_1),
    .carry_2_2_i (carry_2_2),
    .sum_2_2_i   (sum_2_2),
    .sum_2_0_i   (sum_2_0),
    .carry_2_3_i (carry_2_3),
    .sum_2_3_i   (sum_2_3),
    .sum_3_0_o   (sum_3_0),
    .carry_3_0_o (carry_3_0),
    .sum_3_1_o   (sum_3_1),
    .carry_3_1_o (carry_3_1),
    .sum_3_2_o   (sum_3_2),
    .carry_3_2_o (carry_3_2)
  );

  // ==== reduction 4: fewer numbers with the same sum (9.7.18.1.3) ================================
  wire [65:0] sum_4_0;
  wire [65:0] carry_4_0;
  wire [65:0] sum_4_1;
  wire [65:0] carry_4_1;

  vidalu_mul33_booth4_dadda_reduce_4 u_reduce_4 (
    .carry_3_0_i (carry_3_0),
    .sum_3_0_i   (sum_3_0),
    .sum_3_1_i   (sum_3_1),
    .carry_3_2_i (carry_3_2),
    .carry_3_1_i (carry_3_1),
    .sum_3_2_i   (sum_3_2),
    .sum_4_0_o   (sum_4_0),
    .carry_4_0_o (carry_4_0),
    .sum_4_1_o   (sum_4_1),
    .carry_4_1_o (carry_4_1)
  );

  // ==== reduction 5: fewer numbers with the same sum (9.7.18.1.3) ================================
  wire [65:0] sum_5_0;
  wire [65:0] carry_5_0;

  vidalu_mul33_booth4_dadda_reduce_5 u_reduce_5 (
    .carry_4_0_i (carry_4_0),
    .carry_4_1_i (carry_4_1),
    .sum_4_0_i   (sum_4_0),
    .sum_5_0_o   (sum_5_0),
    .carry_5_0_o (carry_5_0)
  );

  // ==== reduction 6: fewer numbers with the same sum (9.7.18.1.3) ================================
  wire [65:0] sum;
  wire [65:0] carry;

  vidalu_mul33_booth4_dadda_reduce_6 u_reduce_last (
    .sum_4_1_i   (sum_4_1),
    .carry_5_0_i (carry_5_0),
    .sum_5_0_i   (sum_5_0),
    .sum_o       (sum),
    .carry_o     (carry)
  );

  // ==== add: the sum of product and addend, exact in 66 bits (SEMANTICS D5) ======================
  // Beside the adder: are the bits of the sum above a place all 0 if the bit there is 0, or all 1
  // if it is 1? That needs no carry from below: a bit of the sum that is 0 carries out if either
  // number has a one there; a bit that is 1, if both have.
  wire [65:31] left  = sum[65:31];
  wire [65:31] right = carry[65:31];
  wire [65:32] half  = left[65:32] ^ right[65:32];
  wire [65:32] zeros = ~(half ^ (left[64:31] | right[64:31]));
  wire [65:32] ones  = half ^ (left[64:31] & right[64:31]);

  // The word begins at bit 0, 7 or 15. A signed sum fits if the bits from the word's sign on are
  // equal; an unsigned one fits if those above the word are 0. The other bits are free. The last
  // AND is in the next stage, so that registers between the two shorten this one.
  wire         shr7     = scale[0];
  wire         shr15    = scale[1];
  wire [65:32] free     =
      shr15 ? {18'd0, !is_signed, 15'h7fff} :
      (shr7 ? {26'd0, !is_signed, 7'h7f} : {33'd0, !is_signed});
  wire [65:32] zeros_or = zeros | free;
  wire [65:32] ones_or  = ones | free;
  wire [3:0]   zeros_fit =
      {&zeros_or[65:57], &zeros_or[56:48], &zeros_or[47:40], &zeros_or[39:32]};
  wire [3:0]   ones_fit  =
      {&ones_or[65:57], &ones_or[56:48], &ones_or[47:40], &ones_or[39:32] && is_signed};

  // The sum
  wire [65:0] total;
  wire        unused_carry;

  vidalu_add66_sklansky u_adder (
    .a_i     (sum),
    .b_i     (carry),
    .carry_i (adds_one),
    .sum_o   (total),
    .carry_o (unused_carry)
  );

  // The sign and the bits from which the word is chosen
  wire [48:0]  sum_s49      = {total[65], total[47:0]};
  wire [64:48] unused_total = total[64:48];

  // ==== scale | saturate: .shr7 and .shr15, then .sat (9.7.18.1.3) ===============================
  // The word and the bit above it. An unsigned sum is never negative, so one shift serves both. The
  // lowest bit of the range is the sign of a signed word, or the bit above an unsigned one.
  wire [32:0] scaled   =
      scale[1] ? sum_s49[47:15] : (scale[0] ? sum_s49[39:7] : sum_s49[32:0]);
  wire        lowest   = is_signed ? scaled[31] : scaled[32];
  wire        fits     = lowest ? (&ones_fit) : (&zeros_fit);
  wire        hit      = sat && !fits;

  // optSaturate (9.7.18.1): the nearest bound. -p + c is the complement of the sum.
  wire        negative = sum_s49[48] ^ negates_product;
  wire [31:0] bound    = {negative ^ !is_signed, {31{!negative}}};
  wire [31:0] d        = hit ? bound : (scaled[31:0] ^ {32{negates_product}});

  assign d_o = d;
  assign valid_o = valid_i;

endmodule

`default_nettype wire
