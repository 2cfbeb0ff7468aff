// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_mul33
// Multiplier of 33 x 33 bits, signed, left to the synthesis tool.
//
// Latency        0: combinational
// Manual         none: integer arithmetic in two's complement
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=hardware prefix=vidalu_ handshake=valid reset=rst wide=false
//                style=behavioral adder=+ multiplier=* language=systemverilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_mul33 (
  input  wire logic signed [32:0] a_i,        // left factor
  input  wire logic signed [32:0] b_i,        // right factor
  output wire logic signed [65:0] product_o   // the product
);

  assign product_o = a_i * b_i;

endmodule

`default_nettype wire
