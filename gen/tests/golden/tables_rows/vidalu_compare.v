// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_compare
// The six comparisons of two signed 33-bit numbers.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.1.1, vmin vmax vabsdiff, and 9.7.18.1.4, vset
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=6 handshake=valid reset=rst goal=tables
//                adder=+ multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_compare (
  input  wire signed [32:0] a_i,     // left operand
  input  wire signed [32:0] b_i,     // right operand
  input  wire [2:0]         cmp_i,   // comparison: 0 eq, 1 ne, 2 lt, 3 ge, 4 le, 5 gt
  output wire               less_o,  // a is less than b
  output wire               true_o   // the comparison holds
);

  // Of numbers without sign, a is less than b if ~a + b carries out. The operands have exchanged
  // their signs, because the negative one is less. Both halves are compared at the same time, so
  // that a carry chain goes through one of them only.
  wire [32:0] not_a = {~b_i[32], ~a_i[31:0]};
  wire [32:0] b     = {a_i[32], b_i[31:0]};
  wire high_less;
  wire low_less;
  wire [16:0] unused_high;
  wire [15:0] unused_low;
  assign {high_less, unused_high} = {1'b0, not_a[32:16]} + {1'b0, b[32:16]};
  assign {low_less, unused_low}   = {1'b0, not_a[15:0]} + {1'b0, b[15:0]};
  wire high_equal = (a_i[32:16] == b_i[32:16]);
  wire equal      = high_equal && (a_i[15:0] == b_i[15:0]);

  assign less_o = high_less || (high_equal && low_less);

  // 9.7.18.1.4. Bit 1 of the code means "less", bit 2 "less or equal", neither of them "equal". Bit
  // 0 inverts the answer.
  wire holds = (less_o && (cmp_i[2:1] != 2'd0)) || (equal && !cmp_i[1]);

  assign true_o = holds ^ cmp_i[0];

endmodule

`default_nettype wire
