// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_add32_brent_kung
// Adder of 32 bits, Brent-Kung prefix tree: few nodes, many levels.
//
// Latency        0: combinational
// Manual         none: integer arithmetic in two's complement
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=hardware prefix=vidalu_ depth=6 handshake=valid reset=rst sat_o goal=cells
//                adder=brent-kung multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_add32_brent_kung (
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

  // Up: the top positions of groups of 2.
  wire [32:0] g_1 = g_0 | (p_0 & {g_0[31:0], 1'd0} & 33'haaaaaaaa);
  wire [32:0] p_1 = p_0 & ({p_0[31:0], 1'd0} | 33'h155555555);

  // Up: the top positions of groups of 4.
  wire [32:0] g_2 = g_1 | (p_1 & {g_1[30:0], 2'd0} & 33'h88888888);
  wire [32:0] p_2 = p_1 & ({p_1[30:0], 2'd0} | 33'h177777777);

  // Up: the top positions of groups of 8.
  wire [32:0] g_3 = g_2 | (p_2 & {g_2[28:0], 4'd0} & 33'h80808080);
  wire [32:0] p_3 = p_2 & ({p_2[28:0], 4'd0} | 33'h17f7f7f7f);

  // Up: the top positions of groups of 16.
  wire [32:0] g_4 = g_3 | (p_3 & {g_3[24:0], 8'd0} & 33'h80008000);
  wire [32:0] p_4 = p_3 & ({p_3[24:0], 8'd0} | 33'h17fff7fff);

  // Up: the top positions of groups of 32.
  wire [32:0] g_5 = g_4 | (p_4 & {g_4[16:0], 16'd0} & 33'h80000000);
  wire [32:0] p_5 = p_4 & ({p_4[16:0], 16'd0} | 33'h17fffffff);

  // Down: positions 8 above a complete group.
  wire [32:0] g_6 = g_5 | (p_5 & {g_5[24:0], 8'd0} & 33'h800000);

  // Down: positions 4 above a complete group.
  wire [32:0] g_7 = g_6 | (p_5 & {g_6[28:0], 4'd0} & 33'h8080800);

  // Down: positions 2 above a complete group.
  wire [32:0] g_8 = g_7 | (p_5 & {g_7[30:0], 2'd0} & 33'h22222220);

  // Down: positions 1 above a complete group.
  wire [32:0] g_9 = g_8 | (p_5 & {g_8[31:0], 1'd0} & 33'h155555554);

  assign sum_o   = p_0[32:1] ^ g_9[31:0];
  assign carry_o = g_9[32];

endmodule

`default_nettype wire
