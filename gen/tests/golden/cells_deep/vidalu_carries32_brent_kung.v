// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_carries32_brent_kung
// Carries of an adder of 32 bits, Brent-Kung prefix tree.
//
// Latency        0: combinational
// Manual         none: integer arithmetic in two's complement
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=hardware prefix=vidalu_ depth=6 handshake=valid reset=rst sat_o goal=cells
//                adder=brent-kung multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_carries32_brent_kung (
  input  wire [31:0] a_i,        // left operand
  input  wire [31:0] b_i,        // right operand
  output wire [32:0] carries_o,  // the carry into each bit, and out of the highest
  output wire [32:0] passed_o    // for each of them: a carry into bit 0 passes to it
);

  // A group of bits generates a carry (g) or propagates one (p).
  wire [31:0] g_0 = a_i & b_i;
  wire [31:0] p_0 = a_i ^ b_i;

  // Up: the top positions of groups of 2.
  wire [31:0] g_1 = g_0 | (p_0 & {g_0[30:0], 1'd0} & 32'haaaaaaaa);
  wire [31:0] p_1 = p_0 & ({p_0[30:0], 1'd0} | 32'h55555555);

  // Up: the top positions of groups of 4.
  wire [31:0] g_2 = g_1 | (p_1 & {g_1[29:0], 2'd0} & 32'h88888888);
  wire [31:0] p_2 = p_1 & ({p_1[29:0], 2'd0} | 32'h77777777);

  // Up: the top positions of groups of 8.
  wire [31:0] g_3 = g_2 | (p_2 & {g_2[27:0], 4'd0} & 32'h80808080);
  wire [31:0] p_3 = p_2 & ({p_2[27:0], 4'd0} | 32'h7f7f7f7f);

  // Up: the top positions of groups of 16.
  wire [31:0] g_4 = g_3 | (p_3 & {g_3[23:0], 8'd0} & 32'h80008000);
  wire [31:0] p_4 = p_3 & ({p_3[23:0], 8'd0} | 32'h7fff7fff);

  // Up: the top positions of groups of 32.
  wire [31:0] g_5 = g_4 | (p_4 & {g_4[15:0], 16'd0} & 32'h80000000);
  wire [31:0] p_5 = p_4 & ({p_4[15:0], 16'd0} | 32'h7fffffff);

  // Down: positions 8 above a complete group.
  wire [31:0] g_6 = g_5 | (p_5 & {g_5[23:0], 8'd0} & 32'h800000);
  wire [31:0] p_6 = p_5 & ({p_5[23:0], 8'd0} | 32'hff7fffff);

  // Down: positions 4 above a complete group.
  wire [31:0] g_7 = g_6 | (p_6 & {g_6[27:0], 4'd0} & 32'h8080800);
  wire [31:0] p_7 = p_6 & ({p_6[27:0], 4'd0} | 32'hf7f7f7ff);

  // Down: positions 2 above a complete group.
  wire [31:0] g_8 = g_7 | (p_7 & {g_7[29:0], 2'd0} & 32'h22222220);
  wire [31:0] p_8 = p_7 & ({p_7[29:0], 2'd0} | 32'hdddddddf);

  // Down: positions 1 above a complete group.
  wire [31:0] g_9 = g_8 | (p_8 & {g_8[30:0], 1'd0} & 32'h55555554);
  wire [31:0] p_9 = p_8 & ({p_8[30:0], 1'd0} | 32'haaaaaaab);

  assign carries_o = {g_9, 1'b0};
  assign passed_o  = {p_9, 1'b1};

endmodule

`default_nettype wire
