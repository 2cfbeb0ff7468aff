// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// my_gpu_adder34
// One adder for a + b, a - b and b - a.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.1.1, vadd vsub vabsdiff; SEMANTICS D1 (34 bits)
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=my_gpu_ depth=1 handshake=valid reset=rst_n adder=+
//                multiplier=* language=verilog ops=vadd,vsub,vabsdiff
// Generator      vidalu 0.1.0

`default_nettype none

module my_gpu_adder34 (
  input  wire signed [33:0] a_i,         // left operand
  input  wire signed [33:0] b_i,         // right operand
  input  wire               subtract_i,  // a - b instead of a + b
  input  wire               reverse_i,   // with subtract_i: b - a
  output wire signed [33:0] sum_o        // the result, modulo 2^34
);

  // a - b is a + ~b + 1. b - a is ~(a + ~b), which needs no carry but inverts all bits.
  wire        backward   = subtract_i && reverse_i;
  wire        carry      = subtract_i && !reverse_i;
  wire [33:0] addend     = b_i ^ {34{subtract_i}};

  // The carry enters through a bit below the operands, so that tools infer one adder.
  wire [34:0] sum_s35    = {a_i, 1'b1} + {addend, carry};
  wire        unused_low = sum_s35[0];

  assign sum_o = sum_s35[34:1] ^ {34{backward}};

endmodule

`default_nettype wire
