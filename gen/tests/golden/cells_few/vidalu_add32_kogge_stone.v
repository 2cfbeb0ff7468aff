// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_add32_kogge_stone
// Adder of 32 bits, Kogge-Stone prefix tree: every bit has a node at every level.
//
// Latency        0: combinational
// Manual         none: integer arithmetic in two's complement
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst goal=cells
//                adder=kogge-stone multiplier=* language=verilog ops=vadd,vmax,vshl
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_add32_kogge_stone (
  input  wire [31:0] a_i,      // left operand
  input  wire [31:0] b_i,      // right operand
  input  wire        carry_i,  // carry into bit 0
  output wire [31:0] sum_o,    // the sum, modulo 2^32
  output wire        carry_o   // the carry out of the sum
);

  // A group of bits generates a carry (g) or propagates one (p). The position below bit 0 is the
  // carry input.
  wire [32:0] g_0 = {a_i & b_i, carry_i};
  wire [32:0] p_0 = {a_i ^ b_i, 1'b0};

  // Level 1: groups of 2.
  wire [32:0] g_1 = g_0 | (p_0 & {g_0[31:0], 1'd0});
  wire [32:0] p_1 = p_0 & {p_0[31:0], 1'd0};

  // Level 2: groups of 4.
  wire [32:0] g_2 = g_1 | (p_1 & {g_1[30:0], 2'd0});
  wire [32:0] p_2 = p_1 & {p_1[30:0], 2'd0};

  // Level 3: groups of 8.
  wire [32:0] g_3 = g_2 | (p_2 & {g_2[28:0], 4'd0});
  wire [32:0] p_3 = p_2 & {p_2[28:0], 4'd0};

  // Level 4: groups of 16.
  wire [32:0] g_4 = g_3 | (p_3 & {g_3[24:0], 8'd0});
  wire [32:0] p_4 = p_3 & {p_3[24:0], 8'd0};

  // Level 5: groups of 32.
  wire [32:0] g_5 = g_4 | (p_4 & {g_4[16:0], 16'd0});
  wire [32:0] p_5 = p_4 & {p_4[16:0], 16'd0};

  // Level 6: groups of 64.
  wire [32:0] g_6 = g_5 | (p_5 & {g_5[0:0], 32'd0});

  assign sum_o   = p_0[32:1] ^ g_6[31:0];
  assign carry_o = g_6[32];

endmodule

`default_nettype wire
