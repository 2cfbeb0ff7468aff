// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_carry_adder
// One adder for a + b and a - b of 32 or 64 bits, with CC.CF.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.2; SEMANTICS D8 and D9 (borrow)
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst adder=+ multiplier=*
//                language=verilog ops=add.cc,addc,sub.cc,subc
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_carry_adder (
  input  wire [63:0] a_i,          // left operand
  input  wire [63:0] b_i,          // right operand
  input  wire        wide_i,       // 1: 64 bits; 0: 32 bits, and the high half of d_o is 0
  input  wire        subtract_i,   // a - b instead of a + b
  input  wire        read_flag_i,  // CC.CF is an input
  input  wire        flag_i,       // CC.CF before: a borrow after a subtraction, else a carry
  output wire [63:0] d_o,          // the result
  output wire        flag_o        // CC.CF after the operation
);

  // a - b is a + ~b + 1: without a flag to read, the carry into a subtraction is 1.
  wire [63:0] addend     = b_i ^ {64{subtract_i}};
  // A subtraction reads CC.CF as a borrow, the complement of a carry (9.7.2.4).
  wire        carry_in   = subtract_i ^ (read_flag_i && flag_i);

  // The carry enters through a bit below the operands and leaves above them, so that tools infer
  // one adder.
  wire [65:0] chain      = {1'b0, a_i, 1'b1} + {1'b0, addend, carry_in};
  wire [63:0] sum        = chain[64:1];
  wire        carry_out  = chain[65];
  wire        unused_low = chain[0];

  // The carry out of bit 31 is bit 32 of the sum, without bit 32 of the operands.
  wire        carry_32   = sum[32] ^ a_i[32] ^ addend[32];
  wire        carry      = wide_i ? carry_out : carry_32;

  assign d_o    = {sum[63:32] & {32{wide_i}}, sum[31:0]};
  assign flag_o = carry ^ subtract_i;  // 9.7.2.3

endmodule

`default_nettype wire
