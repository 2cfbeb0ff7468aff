`default_nettype none

// Shifts the sum and cuts it to 34 bits.
module lab_scale (
  input  wire signed [33:0] high_i,   // bits 65 to 32 of the sum
  input  wire        [31:0] low_i,    // bits 31 to 0 of the sum
  input  wire        [1:0]  scale_i,  // 0 none, 1 by 7, 2 by 15
  output wire signed [33:0] y_o
);

  wire signed [65:0] sum     = {high_i, low_i};
  wire        [3:0]  amount  = (scale_i == 2'd2) ? 4'd15 : ((scale_i == 2'd1) ? 4'd7 : 4'd0);
  wire signed [65:0] shifted = sum >>> amount;

  // The number has at most 33 bits if all bits above the word are copies of its sign.
  wire sign = shifted[65];
  wire fits = (shifted[65:32] == {34{sign}});

  assign y_o = {sign, fits ? sign : !sign, shifted[31:0]};

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
  wire               is_signed = a_signed || b_signed || (mode == 2'd1) || (mode == 2'd2);
  wire signed [65:0] product   = {product_high, product_low};
  wire signed [65:0] c         = {{34{is_signed && c_i[31]}}, c_i};
  reg  signed [65:0] sum;

  always @* begin
    case (mode)
      2'd0:    sum = product + c;
      2'd1:    sum = c - product;
      2'd2:    sum = product - c;
      default: sum = product + c + 66'sd1;
    endcase
  end

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
