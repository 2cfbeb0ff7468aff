`default_nettype none

module lab_adder34 (
  input  wire signed [33:0] a_i,
  input  wire signed [33:0] b_i,
  input  wire               subtract_i,
  input  wire               reverse_i,
  output wire signed [33:0] sum_o
);

  // To do: this adds only.
  wire unused = &{subtract_i, reverse_i};

  assign sum_o = a_i + b_i;

endmodule

`default_nettype wire
