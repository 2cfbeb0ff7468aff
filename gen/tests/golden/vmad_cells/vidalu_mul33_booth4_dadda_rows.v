// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_mul33_booth4_dadda_rows
// Rows of a multiplier of 33 x 33 bits, signed, with an addend.
//
// Latency        0: combinational
// Manual         none: integer arithmetic in two's complement
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst goal=cells adder=sklansky
//                multiplier=booth4-dadda language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_mul33_booth4_dadda_rows (
  input  wire signed [32:0] a_i,       // left factor
  input  wire signed [32:0] b_i,       // right factor, which has a row for each digit
  input  wire signed [32:0] addend_i,  // addend of the product
  output wire [33:0]        row_0_o,   // digit 0 times a, biased, times 2^0
  output wire [35:0]        row_1_o,   // digit 1 times a, biased, times 2^0
  output wire [35:0]        row_2_o,   // digit 2 times a, biased, times 2^2
  output wire [35:0]        row_3_o,   // digit 3 times a, biased, times 2^4
  output wire [35:0]        row_4_o,   // digit 4 times a, biased, times 2^6
  output wire [35:0]        row_5_o,   // digit 5 times a, biased, times 2^8
  output wire [35:0]        row_6_o,   // digit 6 times a, biased, times 2^10
  output wire [35:0]        row_7_o,   // digit 7 times a, biased, times 2^12
  output wire [35:0]        row_8_o,   // digit 8 times a, biased, times 2^14
  output wire [35:0]        row_9_o,   // digit 9 times a, biased, times 2^16
  output wire [35:0]        row_10_o,  // digit 10 times a, biased, times 2^18
  output wire [35:0]        row_11_o,  // digit 11 times a, biased, times 2^20
  output wire [35:0]        row_12_o,  // digit 12 times a, biased, times 2^22
  output wire [35:0]        row_13_o,  // digit 13 times a, biased, times 2^24
  output wire [35:0]        row_14_o,  // digit 14 times a, biased, times 2^26
  output wire [35:0]        row_15_o,  // digit 15 times a, biased, times 2^28
  output wire [35:0]        row_16_o,  // digit 16 times a, biased, times 2^30
  output wire [65:0]        row_17_o   // the addend minus the biases
);

  // Groups of three bits of b, which overlap by one bit, make digits from -2 to 2. Each digit
  // weighs four times as much as the one below it.
  wire [34:0] b_bits = {b_i[32], b_i, 1'b0};
  wire [33:0] once   = {a_i[32], a_i};
  wire [33:0] twice  = {a_i, 1'b0};

  // Digit 0 times a. A negative digit gives the complement, which is one too small.
  wire one_0 = b_bits[1] ^ b_bits[0];
  wire two_0 = (b_bits[2] ^ b_bits[1]) & ~one_0;
  wire neg_0 = b_bits[2] & ~(b_bits[1] & b_bits[0]);
  wire [33:0] product_0 =
      (({34{one_0}} & once) | ({34{two_0}} & twice)) ^ {34{neg_0}};

  // Digit 1 times a. A negative digit gives the complement, which is one too small.
  wire one_1 = b_bits[3] ^ b_bits[2];
  wire two_1 = (b_bits[4] ^ b_bits[3]) & ~one_1;
  wire neg_1 = b_bits[4] & ~(b_bits[3] & b_bits[2]);
  wire [33:0] product_1 =
      (({34{one_1}} & once) | ({34{two_1}} & twice)) ^ {34{neg_1}};

  // Digit 2 times a. A negative digit gives the complement, which is one too small.
  wire one_2 = b_bits[5] ^ b_bits[4];
  wire two_2 = (b_bits[6] ^ b_bits[5]) & ~one_2;
  wire neg_2 = b_bits[6] & ~(b_bits[5] & b_bits[4]);
  wire [33:0] product_2 =
      (({34{one_2}} & once) | ({34{two_2}} & twice)) ^ {34{neg_2}};

  // Digit 3 times a. A negative digit gives the complement, which is one too small.
  wire one_3 = b_bits[7] ^ b_bits[6];
  wire two_3 = (b_bits[8] ^ b_bits[7]) & ~one_3;
  wire neg_3 = b_bits[8] & ~(b_bits[7] & b_bits[6]);
  wire [33:0] product_3 =
      (({34{one_3}} & once) | ({34{two_3}} & twice)) ^ {34{neg_3}};

  // Digit 4 times a. A negative digit gives the complement, which is one too small.
  wire one_4 = b_bits[9] ^ b_bits[8];
  wire two_4 = (b_bits[10] ^ b_bits[9]) & ~one_4;
  wire neg_4 = b_bits[10] & ~(b_bits[9] & b_bits[8]);
  wire [33:0] product_4 =
      (({34{one_4}} & once) | ({34{two_4}} & twice)) ^ {34{neg_4}};

  // Digit 5 times a. A negative digit gives the complement, which is one too small.
  wire one_5 = b_bits[11] ^ b_bits[10];
  wire two_5 = (b_bits[12] ^ b_bits[11]) & ~one_5;
  wire neg_5 = b_bits[12] & ~(b_bits[11] & b_bits[10]);
  wire [33:0] product_5 =
      (({34{one_5}} & once) | ({34{two_5}} & twice)) ^ {34{neg_5}};

  // Digit 6 times a. A negative digit gives the complement, which is one too small.
  wire one_6 = b_bits[13] ^ b_bits[12];
  wire two_6 = (b_bits[14] ^ b_bits[13]) & ~one_6;
  wire neg_6 = b_bits[14] & ~(b_bits[13] & b_bits[12]);
  wire [33:0] product_6 =
      (({34{one_6}} & once) | ({34{two_6}} & twice)) ^ {34{neg_6}};

  // Digit 7 times a. A negative digit gives the complement, which is one too small.
  wire one_7 = b_bits[15] ^ b_bits[14];
  wire two_7 = (b_bits[16] ^ b_bits[15]) & ~one_7;
  wire neg_7 = b_bits[16] & ~(b_bits[15] & b_bits[14]);
  wire [33:0] product_7 =
      (({34{one_7}} & once) | ({34{two_7}} & twice)) ^ {34{neg_7}};

  // Digit 8 times a. A negative digit gives the complement, which is one too small.
  wire one_8 = b_bits[17] ^ b_bits[16];
  wire two_8 = (b_bits[18] ^ b_bits[17]) & ~one_8;
  wire neg_8 = b_bits[18] & ~(b_bits[17] & b_bits[16]);
  wire [33:0] product_8 =
      (({34{one_8}} & once) | ({34{two_8}} & twice)) ^ {34{neg_8}};

  // Digit 9 times a. A negative digit gives the complement, which is one too small.
  wire one_9 = b_bits[19] ^ b_bits[18];
  wire two_9 = (b_bits[20] ^ b_bits[19]) & ~one_9;
  wire neg_9 = b_bits[20] & ~(b_bits[19] & b_bits[18]);
  wire [33:0] product_9 =
      (({34{one_9}} & once) | ({34{two_9}} & twice)) ^ {34{neg_9}};

  // Digit 10 times a. A negative digit gives the complement, which is one too small.
  wire one_10 = b_bits[21] ^ b_bits[20];
  wire two_10 = (b_bits[22] ^ b_bits[21]) & ~one_10;
  wire neg_10 = b_bits[22] & ~(b_bits[21] & b_bits[20]);
  wire [33:0] product_10 =
      (({34{one_10}} & once) | ({34{two_10}} & twice)) ^ {34{neg_10}};

  // Digit 11 times a. A negative digit gives the complement, which is one too small.
  wire one_11 = b_bits[23] ^ b_bits[22];
  wire two_11 = (b_bits[24] ^ b_bits[23]) & ~one_11;
  wire neg_11 = b_bits[24] & ~(b_bits[23] & b_bits[22]);
  wire [33:0] product_11 =
      (({34{one_11}} & once) | ({34{two_11}} & twice)) ^ {34{neg_11}};

  // Digit 12 times a. A negative digit gives the complement, which is one too small.
  wire one_12 = b_bits[25] ^ b_bits[24];
  wire two_12 = (b_bits[26] ^ b_bits[25]) & ~one_12;
  wire neg_12 = b_bits[26] & ~(b_bits[25] & b_bits[24]);
  wire [33:0] product_12 =
      (({34{one_12}} & once) | ({34{two_12}} & twice)) ^ {34{neg_12}};

  // Digit 13 times a. A negative digit gives the complement, which is one too small.
  wire one_13 = b_bits[27] ^ b_bits[26];
  wire two_13 = (b_bits[28] ^ b_bits[27]) & ~one_13;
  wire neg_13 = b_bits[28] & ~(b_bits[27] & b_bits[26]);
  wire [33:0] product_13 =
      (({34{one_13}} & once) | ({34{two_13}} & twice)) ^ {34{neg_13}};

  // Digit 14 times a. A negative digit gives the complement, which is one too small.
  wire one_14 = b_bits[29] ^ b_bits[28];
  wire two_14 = (b_bits[30] ^ b_bits[29]) & ~one_14;
  wire neg_14 = b_bits[30] & ~(b_bits[29] & b_bits[28]);
  wire [33:0] product_14 =
      (({34{one_14}} & once) | ({34{two_14}} & twice)) ^ {34{neg_14}};

  // Digit 15 times a. A negative digit gives the complement, which is one too small.
  wire one_15 = b_bits[31] ^ b_bits[30];
  wire two_15 = (b_bits[32] ^ b_bits[31]) & ~one_15;
  wire neg_15 = b_bits[32] & ~(b_bits[31] & b_bits[30]);
  wire [33:0] product_15 =
      (({34{one_15}} & once) | ({34{two_15}} & twice)) ^ {34{neg_15}};

  // Digit 16 times a. A negative digit gives the complement, which is one too small.
  wire one_16 = b_bits[33] ^ b_bits[32];
  wire two_16 = (b_bits[34] ^ b_bits[33]) & ~one_16;
  wire neg_16 = b_bits[34] & ~(b_bits[33] & b_bits[32]);
  wire [33:0] product_16 =
      (({34{one_16}} & once) | ({34{two_16}} & twice)) ^ {34{neg_16}};

  // The rows, each biased by 2^33 times its own weight, which inverts the sign.
  assign row_0_o = {~product_0[33], product_0[32:0]};
  assign row_1_o = {~product_1[33], product_1[32:0], 1'b0, neg_0};
  assign row_2_o = {~product_2[33], product_2[32:0], 1'b0, neg_1};
  assign row_3_o = {~product_3[33], product_3[32:0], 1'b0, neg_2};
  assign row_4_o = {~product_4[33], product_4[32:0], 1'b0, neg_3};
  assign row_5_o = {~product_5[33], product_5[32:0], 1'b0, neg_4};
  assign row_6_o = {~product_6[33], product_6[32:0], 1'b0, neg_5};
  assign row_7_o = {~product_7[33], product_7[32:0], 1'b0, neg_6};
  assign row_8_o = {~product_8[33], product_8[32:0], 1'b0, neg_7};
  assign row_9_o = {~product_9[33], product_9[32:0], 1'b0, neg_8};
  assign row_10_o = {~product_10[33], product_10[32:0], 1'b0, neg_9};
  assign row_11_o = {~product_11[33], product_11[32:0], 1'b0, neg_10};
  assign row_12_o = {~product_12[33], product_12[32:0], 1'b0, neg_11};
  assign row_13_o = {~product_13[33], product_13[32:0], 1'b0, neg_12};
  assign row_14_o = {~product_14[33], product_14[32:0], 1'b0, neg_13};
  assign row_15_o = {~product_15[33], product_15[32:0], 1'b0, neg_14};
  assign row_16_o = {~product_16[33], product_16[32:0], 1'b0, neg_15};

  // The last row subtracts the biases and adds the addend and the missing one of the last digit.
  // Above the bits of the addend, all of these are constant except for two bits.
  wire sign = addend_i[32];
  wire one  = neg_16;
  assign row_17_o = {{16{2'b01}}, ~(sign & ~one), sign ^ one, addend_i[31:0]};

endmodule

`default_nettype wire
