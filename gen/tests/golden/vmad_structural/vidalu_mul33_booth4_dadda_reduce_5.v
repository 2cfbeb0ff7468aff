// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_mul33_booth4_dadda_reduce_5
// Carry-save stages of a multiplier, part 5.
//
// Latency        0: combinational
// Manual         none: integer arithmetic in two's complement
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=6 handshake=valid reset=rst sat_o
//                adder=sklansky multiplier=booth4-dadda language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_mul33_booth4_dadda_reduce_5 (
  input  wire [65:0] sum_4_0_i,    // from the stages before
  input  wire [65:0] carry_4_0_i,  // from the stages before
  input  wire [65:0] sum_4_1_i,    // from the stages before
  output wire [65:0] sum_5_0_o,    // a number for the next stages
  output wire [65:0] carry_5_0_o   // a number for the next stages
);

  wire [65:0] sum_4_0 = sum_4_0_i;
  wire [65:0] carry_4_0 = carry_4_0_i;
  wire [65:0] sum_4_1 = sum_4_1_i;

  // Stage 5: each compressor keeps the sum of its inputs.
  wire [65:0] half_5_0 = sum_4_0 ^ carry_4_0;
  wire [65:0] sum_5_0 = half_5_0 ^ sum_4_1;
  wire [65:0] carry_5_0 = ((sum_4_0 & carry_4_0) | (half_5_0 & sum_4_1)) << 1'd1;

  assign sum_5_0_o = sum_5_0;
  assign carry_5_0_o = carry_5_0;

endmodule

`default_nettype wire
