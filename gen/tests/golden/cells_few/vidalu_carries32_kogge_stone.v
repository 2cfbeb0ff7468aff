// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_carries32_kogge_stone
// Carries of an adder of 32 bits, Kogge-Stone prefix tree.
//
// Latency        0: combinational
// Manual         none: integer arithmetic in two's complement
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst goal=cells
//                adder=kogge-stone multiplier=* language=verilog ops=vadd,vmax,vshl
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_carries32_kogge_stone (
  input  wire [31:0] a_i,        // left operand
  input  wire [31:0] b_i,        // right operand
  output wire [32:0] carries_o,  // the carry into each bit, and out of the highest
  output wire [32:0] passed_o    // for each of them: a carry into bit 0 passes to it
);

  // A group of bits generates a carry (g) or propagates one (p).
  wire [31:0] g_0 = a_i & b_i;
  wire [31:0] p_0 = a_i ^ b_i;

  // Level 1: groups of 2.
  wire [31:0] g_1 = g_0 | (p_0 & {g_0[30:0], 1'd0});
  wire [31:0] p_1 = p_0 & {p_0[30:0], {1{1'b1}}};

  // Level 2: groups of 4.
  wire [31:0] g_2 = g_1 | (p_1 & {g_1[29:0], 2'd0});
  wire [31:0] p_2 = p_1 & {p_1[29:0], {2{1'b1}}};

  // Level 3: groups of 8.
  wire [31:0] g_3 = g_2 | (p_2 & {g_2[27:0], 4'd0});
  wire [31:0] p_3 = p_2 & {p_2[27:0], {4{1'b1}}};

  // Level 4: groups of 16.
  wire [31:0] g_4 = g_3 | (p_3 & {g_3[23:0], 8'd0});
  wire [31:0] p_4 = p_3 & {p_3[23:0], {8{1'b1}}};

  // Level 5: groups of 32.
  wire [31:0] g_5 = g_4 | (p_4 & {g_4[15:0], 16'd0});
  wire [31:0] p_5 = p_4 & {p_4[15:0], {16{1'b1}}};

  assign carries_o = {g_5, 1'b0};
  assign passed_o  = {p_5, 1'b1};

endmodule

`default_nettype wire
