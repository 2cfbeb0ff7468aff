// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_mul33_booth4_dadda_reduce_4
// Carry-save stages of a multiplier, part 4.
//
// Latency        0: combinational
// Manual         none: integer arithmetic in two's complement
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=6 handshake=valid reset=rst sat_o
//                adder=sklansky multiplier=booth4-dadda language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_mul33_booth4_dadda_reduce_4 (
  input  wire [65:0] sum_3_0_i,    // from the stages before
  input  wire [65:0] carry_3_0_i,  // from the stages before
  input  wire [65:0] sum_3_1_i,    // from the stages before
  input  wire [65:0] carry_3_1_i,  // from the stages before
  input  wire [65:0] sum_3_2_i,    // from the stages before
  input  wire [65:0] carry_3_2_i,  // from the stages before
  output wire [65:0] sum_4_0_o,    // a number for the next stages
  output wire [65:0] carry_4_0_o,  // a number for the next stages
  output wire [65:0] sum_4_1_o,    // a number for the next stages
  output wire [65:0] carry_4_1_o   // a number for the next stages
);

  wire [65:0] sum_3_0 = sum_3_0_i;
  wire [65:0] carry_3_0 = carry_3_0_i;
  wire [65:0] sum_3_1 = sum_3_1_i;
  wire [65:0] carry_3_1 = carry_3_1_i;
  wire [65:0] sum_3_2 = sum_3_2_i;
  wire [65:0] carry_3_2 = carry_3_2_i;

  // Stage 4: each compressor keeps the sum of its inputs.
  wire [65:0] half_4_0 = sum_3_0 ^ carry_3_0;
  wire [65:0] sum_4_0 = half_4_0 ^ sum_3_1;
  wire [65:0] carry_4_0 = ((sum_3_0 & carry_3_0) | (half_4_0 & sum_3_1)) << 1'd1;
  wire [65:0] half_4_1 = carry_3_1 ^ sum_3_2;
  wire [65:0] sum_4_1 = half_4_1 ^ carry_3_2;
  wire [65:0] carry_4_1 = ((carry_3_1 & sum_3_2) | (half_4_1 & carry_3_2)) << 1'd1;

  assign sum_4_0_o = sum_4_0;
  assign carry_4_0_o = carry_4_0;
  assign sum_4_1_o = sum_4_1;
  assign carry_4_1_o = carry_4_1;

endmodule

`default_nettype wire
