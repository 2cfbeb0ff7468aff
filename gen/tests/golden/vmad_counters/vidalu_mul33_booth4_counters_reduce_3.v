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
  input  wire [65:0] sum_1_2_i,    // from the stages before
  input  wire [65:0] carry_1_2_i,  // from the stages before
  input  wire [65:0] fours_1_2_i,  // from the stages before
  output wire [65:0] sum_3_0_o,    // a number for the next stages
  output wire [65:0] carry_3_0_o,  // a number for the next stages
  output wire [65:0] fours_3_0_o   // a number for the next stages
);

  wire [65:0] sum_2_0 = sum_2_0_i;
  wire [65:0] carry_2_0 = carry_2_0_i;
  wire [65:0] fours_2_0 = fours_2_0_i;
  wire [65:0] sum_1_2 = sum_1_2_i;
  wire [65:0] carry_1_2 = carry_1_2_i;
  wire [65:0] fours_1_2 = fours_1_2_i;

  // Stage 3: each compressor keeps the sum of its inputs.
  wire [65:0] half_0_3_0 = sum_2_0 ^ carry_2_0;
  wire [65:0] ones_0_3_0 = half_0_3_0 ^ fours_2_0;
  wire [65:0] twos_0_3_0 = (sum_2_0 & carry_2_0) | (half_0_3_0 & fours_2_0);
  wire [65:0] half_1_3_0 = sum_1_2 ^ carry_1_2;
  wire [65:0] ones_1_3_0 = half_1_3_0 ^ fours_1_2;
  wire [65:0] twos_1_3_0 = (sum_1_2 & carry_1_2) | (half_1_3_0 & fours_1_2);
  wire [65:0] both_3_0 = ones_0_3_0 & ones_1_3_0;
  wire [65:0] some_3_0 = twos_0_3_0 ^ twos_1_3_0;
  wire [65:0] sum_3_0 = ones_0_3_0 ^ ones_1_3_0;
  wire [65:0] carry_3_0 = (some_3_0 ^ both_3_0) << 1'd1;
  wire [65:0] fours_3_0 = ((twos_0_3_0 & twos_1_3_0) | (some_3_0 & both_3_0)) << 2'd2;

  assign sum_3_0_o = sum_3_0;
  assign carry_3_0_o = carry_3_0;
  assign fours_3_0_o = fours_3_0;

endmodule

`default_nettype wire
