`default_nettype none

module lab_select (
  input  wire        [31:0] x_i,
  input  wire        [2:0]  sel_i,
  input  wire               signed_i,
  output wire signed [32:0] y_o
);

  // To do: this is right for an unsigned word only.
  wire unused = &{sel_i, signed_i};

  assign y_o = {1'b0, x_i};

endmodule

`default_nettype wire
