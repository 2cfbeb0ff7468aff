// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_mul33_booth4_counters_reduce_1
// Carry-save stages of a multiplier, part 1.
//
// Latency        0: combinational
// Manual         none: integer arithmetic in two's complement
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst adder=ripple
//                multiplier=booth4-counters language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_mul33_booth4_counters_reduce_1 (
  input  wire [33:0] row_0_i,      // a row, times 2^0
  input  wire [35:0] row_1_i,      // a row, times 2^0
  input  wire [35:0] row_2_i,      // a row, times 2^2
  input  wire [35:0] row_3_i,      // a row, times 2^4
  input  wire [35:0] row_4_i,      // a row, times 2^6
  input  wire [35:0] row_5_i,      // a row, times 2^8
  input  wire [35:0] row_6_i,      // a row, times 2^10
  input  wire [35:0] row_7_i,      // a row, times 2^12
  input  wire [35:0] row_8_i,      // a row, times 2^14
  input  wire [35:0] row_9_i,      // a row, times 2^16
  input  wire [35:0] row_10_i,     // a row, times 2^18
  input  wire [35:0] row_11_i,     // a row, times 2^20
  input  wire [35:0] row_12_i,     // a row, times 2^22
  input  wire [35:0] row_13_i,     // a row, times 2^24
  input  wire [35:0] row_14_i,     // a row, times 2^26
  input  wire [35:0] row_15_i,     // a row, times 2^28
  input  wire [35:0] row_16_i,     // a row, times 2^30
  input  wire [65:0] row_17_i,     // a row, times 2^0
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

  // Before stage 1, bits move within their columns. Bits that are always 0 are left out.
  wire [65:0] bits_1_0 = {
      9'd0, row_15_i[28:9], row_17_i[36], row_1_i[35:8], 1'd0, row_0_i[6], 6'd0
  };
  wire [65:0] bits_1_1 = {
      9'd0, row_14_i[30:13], row_17_i[38], row_2_i[35:6], 1'd0, row_1_i[6], 6'd0
  };
  wire [65:0] bits_1_2 = {
      9'd0, row_13_i[32:17], row_17_i[40], row_3_i[35:4], 1'd0, row_2_i[4], 6'd0
  };
  wire [65:0] bits_1_3 = {
      9'd0, row_12_i[34:21], row_17_i[42], row_4_i[35:2], 1'd0, row_3_i[2], 6'd0
  };
  wire [65:0] bits_1_4 = {
      9'd0, row_17_i[56], row_11_i[35:14], row_0_i[33:9], row_5_i[0], 1'd0, row_4_i[0], 6'd0
  };
  wire [65:0] bits_1_5 = {9'd0, row_16_i[26:5], row_17_i[34:8], 1'd0, row_17_i[6], 6'd0};
  wire [65:0] bits_1_6 = {21'd0, row_6_i[34:10], 1'd0, row_5_i[10], 18'd0};
  wire [65:0] bits_1_7 = {21'd0, row_7_i[32:8], 1'd0, row_6_i[8], 18'd0};
  wire [65:0] bits_1_8 = {21'd0, row_8_i[30:6], 1'd0, row_7_i[6], 18'd0};
  wire [65:0] bits_1_9 = {21'd0, row_9_i[28:4], 1'd0, row_8_i[4], 18'd0};
  wire [65:0] bits_1_10 = {21'd0, row_10_i[26:2], 1'd0, row_9_i[2], 18'd0};
  wire [65:0] bits_1_11 = {
      21'd0, row_17_i[44], row_5_i[35:13], row_11_i[0], 1'd0, row_10_i[0], 18'd0
  };
  wire [65:0] bits_1_12 = {32'd0, row_11_i[13:12], 1'd0, row_11_i[10], 30'd0};
  wire [65:0] bits_1_13 = {32'd0, row_12_i[11:10], 1'd0, row_12_i[8], 30'd0};
  wire [65:0] bits_1_14 = {32'd0, row_13_i[9:8], 1'd0, row_13_i[6], 30'd0};
  wire [65:0] bits_1_15 = {32'd0, row_14_i[7:6], 1'd0, row_14_i[4], 30'd0};
  wire [65:0] bits_1_16 = {32'd0, row_15_i[5:4], 1'd0, row_15_i[2], 30'd0};
  wire [65:0] bits_1_17 = {32'd0, row_16_i[3:2], 1'd0, row_16_i[0], 30'd0};
  wire [65:0] bits_1_18 = {
      row_16_i[35:29], row_17_i[58], row_12_i[35], 2'd0, row_17_i[54], row_10_i[35:29],
      row_17_i[46], row_6_i[35], 2'd0, row_12_i[20:12], 2'd0, row_11_i[11], 1'd0, row_11_i[9:2],
      1'd0, row_5_i[12:11], 1'd0, row_5_i[9:2], 1'd0, row_0_i[8:7], 1'd0, row_0_i[5:0]
  };
  wire [65:0] bits_1_19 = {
      1'd0, row_17_i[64], row_15_i[35:33], row_17_i[60], row_13_i[35:33], 4'd0, row_17_i[52],
      row_9_i[35:33], row_17_i[48], row_7_i[35:33], 4'd0, row_13_i[16:10], 2'd0, row_12_i[9], 1'd0,
      row_12_i[7:2], 1'd0, row_12_i[0], 2'd0, row_6_i[9], 1'd0, row_6_i[7:2], 1'd0, row_6_i[0],
      2'd0, row_1_i[7], 1'd0, row_17_i[5:1], row_1_i[0]
  };
  wire [65:0] bits_1_20 = {
      3'd0, row_17_i[62], row_14_i[35:31], 6'd0, row_17_i[50], row_8_i[35:31], 6'd0, row_14_i[12:8],
      2'd0, row_13_i[7], 1'd0, row_13_i[5:2], 1'd0, row_13_i[0], 4'd0, row_7_i[7], 1'd0,
      row_7_i[5:2], 1'd0, row_7_i[0], 4'd0, row_2_i[5], 1'd0, row_1_i[5:2], 1'd0, row_17_i[0]
  };
  wire [65:0] bits_1_21 = {
      5'd0, row_15_i[32:29], 8'd0, row_9_i[32:29], 8'd0, row_15_i[8:6], 2'd0, row_14_i[5], 1'd0,
      row_14_i[3:2], 1'd0, row_14_i[0], 6'd0, row_8_i[5], 1'd0, row_8_i[3:2], 1'd0, row_8_i[0],
      6'd0, row_3_i[3], 1'd0, row_2_i[3:2], 1'd0, row_2_i[0], 2'd0
  };
  wire [65:0] bits_1_22 = {
      7'd0, row_16_i[28:27], 10'd0, row_10_i[28:27], 10'd0, row_16_i[4], 2'd0, row_15_i[3], 2'd0,
      row_15_i[0], 8'd0, row_9_i[3], 2'd0, row_9_i[0], 8'd0, row_17_i[7], 2'd0, row_3_i[0], 4'd0
  };
  wire [31:0] unused_1 = {
      row_17_i[65], row_17_i[63], row_17_i[61], row_17_i[59], row_17_i[57], row_17_i[55],
      row_17_i[53], row_17_i[51], row_17_i[49], row_17_i[47], row_17_i[45], row_17_i[43],
      row_17_i[41], row_17_i[39], row_17_i[37], row_17_i[35], row_16_i[1], row_15_i[1], row_14_i[1],
      row_13_i[1], row_12_i[1], row_11_i[1], row_10_i[1], row_9_i[1], row_8_i[1], row_7_i[1],
      row_6_i[1], row_5_i[1], row_4_i[1], row_3_i[1], row_2_i[1], row_1_i[1]
  };

  // Stage 1: each compressor keeps the sum of its inputs.
  wire [65:0] half_0_1_0 = bits_1_0 ^ bits_1_1;
  wire [65:0] ones_0_1_0 = half_0_1_0 ^ bits_1_2;
  wire [65:0] twos_0_1_0 = (bits_1_0 & bits_1_1) | (half_0_1_0 & bits_1_2);
  wire [65:0] half_1_1_0 = bits_1_3 ^ bits_1_4;
  wire [65:0] ones_1_1_0 = half_1_1_0 ^ bits_1_5;
  wire [65:0] twos_1_1_0 = (bits_1_3 & bits_1_4) | (half_1_1_0 & bits_1_5);
  wire [65:0] both_1_0 = ones_0_1_0 & ones_1_1_0;
  wire [65:0] some_1_0 = twos_0_1_0 ^ twos_1_1_0;
  wire [65:0] sum_1_0 = ones_0_1_0 ^ ones_1_1_0;
  wire [65:0] carry_1_0 = (some_1_0 ^ both_1_0) << 1'd1;
  wire [65:0] fours_1_0 = ((twos_0_1_0 & twos_1_1_0) | (some_1_0 & both_1_0)) << 2'd2;
  wire [65:0] half_0_1_1 = bits_1_6 ^ bits_1_7;
  wire [65:0] ones_0_1_1 = half_0_1_1 ^ bits_1_8;
  wire [65:0] twos_0_1_1 = (bits_1_6 & bits_1_7) | (half_0_1_1 & bits_1_8);
  wire [65:0] half_1_1_1 = bits_1_9 ^ bits_1_10;
  wire [65:0] ones_1_1_1 = half_1_1_1 ^ bits_1_11;
  wire [65:0] twos_1_1_1 = (bits_1_9 & bits_1_10) | (half_1_1_1 & bits_1_11);
  wire [65:0] both_1_1 = ones_0_1_1 & ones_1_1_1;
  wire [65:0] some_1_1 = twos_0_1_1 ^ twos_1_1_1;
  wire [65:0] sum_1_1 = ones_0_1_1 ^ ones_1_1_1;
  wire [65:0] carry_1_1 = (some_1_1 ^ both_1_1) << 1'd1;
  wire [65:0] fours_1_1 = ((twos_0_1_1 & twos_1_1_1) | (some_1_1 & both_1_1)) << 2'd2;
  wire [65:0] half_0_1_2 = bits_1_12 ^ bits_1_13;
  wire [65:0] ones_0_1_2 = half_0_1_2 ^ bits_1_14;
  wire [65:0] twos_0_1_2 = (bits_1_12 & bits_1_13) | (half_0_1_2 & bits_1_14);
  wire [65:0] half_1_1_2 = bits_1_15 ^ bits_1_16;
  wire [65:0] ones_1_1_2 = half_1_1_2 ^ bits_1_17;
  wire [65:0] twos_1_1_2 = (bits_1_15 & bits_1_16) | (half_1_1_2 & bits_1_17);
  wire [65:0] both_1_2 = ones_0_1_2 & ones_1_1_2;
  wire [65:0] some_1_2 = twos_0_1_2 ^ twos_1_1_2;
  wire [65:0] sum_1_2 = ones_0_1_2 ^ ones_1_1_2;
  wire [65:0] carry_1_2 = (some_1_2 ^ both_1_2) << 1'd1;
  wire [65:0] fours_1_2 = ((twos_0_1_2 & twos_1_1_2) | (some_1_2 & both_1_2)) << 2'd2;

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
