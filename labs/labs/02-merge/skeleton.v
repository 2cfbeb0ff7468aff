`default_nettype none

module lab_merge (
  input  wire [31:0] x_i,
  input  wire [31:0] c_i,
  input  wire [2:0]  dsel_i,
  output wire [31:0] d_o
);

  // To do: this is right for the word only.
  wire unused = &{c_i, dsel_i};

  assign d_o = x_i;

endmodule

`default_nettype wire
