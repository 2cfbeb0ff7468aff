// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_mul33_booth4_dadda_reduce_1
// Carry-save stages of a multiplier, part 1.
//
// Latency        0: combinational
// Manual         none: integer arithmetic in two's complement
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=6 handshake=valid reset=rst sat_o
//                adder=sklansky multiplier=booth4-dadda language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_mul33_booth4_dadda_reduce_1 (
  input  wire [65:0] row_17_i,     // a row, times 2^0
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
  output wire [65:0] sum_1_0_o,    // a number for the next stages
  output wire [65:0] carry_1_0_o,  // a number for the next stages
  output wire [65:0] sum_1_1_o,    // a number for the next stages
  output wire [65:0] carry_1_1_o,  // a number for the next stages
  output wire [65:0] sum_1_2_o,    // a number for the next stages
  output wire [65:0] carry_1_2_o,  // a number for the next stages
  output wire [65:0] sum_1_3_o,    // a number for the next stages
  output wire [65:0] carry_1_3_o,  // a number for the next stages
  output wire [65:0] sum_1_4_o,    // a number for the next stages
  output wire [65:0] carry_1_4_o   // a number for the next stages
);

  // The rows at their weights
  wire [65:0] row_17 = row_17_i;
  wire [65:0] row_0 = {32'd0, row_0_i};
  wire [65:0] row_1 = {30'd0, row_1_i};
  wire [65:0] row_2 = {28'd0, row_2_i, 2'd0};
  wire [65:0] row_3 = {26'd0, row_3_i, 4'd0};
  wire [65:0] row_4 = {24'd0, row_4_i, 6'd0};
  wire [65:0] row_5 = {22'd0, row_5_i, 8'd0};
  wire [65:0] row_6 = {20'd0, row_6_i, 10'd0};
  wire [65:0] row_7 = {18'd0, row_7_i, 12'd0};
  wire [65:0] row_8 = {16'd0, row_8_i, 14'd0};
  wire [65:0] row_9 = {14'd0, row_9_i, 16'd0};
  wire [65:0] row_10 = {12'd0, row_10_i, 18'd0};
  wire [65:0] row_11 = {10'd0, row_11_i, 20'd0};
  wire [65:0] row_12 = {8'd0, row_12_i, 22'd0};
  wire [65:0] row_13 = {6'd0, row_13_i, 24'd0};

  // Stage 1: each compressor keeps the sum of its inputs.
  wire [65:0] half_1_0 = row_17 ^ row_0;
  wire [65:0] sum_1_0 = half_1_0 ^ row_1;
  wire [65:0] carry_1_0 = ((row_17 & row_0) | (half_1_0 & row_1)) << 1'd1;
  wire [65:0] half_1_1 = row_2 ^ row_3;
  wire [65:0] sum_1_1 = half_1_1 ^ row_4;
  wire [65:0] carry_1_1 = ((row_2 & row_3) | (half_1_1 & row_4)) << 1'd1;
  wire [65:0] half_1_2 = row_5 ^ row_6;
  wire [65:0] sum_1_2 = half_1_2 ^ row_7;
  wire [65:0] carry_1_2 = ((row_5 & row_6) | (half_1_2 & row_7)) << 1'd1;
  wire [65:0] half_1_3 = row_8 ^ row_9;
  wire [65:0] sum_1_3 = half_1_3 ^ row_10;
  wire [65:0] carry_1_3 = ((row_8 & row_9) | (half_1_3 & row_10)) << 1'd1;
  wire [65:0] half_1_4 = row_11 ^ row_12;
  wire [65:0] sum_1_4 = half_1_4 ^ row_13;
  wire [65:0] carry_1_4 = ((row_11 & row_12) | (half_1_4 & row_13)) << 1'd1;

  assign sum_1_0_o = sum_1_0;
  assign carry_1_0_o = carry_1_0;
  assign sum_1_1_o = sum_1_1;
  assign carry_1_1_o = carry_1_1;
  assign sum_1_2_o = sum_1_2;
  assign carry_1_2_o = carry_1_2;
  assign sum_1_3_o = sum_1_3;
  assign carry_1_3_o = carry_1_3;
  assign sum_1_4_o = sum_1_4;
  assign carry_1_4_o = carry_1_4;

endmodule

`default_nettype wire
