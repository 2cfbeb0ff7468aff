`default_nettype none

module lab_compare (
  input  wire signed [32:0] a_i,
  input  wire signed [32:0] b_i,
  input  wire        [2:0]  cmp_i,
  output wire               less_o,
  output wire               true_o
);

  // To do: this answers "a = b" only, and its less_o is wrong.
  wire unused = &cmp_i;

  assign less_o = 1'b0;
  assign true_o = (a_i == b_i);

endmodule

`default_nettype wire
