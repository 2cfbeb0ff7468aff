${ page.header }$

`default_nettype none

${ page.module }$
//% include "simd/in_rows.v" %//

  // Four lanes are four rows, and two lanes of 18 bits are two rows. The ones above lane_0 are part
  // of the constant that the sum of the rows subtracts.
  wire [17:0] row_0 = quad_i ? {8'hfe, lane_0} : {lane_1, counted[7:0]};
  wire [17:0] row_1 = quad_i ? {8'd0, lane_2} : {lane_3, counted[27:20]};
  wire [9:0]  row_2 = lane_1 & {10{quad_i}};

  // A row of full adders reduces the four summands of the ten low columns to three.
  assign sums_o    = {row_0[17:10], row_0[9:0] ^ row_1[9:0] ^ row_2};
  assign carries_o = (row_0[9:0] & row_1[9:0]) | (row_2 & (row_0[9:0] ^ row_1[9:0]));
  assign upper_o   = row_1[17:10];
  assign last_o    = lane_3 & {10{quad_i}};

endmodule

`default_nettype wire
