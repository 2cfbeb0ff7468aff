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
  output wire [65:0] sum_2_0_o,    // a number for the next stages
  output wire [65:0] carry_2_0_o,  // a number for the next stages
  output wire [65:0] fours_2_0_o   // a number for the next stages
);

  wire [65:0] sum_1_0 = sum_1_0_i;
  wire [65:0] carry_1_0 = carry_1_0_i;
  wire [65:0] fours_1_0 = fours_1_0_i;
  wire [65:0] sum_1_1 = sum_1_1_i;
  wire [65:0] carry_1_1 = carry_1_1_i;
  wire [65:0] fours_1_1 = fours_1_1_i;

  // Stage 2: each compressor keeps the sum of its inputs.
  wire [65:0] half_0_2_0 = sum_1_0 ^ carry_1_0;
  wire [65:0] ones_0_2_0 = half_0_2_0 ^ fours_1_0;
  wire [65:0] twos_0_2_0 = (sum_1_0 & carry_1_0) | (half_0_2_0 & fours_1_0);
  wire [65:0] half_1_2_0 = sum_1_1 ^ carry_1_1;
  wire [65:0] ones_1_2_0 = half_1_2_0 ^ fours_1_1;
  wire [65:0] twos_1_2_0 = (sum_1_1 & carry_1_1) | (half_1_2_0 & fours_1_1);
  wire [65:0] both_2_0 = ones_0_2_0 & ones_1_2_0;
  wire [65:0] some_2_0 = twos_0_2_0 ^ twos_1_2_0;
  wire [65:0] sum_2_0 = ones_0_2_0 ^ ones_1_2_0;
  wire [65:0] carry_2_0 = (some_2_0 ^ both_2_0) << 1'd1;
  wire [65:0] fours_2_0 = ((twos_0_2_0 & twos_1_2_0) | (some_2_0 & both_2_0)) << 2'd2;

  assign sum_2_0_o = sum_2_0;
  assign carry_2_0_o = carry_2_0;
  assign fours_2_0_o = fours_2_0;

endmodule

`default_nettype wire
