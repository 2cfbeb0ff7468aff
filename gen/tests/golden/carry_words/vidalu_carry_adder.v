// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_carry_adder
// One adder for a + b and a - b of 32 or 64 bits, with CC.CF.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.2; SEMANTICS D8 and H1 (carry)
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=hardware prefix=vidalu_ depth=2 handshake=valid-ready flush reset=rst
//                wide=false adder=+ multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_carry_adder (
  input  wire [31:0] a_i,          // left operand
  input  wire [31:0] b_i,          // right operand
  input  wire        subtract_i,   // a - b instead of a + b
  input  wire        read_flag_i,  // CC.CF is an input
  input  wire        flag_i,       // CC.CF before: a carry, after a subtraction too
  output wire [31:0] d_o,          // the result
  output wire        flag_o        // CC.CF after the operation
);

  // a - b is a + ~b + 1: without a flag to read, the carry into a subtraction is 1.
  wire [31:0] addend     = b_i ^ {32{subtract_i}};
  // CC.CF is a carry, for a subtraction too (SEMANTICS H1).
  wire        carry_in   = read_flag_i ? flag_i : subtract_i;

  // The carry enters through a bit below the operands and leaves above them, so that tools infer
  // one adder.
  wire [33:0] chain      = {1'b0, a_i, 1'b1} + {1'b0, addend, carry_in};
  wire [31:0] sum        = chain[32:1];
  wire        carry_out  = chain[33];
  wire        unused_low = chain[0];
  wire        carry      = carry_out;

  assign d_o    = sum;
  assign flag_o = carry;  // SEMANTICS H1

endmodule

`default_nettype wire
