// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_mul33_booth4_dadda_reduce_2
// Carry-save stages of a multiplier, part 2.
//
// Latency        0: combinational
// Manual         none: integer arithmetic in two's complement
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=6 handshake=valid reset=rst sat_o
//                adder=sklansky multiplier=booth4-dadda language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_mul33_booth4_dadda_reduce_2 (
  input  wire [65:0] sum_1_0_i,    // from the stages before
  input  wire [65:0] carry_1_0_i,  // from the stages before
  input  wire [65:0] sum_1_1_i,    // from the stages before
  input  wire [65:0] carry_1_1_i,  // from the stages before
  input  wire [65:0] sum_1_2_i,    // from the stages before
  input  wire [65:0] carry_1_2_i,  // from the stages before
  input  wire [65:0] sum_1_3_i,    // from the stages before
  input  wire [65:0] carry_1_3_i,  // from the stages before
  input  wire [65:0] sum_1_4_i,    // from the stages before
  input  wire [65:0] carry_1_4_i,  // from the stages before
  input  wire [35:0] row_14_i,     // a row, times 2^26
  input  wire [35:0] row_15_i,     // a row, times 2^28
  output wire [65:0] sum_2_0_o,    // a number for the next stages
  output wire [65:0] carry_2_0_o,  // a number for the next stages
  output wire [65:0] sum_2_1_o,    // a number for the next stages
  output wire [65:0] carry_2_1_o,  // a number for the next stages
  output wire [65:0] sum_2_2_o,    // a number for the next stages
  output wire [65:0] carry_2_2_o,  // a number for the next stages
  output wire [65:0] sum_2_3_o,    // a number for the next stages
  output wire [65:0] carry_2_3_o   // a number for the next stages
);

  // The rows at their weights
  wire [65:0] row_14 = {4'd0, row_14_i, 26'd0};
  wire [65:0] row_15 = {2'd0, row_15_i, 28'd0};

  wire [65:0] sum_1_0 = sum_1_0_i;
  wire [65:0] carry_1_0 = carry_1_0_i;
  wire [65:0] sum_1_1 = sum_1_1_i;
  wire [65:0] carry_1_1 = carry_1_1_i;
  wire [65:0] sum_1_2 = sum_1_2_i;
  wire [65:0] carry_1_2 = carry_1_2_i;
  wire [65:0] sum_1_3 = sum_1_3_i;
  wire [65:0] carry_1_3 = carry_1_3_i;
  wire [65:0] sum_1_4 = sum_1_4_i;
  wire [65:0] carry_1_4 = carry_1_4_i;

  // Stage 2: each compressor keeps the sum of its inputs.
  wire [65:0] half_2_0 = sum_1_0 ^ carry_1_0;
  wire [65:0] sum_2_0 = half_2_0 ^ sum_1_1;
  wire [65:0] carry_2_0 = ((sum_1_0 & carry_1_0) | (half_2_0 & sum_1_1)) << 1'd1;
  wire [65:0] half_2_1 = carry_1_1 ^ sum_1_2;
  wire [65:0] sum_2_1 = half_2_1 ^ carry_1_2;
  wire [65:0] carry_2_1 = ((carry_1_1 & sum_1_2) | (half_2_1 & carry_1_2)) << 1'd1;
  wire [65:0] half_2_2 = sum_1_3 ^ carry_1_3;
  wire [65:0] sum_2_2 = half_2_2 ^ sum_1_4;
  wire [65:0] carry_2_2 = ((sum_1_3 & carry_1_3) | (half_2_2 & sum_1_4)) << 1'd1;
  wire [65:0] half_2_3 = carry_1_4 ^ row_14;
  wire [65:0] sum_2_3 = half_2_3 ^ row_15;
  wire [65:0] carry_2_3 = ((carry_1_4 & row_14) | (half_2_3 & row_15)) << 1'd1;

  assign sum_2_0_o = sum_2_0;
  assign carry_2_0_o = carry_2_0;
  assign sum_2_1_o = sum_2_1;
  assign carry_2_1_o = carry_2_1;
  assign sum_2_2_o = sum_2_2;
  assign carry_2_2_o = carry_2_2;
  assign sum_2_3_o = sum_2_3;
  assign carry_2_3_o = carry_2_3;

endmodule

`default_nettype wire
