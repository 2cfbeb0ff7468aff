${ page.header }$

`default_nettype none

${ page.module }$

  // Bit 1 of the code is 1 for .min and .max, and bit 0 tells them apart. Code 1 is .add.
  wire is_pick = secop_i[1];
  wire is_add  = (secop_i == 2'd1);
//%- if hardware %//

  // The comparison reads the low 32 bits of the intermediate again, as dtype (SEMANTICS H2).
  wire [1:0] x_top = {2{signed_i && x_i[31]}};
  wire [1:0] unused_top = x_i[33:32];
//%- else %//

  // The comparison reads the whole intermediate, not only its low 32 bits (SEMANTICS D1).
  wire [1:0] x_top = x_i[33:32];
//%- endif %//
  wire [1:0] c_top = {2{signed_i && c_i[31]}};

//%- if let Some(addition) = addition %//

  // One adder computes x + c for .add, and x + ~c, which is x - c - 1, for .min and .max. Its carry
  // out means that the low word of x is greater than c. If they are equal, either is the result.
  wire [31:0] c_turned = c_i ^ {32{is_pick}};
  ${ addition }$
//%- else %//

  // One adder computes x + c for .add and x - c for the comparison. The carry enters through a bit
  // below the operands. After a subtraction, a carry out means that the low word of x is at least
  // c.
  wire        carry;
  wire [31:0] sum;
  wire        unused_low;
  assign {carry, sum, unused_low} = {x_i[31:0], 1'b1} + {c_i ^ {32{is_pick}}, is_pick};
//%- endif %//

  // The bits above the word decide; if they are equal, the low word decides.
  wire top_less  = ($signed(x_top) < $signed(c_top));
  wire top_equal = (x_top == c_top);
//%- if addition.is_some() %//
  wire at_most   = top_less || (top_equal && !carry);

  // optSecondaryOp (9.7.18.1), the low 32 bits
  wire takes_c = is_pick && (at_most == secop_i[0]);
  wire keeps_x = !takes_c && !is_add;
  assign d_o   = ({32{takes_c}} & c_i) | ({32{is_add}} & sum) | ({32{keeps_x}} & x_i[31:0]);
//%- else %//
  wire less      = top_less || (top_equal && !carry);

  // optSecondaryOp (9.7.18.1), the low 32 bits
  wire takes_c = is_pick && (less == secop_i[0]);
  assign d_o   = takes_c ? c_i : (is_add ? sum : x_i[31:0]);
//%- endif %//

endmodule

`default_nettype wire
