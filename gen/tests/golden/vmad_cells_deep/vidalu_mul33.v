// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_mul33
// Multiplier of 33 x 33 bits, signed, left to the synthesis tool.
//
// Latency        0: combinational
// Manual         none: integer arithmetic in two's complement
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=6 handshake=valid reset=rst sat_o goal=cells
//                adder=+ multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_mul33 (
  input  wire signed [32:0] a_i,        // left factor
  input  wire signed [32:0] b_i,        // right factor
  output wire signed [65:0] product_o   // the product
);

  assign product_o = a_i * b_i;

endmodule

`default_nettype wire
