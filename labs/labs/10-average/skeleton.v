`default_nettype none

module lab_simd (
  input  wire [39:0] ctl_i,
  input  wire [31:0] a_i,
  input  wire [31:0] b_i,
  input  wire [31:0] c_i,
  output wire [31:0] d_o
);

  // The fields of the control word that this unit needs.
  wire        a_signed   = ctl_i[0];
  wire        b_signed   = ctl_i[1];
  wire        d_signed   = ctl_i[2];
  wire        sat        = ctl_i[3];
  wire        quad       = ctl_i[10];
  wire        accumulate = ctl_i[11];
  wire [3:0]  mask       = ctl_i[15:12];
  wire [11:0] asel       = ctl_i[27:16];
  wire [11:0] bsel       = ctl_i[39:28];
  wire        unused     = &ctl_i[9:4];

  // ---- select: the lanes, four bytes of 9 bits ----
  wire [35:0] va;
  wire [35:0] vb;

  lab_lane_select u_select_a (
    .x_i({b_i, a_i}), .sel_i(asel), .signed_i(a_signed), .y_o(va)
  );

  lab_lane_select u_select_b (
    .x_i({b_i, a_i}), .sel_i(bsel), .signed_i(b_signed), .y_o(vb)
  );

  // ---- add ----
  wire [39:0] sum;
  wire [3:0]  negative;
  wire [3:0]  equal;

  lab_segmented_adder u_segmented_adder (
    .a_i(va), .b_i(vb), .quad_i(quad), .subtract_i(1'b0), .by_sign_i(1'b0),
    .sum_o(sum), .negative_o(negative), .equal_o(equal)
  );

  // ---- primary ----
  // To do: this is the sum, not the average.
  wire        unused_order = &{negative, equal};
  wire [39:0] lanes        = sum;

  // ---- saturate ----
  wire [31:0] clamped;
  wire [3:0]  unused_hit;

  lab_lane_saturate u_lane_saturate (
    .x_i(lanes), .sat_i(sat), .signed_i(d_signed), .quad_i(quad),
    .y_o(clamped), .hit_o(unused_hit)
  );

  // ---- merge or accumulate ----
  wire [31:0] merged;
  wire [31:0] summed;

  lab_lane_merge u_lane_merge (.x_i(clamped), .c_i(c_i), .mask_i(mask), .d_o(merged));

  lab_accumulate u_accumulate (
    .x_i(lanes), .c_i(c_i), .mask_i(mask), .quad_i(quad), .d_o(summed)
  );

  assign d_o = accumulate ? summed : merged;

endmodule

`default_nettype wire
