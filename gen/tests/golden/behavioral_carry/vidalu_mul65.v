// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_mul65
// Multiplier of 65 x 65 bits, signed, left to the synthesis tool.
//
// Latency        0: combinational
// Manual         none: integer arithmetic in two's complement
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=1 handshake=valid reset=rst contexts=3
//                style=behavioral adder=+ multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_mul65 (
  input  wire signed [64:0]  a_i,        // left factor
  input  wire signed [64:0]  b_i,        // right factor
  output wire signed [129:0] product_o   // the product
);

  assign product_o = a_i * b_i;

endmodule

`default_nettype wire
