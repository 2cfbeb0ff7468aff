// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_mul33_booth4_dadda_reduce_3
// Carry-save stages of a multiplier, part 3.
//
// Latency        0: combinational
// Manual         nothing of its own: arithmetic on integers, in two's complement
// SEMANTICS      the decisions D and H are in docs/semantics.md of vidalu
// Configuration  profile=manual prefix=vidalu_ depth=6 handshake=valid reset=rst sat_o
//                adder=sklansky multiplier=booth4-dadda language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_mul33_booth4_dadda_reduce_3 (
  input  wire [65:0] sum_4_0_i,    // of the stages before
  input  wire [65:0] carry_4_0_i,  // of the stages before
  input  wire [65:0] sum_4_1_i,    // of the stages before
  input  wire [65:0] carry_4_1_i,  // of the stages before
  output wire [65:0] sum_o,        // a number that is left
  output wire [65:0] carry_o       // a number that is left
);

  wire [65:0] sum_4_0 = sum_4_0_i;
  wire [65:0] carry_4_0 = carry_4_0_i;
  wire [65:0] sum_4_1 = sum_4_1_i;
  wire [65:0] carry_4_1 = carry_4_1_i;

  // Stage 5: what comes out has the sum of what goes in.
  wire [65:0] half_5_0 = sum_4_0 ^ carry_4_0;
  wire [65:0] sum_5_0 = half_5_0 ^ sum_4_1;
  wire [65:0] carry_5_0 = ((sum_4_0 & carry_4_0) | (half_5_0 & sum_4_1)) << 1'd1;

  // Stage 6: what comes out has the sum of what goes in.
  wire [65:0] half = sum_5_0 ^ carry_5_0;
  wire [65:0] sum = half ^ carry_4_1;
  wire [65:0] carry = ((sum_5_0 & carry_5_0) | (half & carry_4_1)) << 1'd1;

  assign sum_o = sum;
  assign carry_o = carry;

endmodule

`default_nettype wire
