${ page.header }$

`default_nettype none

${ page.module }$

  // a - b is a + ~b + 1: without a flag to read, the carry into a subtraction is 1.
  wire [${ width - 1 }$:0] addend     = b_i ^ {${ width }${subtract_i}};
//%- if hardware %//
  // CC.CF is a carry, for a subtraction too (SEMANTICS H1).
  wire        carry_in   = read_flag_i ? flag_i : subtract_i;
//%- else %//
  // A subtraction reads CC.CF as a borrow, the complement of a carry (9.7.2.4).
  wire        carry_in   = subtract_i ^ (read_flag_i && flag_i);
//%- endif %//
//%- if let Some(adder) = adder %//
  wire [${ width - 1 }$:0] sum;
  wire        carry_out;

  ${ adder }$
//%- else %//

  // The carry enters through a bit below the operands and leaves above them, so that tools infer
  // one adder.
  wire [${ width + 1 }$:0] chain      = {1'b0, a_i, 1'b1} + {1'b0, addend, carry_in};
  wire [${ width - 1 }$:0] sum        = chain[${ width }$:1];
  wire        carry_out  = chain[${ width + 1 }$];
  wire        unused_low = chain[0];
//%- endif %//
//%- if wide %//

  // The carry out of bit 31 is bit 32 of the sum, without bit 32 of the operands.
  wire        carry_32   = sum[32] ^ a_i[32] ^ addend[32];
  wire        carry      = wide_i ? carry_out : carry_32;

  assign d_o    = {sum[63:32] & {32{wide_i}}, sum[31:0]};
//%- else %//
  wire        carry      = carry_out;

  assign d_o    = sum;
//%- endif %//
//%- if hardware %//
  assign flag_o = carry;  // SEMANTICS H1
//%- else %//
  assign flag_o = carry ^ subtract_i;  // 9.7.2.3
//%- endif %//

endmodule

`default_nettype wire
