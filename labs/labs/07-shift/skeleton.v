`default_nettype none

module lab_shifter (
  input  wire signed [32:0] x_i,
  input  wire        [31:0] amount_i,
  input  wire               wrap_i,
  input  wire               right_i,
  output wire signed [33:0] y_o
);

  // To do: this is right for left shifts by less than 32.
  wire unused = &{amount_i[31:5], wrap_i, right_i};

  wire signed [33:0] x = {x_i[32], x_i};

  assign y_o = x << amount_i[4:0];

endmodule

`default_nettype wire
