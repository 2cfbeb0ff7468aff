`default_nettype none

module lab_scalar (
  input  wire [21:0] ctl_i,
  input  wire [31:0] a_i,
  input  wire [31:0] b_i,
  input  wire [31:0] c_i,
  output wire [31:0] d_o
);

  // The fields of the control word that this unit needs.
  wire       a_signed = ctl_i[0];
  wire       b_signed = ctl_i[1];
  wire       d_signed = ctl_i[2];
  wire       sat      = ctl_i[3];
  wire [2:0] asel     = ctl_i[6:4];
  wire [2:0] bsel     = ctl_i[9:7];
  wire [2:0] op       = ctl_i[12:10];
  wire [2:0] dsel     = ctl_i[15:13];
  wire [1:0] secop    = ctl_i[17:16];
  wire       unused   = &ctl_i[21:18];

  // ---- select ----
  wire signed [32:0] ta;
  wire signed [32:0] tb;

  lab_select u_select_a (.x_i(a_i), .sel_i(asel), .signed_i(a_signed), .y_o(ta));
  lab_select u_select_b (.x_i(b_i), .sel_i(bsel), .signed_i(b_signed), .y_o(tb));

  // ---- order ----
  wire less;
  wire unused_holds;

  lab_compare u_compare (
    .a_i(ta), .b_i(tb), .cmp_i(3'd2), .less_o(less), .true_o(unused_holds)
  );

  // ---- primary: vmin is 2 and vmax is 3 ----
  wire               is_max  = op[0];
  wire               takes_a = (less != is_max);
  wire signed [33:0] result  = takes_a ? {ta[32], ta} : {tb[32], tb};
  wire               unused_op = &op[2:1];

  // ---- saturate ----
  wire signed [33:0] saturated;
  wire               unused_hit;

  lab_saturate u_saturate (
    .x_i(result), .sat_i(sat), .signed_i(d_signed), .dsel_i(dsel),
    .y_o(saturated), .hit_o(unused_hit)
  );

  // ---- secondary or merge: no instruction has both, so they can be in series ----
  wire [31:0] merged;

  lab_merge u_merge (.x_i(saturated[31:0]), .c_i(c_i), .dsel_i(dsel), .d_o(merged));

  lab_secondary u_secondary (
    .x_i($signed({saturated[33:32], merged})), .c_i(c_i), .signed_i(d_signed), .secop_i(secop),
    .d_o(d_o)
  );

endmodule

`default_nettype wire
