// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_mul33_booth4_dadda_reduce_6
// Carry-save stages of a multiplier, part 6.
//
// Latency        0: combinational
// Manual         none: integer arithmetic in two's complement
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=6 handshake=valid reset=rst sat_o
//                adder=sklansky multiplier=booth4-dadda language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_mul33_booth4_dadda_reduce_6 (
  input  wire [65:0] sum_5_0_i,    // from the stages before
  input  wire [65:0] carry_5_0_i,  // from the stages before
  input  wire [65:0] carry_4_1_i,  // from the stages before
  output wire [65:0] sum_o,        // a number for the next stages
  output wire [65:0] carry_o       // a number for the next stages
);

  wire [65:0] sum_5_0 = sum_5_0_i;
  wire [65:0] carry_5_0 = carry_5_0_i;
  wire [65:0] carry_4_1 = carry_4_1_i;

  // Stage 6: each compressor keeps the sum of its inputs.
  wire [65:0] half = sum_5_0 ^ carry_5_0;
  wire [65:0] sum = half ^ carry_4_1;
  wire [65:0] carry = ((sum_5_0 & carry_5_0) | (half & carry_4_1)) << 1'd1;

  assign sum_o = sum;
  assign carry_o = carry;

endmodule

`default_nettype wire
