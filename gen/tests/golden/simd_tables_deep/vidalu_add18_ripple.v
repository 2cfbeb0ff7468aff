// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_add18_ripple
// Adder of 18 bits, ripple carry.
//
// Latency        0: combinational
// Manual         none: integer arithmetic in two's complement
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=5 handshake=valid reset=rst sat_o goal=tables
//                adder=ripple multiplier=* language=verilog ops=all,set.16x2,set.8x4
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_add18_ripple (
  input  wire [17:0] a_i,      // left operand
  input  wire [17:0] b_i,      // right operand
  input  wire        carry_i,  // carry into bit 0
  output wire [17:0] sum_o,    // the sum, modulo 2^18
  output wire        carry_o   // the carry out of the sum
);

  // Each bit generates a carry or propagates the one that comes in.
  wire [17:0] g = a_i & b_i;
  wire [17:0] p = a_i ^ b_i;

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

  wire [17:0] into = {
      carry_17, carry_16, carry_15, carry_14, carry_13, carry_12, carry_11, carry_10, carry_9,
      carry_8, carry_7, carry_6, carry_5, carry_4, carry_3, carry_2, carry_1, carry_i
  };

  assign sum_o   = p ^ into;
  assign carry_o = carry_18;

endmodule

`default_nettype wire
