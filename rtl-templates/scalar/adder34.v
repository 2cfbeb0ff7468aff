${ page.header }$

`default_nettype none

${ page.module }$

  // a - b is a + ~b + 1. b - a is ~(a + ~b), which needs no carry but inverts all bits.
  wire        backward   = subtract_i && reverse_i;
  wire        carry      = subtract_i && !reverse_i;
  wire [33:0] addend     = b_i ^ {34{subtract_i}};
//%- if let Some(adder) = adder %//
  wire [33:0] sum;
  wire        unused_carry;

  ${ adder }$

  assign sum_o = sum ^ {34{backward}};
//%- else %//

  // The carry enters through a bit below the operands, so that tools infer one adder.
  wire [34:0] sum_s35    = {a_i, 1'b1} + {addend, carry};
  wire        unused_low = sum_s35[0];

  assign sum_o = sum_s35[34:1] ^ {34{backward}};
//%- endif %//

endmodule

`default_nettype wire
