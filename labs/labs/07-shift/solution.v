`default_nettype none

module lab_shifter (
  input  wire signed [32:0] x_i,
  input  wire        [31:0] amount_i,
  input  wire               wrap_i,
  input  wire               right_i,
  output wire signed [33:0] y_o
);

  // The amount, 0 to 32.
  wire       is_large = (amount_i[31:5] != 27'd0);
  wire [5:0] amount   = (is_large && !wrap_i) ? 6'd32 : {1'b0, amount_i[4:0]};

  wire signed [33:0] x     = {x_i[32], x_i};
  wire signed [33:0] left  = x <<< amount;
  wire signed [33:0] right = x >>> amount;

  assign y_o = right_i ? right : left;

endmodule

`default_nettype wire
