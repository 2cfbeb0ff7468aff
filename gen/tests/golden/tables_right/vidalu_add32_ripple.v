// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_add32_ripple
// Adder of 32 bits, ripple carry.
//
// Latency        0: combinational
// Manual         none: integer arithmetic in two's complement
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=2 handshake=valid reset=rst goal=tables
//                adder=ripple multiplier=* language=verilog ops=vadd,vmin,vshr
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_add32_ripple (
  input  wire [31:0] a_i,      // left operand
  input  wire [31:0] b_i,      // right operand
  input  wire        carry_i,  // carry into bit 0
  output wire [31:0] sum_o,    // the sum, modulo 2^32
  output wire        carry_o   // the carry out of the sum
);

  // Each bit generates a carry or propagates the one that comes in.
  wire [31:0] g = a_i & b_i;
  wire [31:0] p = a_i ^ b_i;

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

  wire [31:0] into = {
      carry_31, carry_30, carry_29, carry_28, carry_27, carry_26, carry_25, carry_24, carry_23,
      carry_22, carry_21, carry_20, carry_19, carry_18, carry_17, carry_16, carry_15, carry_14,
      carry_13, carry_12, carry_11, carry_10, carry_9, carry_8, carry_7, carry_6, carry_5, carry_4,
      carry_3, carry_2, carry_1, carry_i
  };

  assign sum_o   = p ^ into;
  assign carry_o = carry_32;

endmodule

`default_nettype wire
