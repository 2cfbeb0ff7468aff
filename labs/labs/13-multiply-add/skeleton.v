`default_nettype none

// Shifts the sum and cuts it to 34 bits.
module lab_scale (
  input  wire signed [33:0] high_i,   // bits 65 to 32 of the sum
  input  wire        [31:0] low_i,    // bits 31 to 0 of the sum
  input  wire        [1:0]  scale_i,  // 0 none, 1 by 7, 2 by 15
  output wire signed [33:0] y_o
);

  // To do: nothing is shifted, and high bits are lost.
  wire unused = &{high_i[33:2], scale_i};

  assign y_o = {high_i[1:0], low_i};

endmodule

module lab_vmad (
  input  wire [13:0] ctl_i,
  input  wire [31:0] a_i,
  input  wire [31:0] b_i,
  input  wire [31:0] c_i,
  output wire [31:0] d_o
);

  // The fields of the control word that this unit needs.
  wire       a_signed = ctl_i[0];
  wire       b_signed = ctl_i[1];
  wire       sat      = ctl_i[3];
  wire [2:0] asel     = ctl_i[6:4];
  wire [2:0] bsel     = ctl_i[9:7];
  wire [1:0] mode     = ctl_i[11:10];
  wire [1:0] scale    = ctl_i[13:12];
  wire       unused   = ctl_i[2];

  // ---- select ----
  wire signed [32:0] ta;
  wire signed [32:0] tb;

  lab_select u_select_a (.x_i(a_i), .sel_i(asel), .signed_i(a_signed), .y_o(ta));
  lab_select u_select_b (.x_i(b_i), .sel_i(bsel), .signed_i(b_signed), .y_o(tb));

  // ---- multiply ----
  wire signed [33:0] product_high;
  wire        [31:0] product_low;

  lab_multiplier u_multiplier (
    .a_i(ta), .b_i(tb), .high_o(product_high), .low_o(product_low)
  );

  // ---- add ----
  // To do: c is missing.
  wire               is_signed   = a_signed || b_signed;
  wire               unused_mode = &{mode, c_i};
  wire signed [65:0] sum         = {product_high, product_low};

  // ---- scale ----
  wire signed [33:0] scaled;

  lab_scale u_scale (
    .high_i($signed(sum[65:32])), .low_i(sum[31:0]), .scale_i(scale), .y_o(scaled)
  );

  // ---- saturate ----
  wire signed [33:0] saturated;
  wire               unused_hit;

  lab_saturate u_saturate (
    .x_i(scaled), .sat_i(sat), .signed_i(is_signed), .dsel_i(3'd5),
    .y_o(saturated), .hit_o(unused_hit)
  );

  wire [1:0] unused_top = saturated[33:32];

  assign d_o = saturated[31:0];

endmodule

`default_nettype wire
