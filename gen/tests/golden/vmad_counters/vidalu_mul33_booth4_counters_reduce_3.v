// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_mul33_booth4_counters_reduce_3
// Carry-save stages of a multiplier, part 3.
//
// Latency        0: combinational
// Manual         none: integer arithmetic in two's complement
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst adder=ripple
//                multiplier=booth4-counters language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_mul33_booth4_counters_reduce_3 (
  input  wire [65:0] sum_2_0_i,    // from the stages before
  input  wire [65:0] carry_2_0_i,  // from the stages before
  input  wire [65:0] fours_2_0_i,  // from the stages before
  input  wire [65:0] sum_2_1_i,    // from the stages before
  input  wire [65:0] carry_2_1_i,  // from the stages before
  input  wire [65:0] fours_2_1_i,  // from the stages before
  input  wire [65:0] bits_2_12_i,  // from the stages before
  input  wire [65:0] bits_2_13_i,  // from the stages before
  input  wire [65:0] bits_2_14_i,  // from the stages before
  input  wire [65:0] bits_2_15_i,  // from the stages before
  input  wire [65:0] bits_2_16_i,  // from the stages before
  output wire [65:0] bits_3_9_o,   // a number for the next stages
  output wire [65:0] bits_3_10_o,  // a number for the next stages
  output wire [65:0] sum_3_0_o,    // a number for the next stages
  output wire [65:0] carry_3_0_o,  // a number for the next stages
  output wire [65:0] fours_3_0_o,  // a number for the next stages
  output wire [65:0] sum_3_1_o,    // a number for the next stages
  output wire [65:0] carry_3_1_o   // a number for the next stages
);

  wire [65:0] sum_2_0 = sum_2_0_i;
  wire [65:0] carry_2_0 = carry_2_0_i;
  wire [65:0] fours_2_0 = fours_2_0_i;
  wire [65:0] sum_2_1 = sum_2_1_i;
  wire [65:0] carry_2_1 = carry_2_1_i;
  wire [65:0] fours_2_1 = fours_2_1_i;
  wire [65:0] bits_2_12 = bits_2_12_i;
  wire [65:0] bits_2_13 = bits_2_13_i;
  wire [65:0] bits_2_14 = bits_2_14_i;
  wire [65:0] bits_2_15 = bits_2_15_i;
  wire [65:0] bits_2_16 = bits_2_16_i;

  // Before stage 3, bits move within their columns. Bits that are always 0 are left out.
  wire [65:0] bits_3_0 = {
      6'd0, carry_2_0[59], 6'd0, bits_2_16[52], carry_2_0[51], 4'd0, sum_2_0[46:45], 6'd0,
      sum_2_0[38:36], carry_2_1[35], 1'd0, sum_2_0[33:32], 2'd0, sum_2_0[29:26], 1'd0, sum_2_0[24],
      2'd0, carry_2_0[21], 2'd0, carry_2_0[18], 4'd0, carry_2_0[13], 13'd0
  };
  wire [65:0] bits_3_1 = {
      6'd0, fours_2_0[59], 6'd0, fours_2_0[52:51], 4'd0, carry_2_0[46:45], 6'd0, bits_2_12[38:35],
      1'd0, carry_2_0[33:32], 2'd0, carry_2_0[29:26], 1'd0, carry_2_0[24], 2'd0, fours_2_0[21],
      2'd0, fours_2_0[18], 4'd0, bits_2_12[13], 13'd0
  };
  wire [65:0] bits_3_2 = {
      6'd0, bits_2_12[59], 6'd0, bits_2_12[52:51], 4'd0, fours_2_0[46:45], 6'd0, bits_2_13[38:35],
      1'd0, fours_2_0[33:32], 2'd0, fours_2_0[29:26], 1'd0, fours_2_0[24], 2'd0, bits_2_12[21],
      2'd0, bits_2_12[18], 4'd0, bits_2_13[13], 13'd0
  };
  wire [65:0] bits_3_3 = {
      6'd0, bits_2_13[59], 6'd0, bits_2_13[52:51], 4'd0, bits_2_12[46:45], 6'd0, bits_2_14[38:35],
      1'd0, fours_2_1[33], carry_2_1[32], 2'd0, bits_2_13[29:26], 1'd0, bits_2_12[24], 2'd0,
      bits_2_13[21], 2'd0, bits_2_13[18], 4'd0, bits_2_14[13], 13'd0
  };
  wire [65:0] bits_3_4 = {
      6'd0, bits_2_14[59], 6'd0, bits_2_14[52:51], 4'd0, bits_2_13[46:45], 6'd0, fours_2_0[38:37],
      bits_2_15[36:35], 1'd0, bits_2_12[33:32], 2'd0, bits_2_14[29:26], 1'd0, bits_2_13[24], 2'd0,
      bits_2_14[21], 2'd0, bits_2_14[18], 4'd0, bits_2_15[13], 13'd0
  };
  wire [65:0] bits_3_5 = {
      6'd0, bits_2_15[59], 6'd0, bits_2_15[52:51], 4'd0, bits_2_14[46:45], 6'd0, carry_2_0[38:36],
      bits_2_16[35], 1'd0, bits_2_13[33:32], 2'd0, bits_2_12[29:27], bits_2_15[26], 1'd0,
      bits_2_14[24], 2'd0, bits_2_15[21], 2'd0, bits_2_15[18], 4'd0, bits_2_16[13], 13'd0
  };
  wire [65:0] bits_3_6 = {
      3'd0, bits_2_14[62:61], fours_2_0[60], 3'd0, bits_2_12[56:53], 2'd0, sum_2_0[50:47], 2'd0,
      sum_2_0[44:39], 3'd0, sum_2_0[35:34], 2'd0, sum_2_0[31:30], 4'd0, sum_2_0[25], 1'd0,
      sum_2_0[23:22], 2'd0, sum_2_0[19], 1'd0, fours_2_0[17:16], 1'd0, sum_2_0[14], 2'd0,
      bits_2_14[11:10], fours_2_0[9], carry_2_0[8], 2'd0, bits_2_13[5:2], 1'd0, bits_2_12[0]
  };
  wire [65:0] bits_3_7 = {
      3'd0, bits_2_12[62:60], 3'd0, bits_2_13[56:53], 2'd0, carry_2_0[50:47], 2'd0,
      carry_2_0[44:39], 3'd0, carry_2_0[35:34], 2'd0, carry_2_0[31:30], 4'd0, carry_2_0[25], 1'd0,
      carry_2_0[23], fours_2_0[22], 2'd0, fours_2_0[19], 1'd0, bits_2_12[17:16], 1'd0,
      fours_2_0[14], 2'd0, bits_2_12[11:8], 2'd0, bits_2_14[5:2], 1'd0, bits_2_13[0]
  };
  wire [65:0] bits_3_8 = {
      3'd0, bits_2_13[62:60], 3'd0, bits_2_14[56:53], 2'd0, fours_2_0[50:47], 2'd0,
      fours_2_0[44:39], 3'd0, fours_2_0[35:34], 2'd0, fours_2_0[31:30], 4'd0, fours_2_0[25], 1'd0,
      bits_2_12[23:22], 2'd0, bits_2_12[19], 1'd0, carry_2_0[17], bits_2_13[16], 1'd0,
      bits_2_12[14], 2'd0, bits_2_13[11:8], 2'd0, bits_2_12[5:3], bits_2_15[2], 1'd0, bits_2_14[0]
  };
  wire [65:0] bits_3_9 = {
      bits_2_12[65:63], 2'd0, bits_2_14[60], 1'd0, sum_2_0[58:57], 2'd0, bits_2_15[54:53], 1'd0,
      bits_2_16[51], 2'd0, bits_2_12[48:47], 1'd0, bits_2_15[45], 2'd0, bits_2_12[42:39], 2'd0,
      fours_2_0[36], 1'd0, sum_2_1[34], 2'd0, sum_2_1[31], bits_2_12[30], bits_2_15[29:28], 1'd0,
      bits_2_12[26:25], 2'd0, bits_2_13[22], bits_2_16[21], sum_2_0[20], bits_2_13[19], 1'd0,
      sum_2_0[17:15], 2'd0, sum_2_0[12], bits_2_15[11:10], 1'd0, bits_2_14[8], sum_2_0[7],
      bits_2_12[6], bits_2_15[5:4], 1'd0, bits_2_12[2:1], 1'd0
  };
  wire [65:0] bits_3_10 = {
      1'd0, bits_2_13[64:63], 2'd0, bits_2_15[60], 1'd0, carry_2_0[58], bits_2_12[57], 16'd0,
      bits_2_13[40:39], 2'd0, fours_2_1[36], 1'd0, bits_2_12[34], 5'd0, bits_2_16[28], 2'd0,
      bits_2_13[25], 4'd0, carry_2_0[20], bits_2_14[19], 2'd0, carry_2_0[16:15], 4'd0,
      bits_2_16[10], 5'd0, bits_2_16[4], 2'd0, bits_2_13[1], 1'd0
  };
  wire [441:0] unused_3 = {
      bits_2_16[65:53], bits_2_16[50:36], bits_2_16[34:29], bits_2_16[27:22], bits_2_16[20:14],
      bits_2_16[12:11], bits_2_16[9:5], bits_2_16[3:0], bits_2_15[65:61], bits_2_15[58:55],
      bits_2_15[50:46], bits_2_15[44:37], bits_2_15[34:30], bits_2_15[27], bits_2_15[25:22],
      bits_2_15[20:19], bits_2_15[17:14], bits_2_15[12], bits_2_15[9:6], bits_2_15[3],
      bits_2_15[1:0], bits_2_14[65:63], bits_2_14[58:57], bits_2_14[50:47], bits_2_14[44:39],
      bits_2_14[34:30], bits_2_14[25], bits_2_14[23:22], bits_2_14[20], bits_2_14[17:14],
      bits_2_14[12], bits_2_14[9], bits_2_14[7:6], bits_2_14[1], bits_2_13[65], bits_2_13[58:57],
      bits_2_13[50:47], bits_2_13[44:41], bits_2_13[34], bits_2_13[31:30], bits_2_13[23],
      bits_2_13[20], bits_2_13[17], bits_2_13[15:14], bits_2_13[12], bits_2_13[7:6], bits_2_12[58],
      bits_2_12[50:49], bits_2_12[44:43], bits_2_12[31], bits_2_12[20], bits_2_12[15],
      bits_2_12[12], bits_2_12[7], fours_2_1[65:37], fours_2_1[35:34], fours_2_1[32:0],
      carry_2_1[65:36], carry_2_1[34:33], carry_2_1[31:0], sum_2_1[65:35], sum_2_1[33:32],
      sum_2_1[30:0], fours_2_0[65:61], fours_2_0[58:53], fours_2_0[23], fours_2_0[20],
      fours_2_0[15], fours_2_0[13:10], fours_2_0[8:0], carry_2_0[65:60], carry_2_0[57:52],
      carry_2_0[22], carry_2_0[19], carry_2_0[14], carry_2_0[12:9], carry_2_0[7:0], sum_2_0[65:59],
      sum_2_0[56:51], sum_2_0[21], sum_2_0[18], sum_2_0[13], sum_2_0[11:8], sum_2_0[6:0]
  };

  // Stage 3: each compressor keeps the sum of its inputs.
  wire [65:0] half_0_3_0 = bits_3_0 ^ bits_3_1;
  wire [65:0] ones_0_3_0 = half_0_3_0 ^ bits_3_2;
  wire [65:0] twos_0_3_0 = (bits_3_0 & bits_3_1) | (half_0_3_0 & bits_3_2);
  wire [65:0] half_1_3_0 = bits_3_3 ^ bits_3_4;
  wire [65:0] ones_1_3_0 = half_1_3_0 ^ bits_3_5;
  wire [65:0] twos_1_3_0 = (bits_3_3 & bits_3_4) | (half_1_3_0 & bits_3_5);
  wire [65:0] both_3_0 = ones_0_3_0 & ones_1_3_0;
  wire [65:0] some_3_0 = twos_0_3_0 ^ twos_1_3_0;
  wire [65:0] sum_3_0 = ones_0_3_0 ^ ones_1_3_0;
  wire [65:0] carry_3_0 = (some_3_0 ^ both_3_0) << 1'd1;
  wire [65:0] fours_3_0 = ((twos_0_3_0 & twos_1_3_0) | (some_3_0 & both_3_0)) << 2'd2;
  wire [65:0] half_3_1 = bits_3_6 ^ bits_3_7;
  wire [65:0] sum_3_1 = half_3_1 ^ bits_3_8;
  wire [65:0] carry_3_1 = ((bits_3_6 & bits_3_7) | (half_3_1 & bits_3_8)) << 1'd1;

  assign bits_3_9_o = bits_3_9;
  assign bits_3_10_o = bits_3_10;
  assign sum_3_0_o = sum_3_0;
  assign carry_3_0_o = carry_3_0;
  assign fours_3_0_o = fours_3_0;
  assign sum_3_1_o = sum_3_1;
  assign carry_3_1_o = carry_3_1;

endmodule

`default_nettype wire
