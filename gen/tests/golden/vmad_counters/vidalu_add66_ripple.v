// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_add66_ripple
// Adder of 66 bits, ripple carry.
//
// Latency        0: combinational
// Manual         none: integer arithmetic in two's complement
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst adder=ripple
//                multiplier=booth4-counters language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_add66_ripple (
  input  wire [65:0] a_i,      // left operand
  input  wire [65:0] b_i,      // right operand
  input  wire        carry_i,  // carry into bit 0
  output wire [65:0] sum_o,    // the sum, modulo 2^66
  output wire        carry_o   // the carry out of the sum
);

  // Each bit generates a carry or propagates the one that comes in.
  wire [65:0] g = a_i & b_i;
  wire [65:0] p = a_i ^ b_i;

  // The carry into each bit comes from the bit below.
  wire carry_1 = g[0] | (p[0] & carry_i);
  wire carry_2 = g[1] | (p[1] & carry_1);
  wire carry_3 = g[2] | (p[2] & carry_2);
  wire carry_4 = g[3] | (p[3] & carry_3);
  wire carry_5 = g[4] | (p[4] & carry_4);
  wire carry_6 = g[5] | (p[5] & carry_5);
  wire carry_7 = g[6] | (p[6] & carry_6);
  wire carry_8 = g[7] | (p[7] & carry_7);
  wire carry_9 = g[8] | (p[8] & carry_8);
  wire carry_10 = g[9] | (p[9] & carry_9);
  wire carry_11 = g[10] | (p[10] & carry_10);
  wire carry_12 = g[11] | (p[11] & carry_11);
  wire carry_13 = g[12] | (p[12] & carry_12);
  wire carry_14 = g[13] | (p[13] & carry_13);
  wire carry_15 = g[14] | (p[14] & carry_14);
  wire carry_16 = g[15] | (p[15] & carry_15);
  wire carry_17 = g[16] | (p[16] & carry_16);
  wire carry_18 = g[17] | (p[17] & carry_17);
  wire carry_19 = g[18] | (p[18] & carry_18);
  wire carry_20 = g[19] | (p[19] & carry_19);
  wire carry_21 = g[20] | (p[20] & carry_20);
  wire carry_22 = g[21] | (p[21] & carry_21);
  wire carry_23 = g[22] | (p[22] & carry_22);
  wire carry_24 = g[23] | (p[23] & carry_23);
  wire carry_25 = g[24] | (p[24] & carry_24);
  wire carry_26 = g[25] | (p[25] & carry_25);
  wire carry_27 = g[26] | (p[26] & carry_26);
  wire carry_28 = g[27] | (p[27] & carry_27);
  wire carry_29 = g[28] | (p[28] & carry_28);
  wire carry_30 = g[29] | (p[29] & carry_29);
  wire carry_31 = g[30] | (p[30] & carry_30);
  wire carry_32 = g[31] | (p[31] & carry_31);
  wire carry_33 = g[32] | (p[32] & carry_32);
  wire carry_34 = g[33] | (p[33] & carry_33);
  wire carry_35 = g[34] | (p[34] & carry_34);
  wire carry_36 = g[35] | (p[35] & carry_35);
  wire carry_37 = g[36] | (p[36] & carry_36);
  wire carry_38 = g[37] | (p[37] & carry_37);
  wire carry_39 = g[38] | (p[38] & carry_38);
  wire carry_40 = g[39] | (p[39] & carry_39);
  wire carry_41 = g[40] | (p[40] & carry_40);
  wire carry_42 = g[41] | (p[41] & carry_41);
  wire carry_43 = g[42] | (p[42] & carry_42);
  wire carry_44 = g[43] | (p[43] & carry_43);
  wire carry_45 = g[44] | (p[44] & carry_44);
  wire carry_46 = g[45] | (p[45] & carry_45);
  wire carry_47 = g[46] | (p[46] & carry_46);
  wire carry_48 = g[47] | (p[47] & carry_47);
  wire carry_49 = g[48] | (p[48] & carry_48);
  wire carry_50 = g[49] | (p[49] & carry_49);
  wire carry_51 = g[50] | (p[50] & carry_50);
  wire carry_52 = g[51] | (p[51] & carry_51);
  wire carry_53 = g[52] | (p[52] & carry_52);
  wire carry_54 = g[53] | (p[53] & carry_53);
  wire carry_55 = g[54] | (p[54] & carry_54);
  wire carry_56 = g[55] | (p[55] & carry_55);
  wire carry_57 = g[56] | (p[56] & carry_56);
  wire carry_58 = g[57] | (p[57] & carry_57);
  wire carry_59 = g[58] | (p[58] & carry_58);
  wire carry_60 = g[59] | (p[59] & carry_59);
  wire carry_61 = g[60] | (p[60] & carry_60);
  wire carry_62 = g[61] | (p[61] & carry_61);
  wire carry_63 = g[62] | (p[62] & carry_62);
  wire carry_64 = g[63] | (p[63] & carry_63);
  wire carry_65 = g[64] | (p[64] & carry_64);
  wire carry_66 = g[65] | (p[65] & carry_65);

  wire [65:0] into = {
      carry_65, carry_64, carry_63, carry_62, carry_61, carry_60, carry_59, carry_58, carry_57,
      carry_56, carry_55, carry_54, carry_53, carry_52, carry_51, carry_50, carry_49, carry_48,
      carry_47, carry_46, carry_45, carry_44, carry_43, carry_42, carry_41, carry_40, carry_39,
      carry_38, carry_37, carry_36, carry_35, carry_34, carry_33, carry_32, carry_31, carry_30,
      carry_29, carry_28, carry_27, carry_26, carry_25, carry_24, carry_23, carry_22, carry_21,
      carry_20, carry_19, carry_18, carry_17, carry_16, carry_15, carry_14, carry_13, carry_12,
      carry_11, carry_10, carry_9, carry_8, carry_7, carry_6, carry_5, carry_4, carry_3, carry_2,
      carry_1, carry_i
  };

  assign sum_o   = p ^ into;
  assign carry_o = carry_66;

endmodule

`default_nettype wire
