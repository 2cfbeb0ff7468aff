// a + b, a - b or b - a in 34 bits: a difference adds the complement and one.
module adder34 (
  input  [33:0] a_i,
  input  [33:0] b_i,
  input         subtract_i,
  input         reverse_i,
  output [33:0] sum_o
);
  wire [33:0] left  = subtract_i && reverse_i ? ~a_i : a_i;
  wire [33:0] right = subtract_i && !reverse_i ? ~b_i : b_i;

  assign sum_o = left + right + {33'd0, subtract_i};
endmodule
