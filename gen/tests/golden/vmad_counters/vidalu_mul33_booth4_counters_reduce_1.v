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
  output wire [65:0] bits_1_18_o,  // a number for the next stages
  output wire [65:0] bits_1_19_o,  // a number for the next stages
  output wire [65:0] bits_1_20_o,  // a number for the next stages
  output wire [65:0] bits_1_21_o,  // a number for the next stages
  output wire [65:0] bits_1_22_o,  // a number for the next stages
  output wire [65:0] sum_1_0_o,    // a number for the next stages
  output wire [65:0] carry_1_0_o,  // a number for the next stages
  output wire [65:0] fours_1_0_o,  // a number for the next stages
  output wire [65:0] sum_1_1_o,    // a number for the next stages
  output wire [65:0] carry_1_1_o,  // a number for the next stages
  output wire [65:0] fours_1_1_o,  // a number for the next stages
  output wire [65:0] sum_1_2_o,    // a number for the next stages
  output wire [65:0] carry_1_2_o,  // a number for the next stages
  output wire [65:0] fours_1_2_o   // a number for the next stages
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

  assign bits_1_18_o = bits_1_18;
  assign bits_1_19_o = bits_1_19;
  assign bits_1_20_o = bits_1_20;
  assign bits_1_21_o = bits_1_21;
  assign bits_1_22_o = bits_1_22;
  assign sum_1_0_o = sum_1_0;
  assign carry_1_0_o = carry_1_0;
  assign fours_1_0_o = fours_1_0;
  assign sum_1_1_o = sum_1_1;
  assign carry_1_1_o = carry_1_1;
  assign fours_1_1_o = fours_1_1;
  assign sum_1_2_o = sum_1_2;
  assign carry_1_2_o = carry_1_2;
  assign fours_1_2_o = fours_1_2;

endmodule

`default_nettype wire
