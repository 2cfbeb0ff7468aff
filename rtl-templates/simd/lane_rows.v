${ page.header }$

`default_nettype none

${ page.module }$
//% include "simd/in_rows.v" %//

  // Four lanes are four rows, and two lanes of 18 bits are two rows. The ones above lane_0 are part
  // of the constant that the sum of the rows subtracts.
  assign row_0_o = quad_i ? {8'hfe, lane_0} : {lane_1, counted[7:0]};
  assign row_1_o = quad_i ? {8'd0, lane_2} : {lane_3, counted[27:20]};
  assign row_2_o = lane_1 & {10{quad_i}};
  assign row_3_o = lane_3 & {10{quad_i}};

endmodule

`default_nettype wire
