`default_nettype none

module lab_scalar (
  input  wire [21:0] ctl_i,
  input  wire [31:0] a_i,
  input  wire [31:0] b_i,
  input  wire [31:0] c_i,
  output wire [31:0] d_o
);

  // ---- select ----
  // To do: these are signed words.
  wire signed [33:0] select_a = {{2{a_i[31]}}, a_i};
  wire signed [33:0] select_b = {{2{b_i[31]}}, b_i};

  // ---- primary ----
  // To do: this is vadd only.
  wire               unused   = &{ctl_i, c_i};
  wire signed [33:0] primary  = select_a + select_b;

  // ---- saturate ----
  // To do: nothing is saturated.
  wire signed [33:0] saturate = primary;

  // ---- secondary or merge ----
  // To do: nothing is done with c.
  wire [31:0] secondary = saturate[31:0];
  wire [31:0] merge     = secondary;

  assign d_o = merge;

endmodule

`default_nettype wire
