// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_secondary
// A second operation with c: .add, .min, .max or none.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.1, optSecondaryOp; SEMANTICS D1 (34 bits)
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst goal=cells
//                adder=kogge-stone multiplier=* language=verilog ops=vadd,vmax,vshl
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_secondary (
  input  wire signed [33:0] x_i,       // intermediate result
  input  wire [31:0]        c_i,       // third operand
  input  wire               signed_i,  // c is signed
  input  wire [1:0]         secop_i,   // 0 none, 1 .add, 2 .min, 3 .max
  output wire [31:0]        d_o        // the low 32 bits of the result
);

  // Bit 1 of the code is 1 for .min and .max, and bit 0 tells them apart. Code 1 is .add.
  wire is_pick = secop_i[1];
  wire is_add  = (secop_i == 2'd1);

  // The comparison reads the whole intermediate, not only its low 32 bits (SEMANTICS D1).
  wire [1:0] x_top = x_i[33:32];
  wire [1:0] c_top = {2{signed_i && c_i[31]}};

  // One adder computes x + c for .add, and x + ~c, which is x - c - 1, for .min and .max. Its carry
  // out means that the low word of x is greater than c. If they are equal, either is the result.
  wire [31:0] c_turned = c_i ^ {32{is_pick}};
  wire [31:0] sum;
  wire carry;
  vidalu_add32_kogge_stone u_adder (
    .a_i     (x_i[31:0]),
    .b_i     (c_turned),
    .carry_i (1'd0),
    .sum_o   (sum),
    .carry_o (carry)
  );

  // The bits above the word decide; if they are equal, the low word decides.
  wire top_less  = ($signed(x_top) < $signed(c_top));
  wire top_equal = (x_top == c_top);
  wire at_most   = top_less || (top_equal && !carry);

  // optSecondaryOp (9.7.18.1), the low 32 bits
  wire takes_c = is_pick && (at_most == secop_i[0]);
  wire keeps_x = !takes_c && !is_add;
  assign d_o   = ({32{takes_c}} & c_i) | ({32{is_add}} & sum) | ({32{keeps_x}} & x_i[31:0]);

endmodule

`default_nettype wire
