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
  output wire [65:0] sum_o,        // a number for the next stages
  output wire [65:0] carry_o       // a number for the next stages
);

  wire [65:0] sum_3_0 = sum_3_0_i;
  wire [65:0] carry_3_0 = carry_3_0_i;
  wire [65:0] fours_3_0 = fours_3_0_i;

  // Stage 4: each compressor keeps the sum of its inputs.
  wire [65:0] half = sum_3_0 ^ carry_3_0;
  wire [65:0] sum = half ^ fours_3_0;
  wire [65:0] carry = ((sum_3_0 & carry_3_0) | (half & fours_3_0)) << 1'd1;

  assign sum_o = sum;
  assign carry_o = carry;

endmodule

`default_nettype wire
