// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_multiplier
// The product of two signed 33-bit numbers.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.1.3, ta * tb; SEMANTICS D5 (exact)
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=6 handshake=valid reset=rst sat_o goal=cells
//                adder=+ multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_multiplier (
  input  wire signed [32:0] a_i,     // left factor
  input  wire signed [32:0] b_i,     // right factor
  output wire signed [33:0] high_o,  // the product, bits 65 to 32
  output wire [31:0]        low_o    // the product, bits 31 to 0
);

  wire signed [65:0] product_s66;

  vidalu_mul33 u_multiplier (
    .a_i       (a_i),
    .b_i       (b_i),
    .product_o (product_s66)
  );

  assign high_o = product_s66[65:32];
  assign low_o  = product_s66[31:0];

endmodule

`default_nettype wire
