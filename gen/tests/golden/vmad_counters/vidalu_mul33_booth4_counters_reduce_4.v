// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_mul33_booth4_counters_reduce_4
// Carry-save stages of a multiplier, part 4.
//
// Latency        0: combinational
// Manual         none: integer arithmetic in two's complement
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst adder=ripple
//                multiplier=booth4-counters language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_mul33_booth4_counters_reduce_4 (
  input  wire [65:0] sum_3_0_i,    // from the stages before
  input  wire [65:0] carry_3_0_i,  // from the stages before
  input  wire [65:0] fours_3_0_i,  // from the stages before
  input  wire [65:0] sum_3_1_i,    // from the stages before
  input  wire [65:0] carry_3_1_i,  // from the stages before
  input  wire [65:0] bits_3_9_i,   // from the stages before
  input  wire [65:0] bits_3_10_i,  // from the stages before
  output wire [65:0] bits_4_9_o,   // a number for the next stages
  output wire [65:0] bits_4_10_o,  // a number for the next stages
  output wire [65:0] bits_4_11_o,  // a number for the next stages
  output wire [65:0] sum_4_0_o,    // a number for the next stages
  output wire [65:0] carry_4_0_o,  // a number for the next stages
  output wire [65:0] fours_4_0_o,  // a number for the next stages
  output wire [65:0] sum_4_1_o,    // a number for the next stages
  output wire [65:0] carry_4_1_o   // a number for the next stages
);

  wire [65:0] sum_3_0 = sum_3_0_i;
  wire [65:0] carry_3_0 = carry_3_0_i;
  wire [65:0] fours_3_0 = fours_3_0_i;
  wire [65:0] sum_3_1 = sum_3_1_i;
  wire [65:0] carry_3_1 = carry_3_1_i;
  wire [65:0] bits_3_9 = bits_3_9_i;
  wire [65:0] bits_3_10 = bits_3_10_i;

  // Before stage 4, bits move within their columns. Bits that are always 0 are left out.
  wire [65:0] bits_4_0 = {25'd0, carry_3_1[40], carry_3_0[39], 2'd0, sum_3_0[36], 36'd0};
  wire [65:0] bits_4_1 = {25'd0, fours_3_0[40:39], 2'd0, carry_3_0[36], 36'd0};
  wire [65:0] bits_4_2 = {25'd0, sum_3_1[40:39], 2'd0, carry_3_1[36], 36'd0};
  wire [65:0] bits_4_3 = {25'd0, bits_3_9[40:39], 2'd0, bits_3_9[36], 36'd0};
  wire [65:0] bits_4_4 = {25'd0, bits_3_10[40:39], 2'd0, bits_3_10[36], 36'd0};
  wire [65:0] bits_4_5 = {66'd0};
  wire [65:0] bits_4_6 = {
      4'd0, fours_3_0[61], carry_3_0[60], 5'd0, carry_3_1[54], carry_3_0[53], 4'd0, carry_3_1[48],
      carry_3_0[47], 4'd0, sum_3_1[42:41], 2'd0, sum_3_0[38:37], 1'd0, fours_3_0[35:34], 2'd0,
      fours_3_0[31:28], 1'd0, sum_3_0[26], carry_3_0[25], 4'd0, fours_3_0[20], carry_3_0[19], 1'd0,
      sum_3_1[17:16], fours_3_0[15], 3'd0, sum_3_1[11:10], 4'd0, carry_3_1[5:4], 4'd0
  };
  wire [65:0] bits_4_7 = {
      4'd0, sum_3_1[61:60], 5'd0, fours_3_0[54:53], 4'd0, fours_3_0[48:47], 4'd0, carry_3_1[42:41],
      2'd0, carry_3_0[38:37], 1'd0, sum_3_1[35:34], 2'd0, bits_3_9[31:28], 1'd0, fours_3_0[26],
      sum_3_1[25], 4'd0, carry_3_1[20], sum_3_1[19], 1'd0, carry_3_1[17], bits_3_10[16],
      carry_3_1[15], 3'd0, bits_3_9[11:10], 4'd0, bits_3_9[5:4], 4'd0
  };
  wire [65:0] bits_4_8 = {
      4'd0, carry_3_1[61], bits_3_9[60], 5'd0, sum_3_1[54:53], 4'd0, sum_3_1[48:47], 4'd0,
      bits_3_9[42:41], 2'd0, fours_3_0[38:37], 1'd0, sum_3_0[35], bits_3_9[34], 2'd0, carry_3_1[31],
      carry_3_0[30:29], bits_3_10[28], 1'd0, bits_3_9[26:25], 4'd0, bits_3_9[20:19], 1'd0,
      bits_3_9[17:15], 3'd0, carry_3_1[11], bits_3_10[10], 4'd0, sum_3_1[5], bits_3_10[4], 4'd0
  };
  wire [65:0] bits_4_9 = {
      bits_3_9[65:63], sum_3_1[62], 1'd0, bits_3_10[60], sum_3_0[59], bits_3_9[58:57],
      sum_3_1[56:55], bits_3_9[54:53], sum_3_0[52:51], sum_3_1[50:49], bits_3_9[48:47],
      sum_3_0[46:45], sum_3_1[44:43], 7'd0, carry_3_1[35], bits_3_10[34], sum_3_0[33:32],
      sum_3_1[31:30], sum_3_0[29:27], carry_3_1[26], bits_3_10[25], sum_3_0[24], fours_3_0[23],
      carry_3_0[22], sum_3_0[21], bits_3_10[20:19], sum_3_0[18], 2'd0, bits_3_10[15], carry_3_0[14],
      sum_3_0[13], carry_3_1[12], 1'd0, carry_3_1[10:9], bits_3_9[8:7], carry_3_1[6], 1'd0,
      sum_3_1[4:2], carry_3_1[1], sum_3_1[0]
  };
  wire [65:0] bits_4_10 = {
      1'd0, bits_3_10[64], carry_3_1[63:62], 3'd0, bits_3_10[58], carry_3_1[57:55], 2'd0,
      carry_3_0[52], carry_3_1[51:49], 2'd0, carry_3_0[46], carry_3_1[45:43], 8'd0,
      carry_3_0[34:33], carry_3_1[32], 3'd0, carry_3_0[28:27], 2'd0, carry_3_1[24:23],
      bits_3_9[22:21], 2'd0, carry_3_1[18], 3'd0, sum_3_1[14], 1'd0, bits_3_9[12], 2'd0,
      sum_3_1[9:8], 1'd0, bits_3_9[6], 2'd0, carry_3_1[3], bits_3_9[2:1], 1'd0
  };
  wire [65:0] bits_4_11 = {
      2'd0, bits_3_10[63], 5'd0, bits_3_10[57], 5'd0, bits_3_9[51], 5'd0, bits_3_9[45], 21'd0,
      sum_3_1[23:22], 20'd0, bits_3_10[1], 1'd0
  };
  wire [271:0] unused_4 = {
      bits_3_10[65], bits_3_10[62:61], bits_3_10[59], bits_3_10[56:41], bits_3_10[38:37],
      bits_3_10[35], bits_3_10[33:29], bits_3_10[27:26], bits_3_10[24:21], bits_3_10[18:17],
      bits_3_10[14:11], bits_3_10[9:5], bits_3_10[3:2], bits_3_10[0], bits_3_9[62:61], bits_3_9[59],
      bits_3_9[56:55], bits_3_9[52], bits_3_9[50:49], bits_3_9[46], bits_3_9[44:43],
      bits_3_9[38:37], bits_3_9[35], bits_3_9[33:32], bits_3_9[27], bits_3_9[24:23], bits_3_9[18],
      bits_3_9[14:13], bits_3_9[9], bits_3_9[3], bits_3_9[0], carry_3_1[65:64], carry_3_1[60:58],
      carry_3_1[53:52], carry_3_1[47:46], carry_3_1[39:37], carry_3_1[34:33], carry_3_1[30:27],
      carry_3_1[25], carry_3_1[22:21], carry_3_1[19], carry_3_1[16], carry_3_1[14:13],
      carry_3_1[8:7], carry_3_1[2], carry_3_1[0], sum_3_1[65:63], sum_3_1[59:57], sum_3_1[52:51],
      sum_3_1[46:45], sum_3_1[38:36], sum_3_1[33:32], sum_3_1[29:26], sum_3_1[24], sum_3_1[21:20],
      sum_3_1[18], sum_3_1[15], sum_3_1[13:12], sum_3_1[7:6], sum_3_1[1], fours_3_0[65:62],
      fours_3_0[60:55], fours_3_0[52:49], fours_3_0[46:41], fours_3_0[36], fours_3_0[33:32],
      fours_3_0[27], fours_3_0[25:24], fours_3_0[22:21], fours_3_0[19:16], fours_3_0[14:0],
      carry_3_0[65:61], carry_3_0[59:54], carry_3_0[51:48], carry_3_0[45:40], carry_3_0[35],
      carry_3_0[32:31], carry_3_0[26], carry_3_0[24:23], carry_3_0[21:20], carry_3_0[18:15],
      carry_3_0[13:0], sum_3_0[65:60], sum_3_0[58:53], sum_3_0[50:47], sum_3_0[44:39], sum_3_0[34],
      sum_3_0[31:30], sum_3_0[25], sum_3_0[23:22], sum_3_0[20:19], sum_3_0[17:14], sum_3_0[12:0]
  };

  // Stage 4: each compressor keeps the sum of its inputs.
  wire [65:0] half_0_4_0 = bits_4_0 ^ bits_4_1;
  wire [65:0] ones_0_4_0 = half_0_4_0 ^ bits_4_2;
  wire [65:0] twos_0_4_0 = (bits_4_0 & bits_4_1) | (half_0_4_0 & bits_4_2);
  wire [65:0] half_1_4_0 = bits_4_3 ^ bits_4_4;
  wire [65:0] ones_1_4_0 = half_1_4_0 ^ bits_4_5;
  wire [65:0] twos_1_4_0 = (bits_4_3 & bits_4_4) | (half_1_4_0 & bits_4_5);
  wire [65:0] both_4_0 = ones_0_4_0 & ones_1_4_0;
  wire [65:0] some_4_0 = twos_0_4_0 ^ twos_1_4_0;
  wire [65:0] sum_4_0 = ones_0_4_0 ^ ones_1_4_0;
  wire [65:0] carry_4_0 = (some_4_0 ^ both_4_0) << 1'd1;
  wire [65:0] fours_4_0 = ((twos_0_4_0 & twos_1_4_0) | (some_4_0 & both_4_0)) << 2'd2;
  wire [65:0] half_4_1 = bits_4_6 ^ bits_4_7;
  wire [65:0] sum_4_1 = half_4_1 ^ bits_4_8;
  wire [65:0] carry_4_1 = ((bits_4_6 & bits_4_7) | (half_4_1 & bits_4_8)) << 1'd1;

  assign bits_4_9_o = bits_4_9;
  assign bits_4_10_o = bits_4_10;
  assign bits_4_11_o = bits_4_11;
  assign sum_4_0_o = sum_4_0;
  assign carry_4_0_o = carry_4_0;
  assign fours_4_0_o = fours_4_0;
  assign sum_4_1_o = sum_4_1;
  assign carry_4_1_o = carry_4_1;

endmodule

`default_nettype wire
