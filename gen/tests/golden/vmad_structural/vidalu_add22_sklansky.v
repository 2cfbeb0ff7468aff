// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_add22_sklansky
// Adder of 22 bits, Sklansky prefix tree: half of the bits have a node at every level.
//
// Latency        0: combinational
// Manual         none: integer arithmetic in two's complement
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=6 handshake=valid reset=rst sat_o
//                adder=sklansky multiplier=booth4-dadda language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_add22_sklansky (
  input  wire [21:0] a_i,      // left operand
  input  wire [21:0] b_i,      // right operand
  input  wire        carry_i,  // carry into bit 0
  output wire [21:0] sum_o,    // the sum, modulo 2^22
  output wire        carry_o   // the carry out of the sum
);

  // A group of bits generates a carry (g) or propagates one (p). The position below bit 0 is the
  // carry input.
  wire [22:0] g_0 = {a_i & b_i, carry_i};
  wire [22:0] p_0 = {a_i ^ b_i, 1'b0};

  // Level 1: groups of 2.
  wire [22:0] lower_g_1 = {
      1'd0, g_0[20], 1'd0, g_0[18], 1'd0, g_0[16], 1'd0, g_0[14], 1'd0, g_0[12], 1'd0, g_0[10],
      1'd0, g_0[8], 1'd0, g_0[6], 1'd0, g_0[4], 1'd0, g_0[2], 1'd0, g_0[0], 1'd0
  };
  wire [22:0] g_1 = g_0 | (p_0 & lower_g_1);
  wire [22:0] lower_p_1 = {
      1'b1, p_0[20], 1'b1, p_0[18], 1'b1, p_0[16], 1'b1, p_0[14], 1'b1, p_0[12], 1'b1, p_0[10],
      1'b1, p_0[8], 1'b1, p_0[6], 1'b1, p_0[4], 1'b1, p_0[2], 1'b1, p_0[0], 1'b1
  };
  wire [22:0] p_1 = p_0 & lower_p_1;

  // Level 2: groups of 4.
  wire [22:0] lower_g_2 = {
      g_1[21], 2'd0, {2{g_1[17]}}, 2'd0, {2{g_1[13]}}, 2'd0, {2{g_1[9]}}, 2'd0, {2{g_1[5]}}, 2'd0,
      {2{g_1[1]}}, 2'd0
  };
  wire [22:0] g_2 = g_1 | (p_1 & lower_g_2);
  wire [22:0] lower_p_2 = {
      p_1[21], {2{1'b1}}, {2{p_1[17]}}, {2{1'b1}}, {2{p_1[13]}}, {2{1'b1}}, {2{p_1[9]}}, {2{1'b1}},
      {2{p_1[5]}}, {2{1'b1}}, {2{p_1[1]}}, {2{1'b1}}
  };
  wire [22:0] p_2 = p_1 & lower_p_2;

  // Level 3: groups of 8.
  wire [22:0] lower_g_3 = {{3{g_2[19]}}, 4'd0, {4{g_2[11]}}, 4'd0, {4{g_2[3]}}, 4'd0};
  wire [22:0] g_3 = g_2 | (p_2 & lower_g_3);
  wire [22:0] lower_p_3 = {
      {3{p_2[19]}}, {4{1'b1}}, {4{p_2[11]}}, {4{1'b1}}, {4{p_2[3]}}, {4{1'b1}}
  };
  wire [22:0] p_3 = p_2 & lower_p_3;

  // Level 4: groups of 16.
  wire [22:0] lower_g_4 = {7'd0, {8{g_3[7]}}, 8'd0};
  wire [22:0] g_4 = g_3 | (p_3 & lower_g_4);
  wire [22:0] lower_p_4 = {{7{1'b1}}, {8{p_3[7]}}, {8{1'b1}}};
  wire [22:0] p_4 = p_3 & lower_p_4;

  // Level 5: groups of 32.
  wire [22:0] lower_g_5 = {{7{g_4[15]}}, 16'd0};
  wire [22:0] g_5 = g_4 | (p_4 & lower_g_5);

  assign sum_o   = p_0[22:1] ^ g_5[21:0];
  assign carry_o = g_5[22];

endmodule

`default_nettype wire
