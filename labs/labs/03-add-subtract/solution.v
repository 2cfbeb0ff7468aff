`default_nettype none

module lab_adder34 (
  input  wire signed [33:0] a_i,
  input  wire signed [33:0] b_i,
  input  wire               subtract_i,
  input  wire               reverse_i,
  output wire signed [33:0] sum_o
);

  // The operand that is subtracted enters complemented, and the carry completes its negation.
  wire [33:0] left  = (subtract_i && reverse_i) ? ~a_i : a_i;
  wire [33:0] right = (subtract_i && !reverse_i) ? ~b_i : b_i;

  // A bit below the operands turns the carry into a part of the one addition.
  wire [34:0] sum = {left, 1'b1} + {right, subtract_i};

  assign sum_o = sum[34:1];

endmodule

`default_nettype wire
