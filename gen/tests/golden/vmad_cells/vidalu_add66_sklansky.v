// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_add66_sklansky
// Adder of 66 bits, Sklansky prefix tree: half of the bits have a node at every level.
//
// Latency        0: combinational
// Manual         none: integer arithmetic in two's complement
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst goal=cells adder=sklansky
//                multiplier=booth4-dadda language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_add66_sklansky (
  input  wire [65:0] a_i,      // left operand
  input  wire [65:0] b_i,      // right operand
  input  wire        carry_i,  // carry into bit 0
  output wire [65:0] sum_o,    // the sum, modulo 2^66
  output wire        carry_o   // the carry out of the sum
);

  // A group of bits generates a carry (g) or propagates one (p). The position below bit 0 is the
  // carry input.
  wire [66:0] g_0 = {a_i & b_i, carry_i};
  wire [66:0] p_0 = {a_i ^ b_i, 1'b0};

  // Level 1: groups of 2.
  wire [66:0] lower_g_1 = {
      1'd0, g_0[64], 1'd0, g_0[62], 1'd0, g_0[60], 1'd0, g_0[58], 1'd0, g_0[56], 1'd0, g_0[54],
      1'd0, g_0[52], 1'd0, g_0[50], 1'd0, g_0[48], 1'd0, g_0[46], 1'd0, g_0[44], 1'd0, g_0[42],
      1'd0, g_0[40], 1'd0, g_0[38], 1'd0, g_0[36], 1'd0, g_0[34], 1'd0, g_0[32], 1'd0, g_0[30],
      1'd0, g_0[28], 1'd0, g_0[26], 1'd0, g_0[24], 1'd0, g_0[22], 1'd0, g_0[20], 1'd0, g_0[18],
      1'd0, g_0[16], 1'd0, g_0[14], 1'd0, g_0[12], 1'd0, g_0[10], 1'd0, g_0[8], 1'd0, g_0[6], 1'd0,
      g_0[4], 1'd0, g_0[2], 1'd0, g_0[0], 1'd0
  };
  wire [66:0] g_1 = g_0 | (p_0 & lower_g_1);
  wire [66:0] lower_p_1 = {
      1'b1, p_0[64], 1'b1, p_0[62], 1'b1, p_0[60], 1'b1, p_0[58], 1'b1, p_0[56], 1'b1, p_0[54],
      1'b1, p_0[52], 1'b1, p_0[50], 1'b1, p_0[48], 1'b1, p_0[46], 1'b1, p_0[44], 1'b1, p_0[42],
      1'b1, p_0[40], 1'b1, p_0[38], 1'b1, p_0[36], 1'b1, p_0[34], 1'b1, p_0[32], 1'b1, p_0[30],
      1'b1, p_0[28], 1'b1, p_0[26], 1'b1, p_0[24], 1'b1, p_0[22], 1'b1, p_0[20], 1'b1, p_0[18],
      1'b1, p_0[16], 1'b1, p_0[14], 1'b1, p_0[12], 1'b1, p_0[10], 1'b1, p_0[8], 1'b1, p_0[6], 1'b1,
      p_0[4], 1'b1, p_0[2], 1'b1, p_0[0], 1'b1
  };
  wire [66:0] p_1 = p_0 & lower_p_1;

  // Level 2: groups of 4.
  wire [66:0] lower_g_2 = {
      g_1[65], 2'd0, {2{g_1[61]}}, 2'd0, {2{g_1[57]}}, 2'd0, {2{g_1[53]}}, 2'd0, {2{g_1[49]}}, 2'd0,
      {2{g_1[45]}}, 2'd0, {2{g_1[41]}}, 2'd0, {2{g_1[37]}}, 2'd0, {2{g_1[33]}}, 2'd0, {2{g_1[29]}},
      2'd0, {2{g_1[25]}}, 2'd0, {2{g_1[21]}}, 2'd0, {2{g_1[17]}}, 2'd0, {2{g_1[13]}}, 2'd0,
      {2{g_1[9]}}, 2'd0, {2{g_1[5]}}, 2'd0, {2{g_1[1]}}, 2'd0
  };
  wire [66:0] g_2 = g_1 | (p_1 & lower_g_2);
  wire [66:0] lower_p_2 = {
      p_1[65], {2{1'b1}}, {2{p_1[61]}}, {2{1'b1}}, {2{p_1[57]}}, {2{1'b1}}, {2{p_1[53]}}, {2{1'b1}},
      {2{p_1[49]}}, {2{1'b1}}, {2{p_1[45]}}, {2{1'b1}}, {2{p_1[41]}}, {2{1'b1}}, {2{p_1[37]}},
      {2{1'b1}}, {2{p_1[33]}}, {2{1'b1}}, {2{p_1[29]}}, {2{1'b1}}, {2{p_1[25]}}, {2{1'b1}},
      {2{p_1[21]}}, {2{1'b1}}, {2{p_1[17]}}, {2{1'b1}}, {2{p_1[13]}}, {2{1'b1}}, {2{p_1[9]}},
      {2{1'b1}}, {2{p_1[5]}}, {2{1'b1}}, {2{p_1[1]}}, {2{1'b1}}
  };
  wire [66:0] p_2 = p_1 & lower_p_2;

  // Level 3: groups of 8.
  wire [66:0] lower_g_3 = {
      3'd0, {4{g_2[59]}}, 4'd0, {4{g_2[51]}}, 4'd0, {4{g_2[43]}}, 4'd0, {4{g_2[35]}}, 4'd0,
      {4{g_2[27]}}, 4'd0, {4{g_2[19]}}, 4'd0, {4{g_2[11]}}, 4'd0, {4{g_2[3]}}, 4'd0
  };
  wire [66:0] g_3 = g_2 | (p_2 & lower_g_3);
  wire [66:0] lower_p_3 = {
      {3{1'b1}}, {4{p_2[59]}}, {4{1'b1}}, {4{p_2[51]}}, {4{1'b1}}, {4{p_2[43]}}, {4{1'b1}},
      {4{p_2[35]}}, {4{1'b1}}, {4{p_2[27]}}, {4{1'b1}}, {4{p_2[19]}}, {4{1'b1}}, {4{p_2[11]}},
      {4{1'b1}}, {4{p_2[3]}}, {4{1'b1}}
  };
  wire [66:0] p_3 = p_2 & lower_p_3;

  // Level 4: groups of 16.
  wire [66:0] lower_g_4 = {
      3'd0, {8{g_3[55]}}, 8'd0, {8{g_3[39]}}, 8'd0, {8{g_3[23]}}, 8'd0, {8{g_3[7]}}, 8'd0
  };
  wire [66:0] g_4 = g_3 | (p_3 & lower_g_4);
  wire [66:0] lower_p_4 = {
      {3{1'b1}}, {8{p_3[55]}}, {8{1'b1}}, {8{p_3[39]}}, {8{1'b1}}, {8{p_3[23]}}, {8{1'b1}},
      {8{p_3[7]}}, {8{1'b1}}
  };
  wire [66:0] p_4 = p_3 & lower_p_4;

  // Level 5: groups of 32.
  wire [66:0] lower_g_5 = {3'd0, {16{g_4[47]}}, 16'd0, {16{g_4[15]}}, 16'd0};
  wire [66:0] g_5 = g_4 | (p_4 & lower_g_5);
  wire [66:0] lower_p_5 = {{3{1'b1}}, {16{p_4[47]}}, {16{1'b1}}, {16{p_4[15]}}, {16{1'b1}}};
  wire [66:0] p_5 = p_4 & lower_p_5;

  // Level 6: groups of 64.
  wire [66:0] lower_g_6 = {3'd0, {32{g_5[31]}}, 32'd0};
  wire [66:0] g_6 = g_5 | (p_5 & lower_g_6);
  wire [66:0] lower_p_6 = {{3{1'b1}}, {32{p_5[31]}}, {32{1'b1}}};
  wire [66:0] p_6 = p_5 & lower_p_6;

  // Level 7: groups of 128.
  wire [66:0] lower_g_7 = {{3{g_6[63]}}, 64'd0};
  wire [66:0] g_7 = g_6 | (p_6 & lower_g_7);

  assign sum_o   = p_0[66:1] ^ g_7[65:0];
  assign carry_o = g_7[66];

endmodule

`default_nettype wire
