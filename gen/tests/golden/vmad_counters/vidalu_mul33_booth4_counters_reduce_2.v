// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_mul33_booth4_counters_reduce_2
// Carry-save stages of a multiplier, part 2.
//
// Latency        0: combinational
// Manual         none: integer arithmetic in two's complement
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst adder=ripple
//                multiplier=booth4-counters language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_mul33_booth4_counters_reduce_2 (
  input  wire [65:0] sum_1_0_i,    // from the stages before
  input  wire [65:0] carry_1_0_i,  // from the stages before
  input  wire [65:0] fours_1_0_i,  // from the stages before
  input  wire [65:0] sum_1_1_i,    // from the stages before
  input  wire [65:0] carry_1_1_i,  // from the stages before
  input  wire [65:0] fours_1_1_i,  // from the stages before
  input  wire [65:0] sum_1_2_i,    // from the stages before
  input  wire [65:0] carry_1_2_i,  // from the stages before
  input  wire [65:0] fours_1_2_i,  // from the stages before
  input  wire [65:0] bits_1_18_i,  // from the stages before
  input  wire [65:0] bits_1_19_i,  // from the stages before
  input  wire [65:0] bits_1_20_i,  // from the stages before
  input  wire [65:0] bits_1_21_i,  // from the stages before
  input  wire [65:0] bits_1_22_i,  // from the stages before
  output wire [65:0] bits_2_12_o,  // a number for the next stages
  output wire [65:0] bits_2_13_o,  // a number for the next stages
  output wire [65:0] bits_2_14_o,  // a number for the next stages
  output wire [65:0] bits_2_15_o,  // a number for the next stages
  output wire [65:0] bits_2_16_o,  // a number for the next stages
  output wire [65:0] sum_2_0_o,    // a number for the next stages
  output wire [65:0] carry_2_0_o,  // a number for the next stages
  output wire [65:0] fours_2_0_o,  // a number for the next stages
  output wire [65:0] sum_2_1_o,    // a number for the next stages
  output wire [65:0] carry_2_1_o,  // a number for the next stages
  output wire [65:0] fours_2_1_o   // a number for the next stages
);

  wire [65:0] sum_1_0 = sum_1_0_i;
  wire [65:0] carry_1_0 = carry_1_0_i;
  wire [65:0] fours_1_0 = fours_1_0_i;
  wire [65:0] sum_1_1 = sum_1_1_i;
  wire [65:0] carry_1_1 = carry_1_1_i;
  wire [65:0] fours_1_1 = fours_1_1_i;
  wire [65:0] sum_1_2 = sum_1_2_i;
  wire [65:0] carry_1_2 = carry_1_2_i;
  wire [65:0] fours_1_2 = fours_1_2_i;
  wire [65:0] bits_1_18 = bits_1_18_i;
  wire [65:0] bits_1_19 = bits_1_19_i;
  wire [65:0] bits_1_20 = bits_1_20_i;
  wire [65:0] bits_1_21 = bits_1_21_i;
  wire [65:0] bits_1_22 = bits_1_22_i;

  // Before stage 2, bits move within their columns. Bits that are always 0 are left out.
  wire [65:0] bits_2_0 = {
      7'd0, bits_1_22[58], carry_1_0[57], 6'd0, fours_1_0[50:22], 1'd0, sum_1_0[20], carry_1_1[19],
      1'd0, carry_1_0[17:14], 1'd0, sum_1_0[12], 4'd0, carry_1_0[7], 7'd0
  };
  wire [65:0] bits_2_1 = {
      7'd0, fours_1_0[58:57], 6'd0, bits_1_18[50:45], sum_1_1[44:22], 1'd0, bits_1_18[20:19], 1'd0,
      fours_1_0[17:14], 1'd0, carry_1_0[12], 4'd0, bits_1_18[7], 7'd0
  };
  wire [65:0] bits_2_2 = {
      7'd0, bits_1_18[58:57], 6'd0, bits_1_20[50:47], bits_1_22[46], carry_1_1[45:22], 1'd0,
      carry_1_0[20], bits_1_19[19], 1'd0, bits_1_18[17:14], 1'd0, fours_1_0[12], 4'd0, bits_1_19[7],
      7'd0
  };
  wire [65:0] bits_2_3 = {
      7'd0, bits_1_19[58:57], 6'd0, bits_1_19[50:49], bits_1_21[48:47], fours_1_1[46:22], 1'd0,
      fours_1_0[20], bits_1_20[19], 1'd0, bits_1_19[17:14], 1'd0, bits_1_18[12], 4'd0, bits_1_20[7],
      7'd0
  };
  wire [65:0] bits_2_4 = {
      7'd0, bits_1_20[58:57], 6'd0, sum_1_0[50:31], sum_1_2[30], bits_1_18[29:22], 1'd0,
      sum_1_1[20], bits_1_21[19], 1'd0, bits_1_20[17:14], 1'd0, bits_1_19[12], 4'd0, bits_1_21[7],
      7'd0
  };
  wire [65:0] bits_2_5 = {
      7'd0, bits_1_21[58:57], 6'd0, carry_1_0[50:23], bits_1_19[22], 1'd0, fours_1_1[20],
      bits_1_22[19], 1'd0, sum_1_0[17:15], bits_1_21[14], 1'd0, bits_1_20[12], 4'd0, bits_1_22[7],
      7'd0
  };
  wire [65:0] bits_2_6 = {31'd0, carry_1_2[34], 2'd0, carry_1_2[31], 31'd0};
  wire [65:0] bits_2_7 = {31'd0, fours_1_2[34], 2'd0, bits_1_18[31], 31'd0};
  wire [65:0] bits_2_8 = {31'd0, bits_1_18[34], 2'd0, bits_1_19[31], 31'd0};
  wire [65:0] bits_2_9 = {31'd0, bits_1_19[34], 2'd0, bits_1_20[31], 31'd0};
  wire [65:0] bits_2_10 = {31'd0, bits_1_20[34], 2'd0, bits_1_21[31], 31'd0};
  wire [65:0] bits_2_11 = {31'd0, bits_1_21[34], 2'd0, bits_1_22[31], 31'd0};
  wire [65:0] bits_2_12 = {
      bits_1_18[65:59], 1'd0, bits_1_22[57], sum_1_0[56:51], 2'd0, bits_1_19[48:45], 2'd0,
      bits_1_18[42:41], bits_1_19[40:39], bits_1_20[38:37], bits_1_21[36], fours_1_2[35],
      bits_1_22[34], sum_1_2[33:32], 1'd0, sum_1_0[30:21], 1'd0, sum_1_0[19:18], bits_1_21[17:16],
      1'd0, sum_1_0[14:13], 1'd0, sum_1_0[11:8], 1'd0, sum_1_0[6], bits_1_18[5:0]
  };
  wire [65:0] bits_2_13 = {
      1'd0, bits_1_19[64:59], 2'd0, carry_1_0[56:51], 4'd0, bits_1_20[46:45], 4'd0,
      bits_1_18[40:35], 1'd0, carry_1_2[33], fours_1_2[32], 2'd0, bits_1_19[29:24], 1'd0,
      carry_1_0[22:21], 1'd0, carry_1_0[19:18], 1'd0, bits_1_22[16], 2'd0, carry_1_0[13], 1'd0,
      carry_1_0[11:9], fours_1_0[8], 2'd0, bits_1_19[5:0]
  };
  wire [65:0] bits_2_14 = {
      3'd0, bits_1_20[62:59], 2'd0, fours_1_0[56:51], 4'd0, bits_1_21[46:45], 6'd0,
      bits_1_19[38:35], 5'd0, bits_1_20[29:26], 1'd0, bits_1_20[24], 2'd0, fours_1_0[21], 1'd0,
      fours_1_0[19:18], 4'd0, fours_1_0[13], 1'd0, fours_1_0[11:10], 1'd0, bits_1_18[8], 2'd0,
      bits_1_20[5:2], 1'd0, bits_1_20[0]
  };
  wire [65:0] bits_2_15 = {
      5'd0, bits_1_21[60:59], 4'd0, bits_1_18[54:51], 5'd0, bits_1_22[45], 8'd0, bits_1_20[36:35],
      5'd0, bits_1_21[29:28], 1'd0, bits_1_21[26], 4'd0, sum_1_1[21], 2'd0, sum_1_1[18], 4'd0,
      bits_1_18[13], 1'd0, bits_1_18[11:10], 4'd0, bits_1_21[5:4], 1'd0, bits_1_21[2], 2'd0
  };
  wire [65:0] bits_2_16 = {
      13'd0, bits_1_19[52:51], 15'd0, bits_1_21[35], 6'd0, bits_1_22[28], 6'd0, carry_1_1[21], 7'd0,
      bits_1_19[13], 2'd0, bits_1_19[10], 5'd0, bits_1_22[4], 4'd0
  };
  wire [516:0] unused_2 = {
      bits_1_22[65:59], bits_1_22[56:47], bits_1_22[44:35], bits_1_22[33:32], bits_1_22[30:29],
      bits_1_22[27:20], bits_1_22[18:17], bits_1_22[15:8], bits_1_22[6:5], bits_1_22[3:0],
      bits_1_21[65:61], bits_1_21[56:49], bits_1_21[44:37], bits_1_21[33:32], bits_1_21[30],
      bits_1_21[27], bits_1_21[25:20], bits_1_21[18], bits_1_21[15], bits_1_21[13:8], bits_1_21[6],
      bits_1_21[3], bits_1_21[1:0], bits_1_20[65:63], bits_1_20[56:51], bits_1_20[44:39],
      bits_1_20[33:32], bits_1_20[30], bits_1_20[25], bits_1_20[23:20], bits_1_20[18],
      bits_1_20[13], bits_1_20[11:8], bits_1_20[6], bits_1_20[1], bits_1_19[65], bits_1_19[56:53],
      bits_1_19[44:41], bits_1_19[33:32], bits_1_19[30], bits_1_19[23], bits_1_19[21:20],
      bits_1_19[18], bits_1_19[11], bits_1_19[9:8], bits_1_19[6], bits_1_18[56:55],
      bits_1_18[44:43], bits_1_18[33:32], bits_1_18[30], bits_1_18[21], bits_1_18[18], bits_1_18[9],
      bits_1_18[6], fours_1_2[65:36], fours_1_2[33], fours_1_2[31:0], carry_1_2[65:35],
      carry_1_2[32], carry_1_2[30:0], sum_1_2[65:34], sum_1_2[31], sum_1_2[29:0], fours_1_1[65:47],
      fours_1_1[21], fours_1_1[19:0], carry_1_1[65:46], carry_1_1[20], carry_1_1[18:0],
      sum_1_1[65:45], sum_1_1[19], sum_1_1[17:0], fours_1_0[65:59], fours_1_0[9], fours_1_0[7:0],
      carry_1_0[65:58], carry_1_0[8], carry_1_0[6:0], sum_1_0[65:57], sum_1_0[7], sum_1_0[5:0]
  };

  // Stage 2: each compressor keeps the sum of its inputs.
  wire [65:0] half_0_2_0 = bits_2_0 ^ bits_2_1;
  wire [65:0] ones_0_2_0 = half_0_2_0 ^ bits_2_2;
  wire [65:0] twos_0_2_0 = (bits_2_0 & bits_2_1) | (half_0_2_0 & bits_2_2);
  wire [65:0] half_1_2_0 = bits_2_3 ^ bits_2_4;
  wire [65:0] ones_1_2_0 = half_1_2_0 ^ bits_2_5;
  wire [65:0] twos_1_2_0 = (bits_2_3 & bits_2_4) | (half_1_2_0 & bits_2_5);
  wire [65:0] both_2_0 = ones_0_2_0 & ones_1_2_0;
  wire [65:0] some_2_0 = twos_0_2_0 ^ twos_1_2_0;
  wire [65:0] sum_2_0 = ones_0_2_0 ^ ones_1_2_0;
  wire [65:0] carry_2_0 = (some_2_0 ^ both_2_0) << 1'd1;
  wire [65:0] fours_2_0 = ((twos_0_2_0 & twos_1_2_0) | (some_2_0 & both_2_0)) << 2'd2;
  wire [65:0] half_0_2_1 = bits_2_6 ^ bits_2_7;
  wire [65:0] ones_0_2_1 = half_0_2_1 ^ bits_2_8;
  wire [65:0] twos_0_2_1 = (bits_2_6 & bits_2_7) | (half_0_2_1 & bits_2_8);
  wire [65:0] half_1_2_1 = bits_2_9 ^ bits_2_10;
  wire [65:0] ones_1_2_1 = half_1_2_1 ^ bits_2_11;
  wire [65:0] twos_1_2_1 = (bits_2_9 & bits_2_10) | (half_1_2_1 & bits_2_11);
  wire [65:0] both_2_1 = ones_0_2_1 & ones_1_2_1;
  wire [65:0] some_2_1 = twos_0_2_1 ^ twos_1_2_1;
  wire [65:0] sum_2_1 = ones_0_2_1 ^ ones_1_2_1;
  wire [65:0] carry_2_1 = (some_2_1 ^ both_2_1) << 1'd1;
  wire [65:0] fours_2_1 = ((twos_0_2_1 & twos_1_2_1) | (some_2_1 & both_2_1)) << 2'd2;

  assign bits_2_12_o = bits_2_12;
  assign bits_2_13_o = bits_2_13;
  assign bits_2_14_o = bits_2_14;
  assign bits_2_15_o = bits_2_15;
  assign bits_2_16_o = bits_2_16;
  assign sum_2_0_o = sum_2_0;
  assign carry_2_0_o = carry_2_0;
  assign fours_2_0_o = fours_2_0;
  assign sum_2_1_o = sum_2_1;
  assign carry_2_1_o = carry_2_1;
  assign fours_2_1_o = fours_2_1;

endmodule

`default_nettype wire
