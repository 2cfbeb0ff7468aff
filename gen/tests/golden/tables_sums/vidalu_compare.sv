// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_compare
// The six comparisons of two signed 33-bit numbers.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.1.1, vmin vmax vabsdiff, and 9.7.18.1.4, vset
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst goal=tables adder=sklansky
//                multiplier=* language=systemverilog ops=vadd,vsub,vmin,vmax,vabsdiff
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_compare (
  input  wire logic signed [32:0] a_i,     // left operand
  input  wire logic signed [32:0] b_i,     // right operand
  input  wire logic [2:0]         cmp_i,   // comparison: 0 eq, 1 ne, 2 lt, 3 ge, 4 le, 5 gt
  output wire logic               less_o,  // a is less than b
  output wire logic               true_o   // the comparison holds
);

  // The signs decide; if they are equal, the bits below them decide.
  assign less_o = (a_i[32] != b_i[32]) ? a_i[32] : (a_i[31:0] < b_i[31:0]);
  wire equal    = (a_i == b_i);

  // 9.7.18.1.4. Bit 1 of the code means "less", bit 2 "less or equal", neither of them "equal". Bit
  // 0 inverts the answer.
  wire holds = (less_o && (cmp_i[2:1] != 2'd0)) || (equal && !cmp_i[1]);

  assign true_o = holds ^ cmp_i[0];

endmodule

`default_nettype wire
