// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_lane_rows
// The lanes of the mask as rows of summands, of which three are already added.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.2, .add; SEMANTICS D7 (whole signed lanes)
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=5 handshake=valid reset=rst_n sat_o adder=+
//                multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_lane_rows (
  input  wire [39:0] x_i,        // lanes: four bytes, two bits above each
  input  wire [3:0]  mask_i,     // for each byte: add its lane
  input  wire        quad_i,     // 1: four bytes; 0: two halves
  output wire [17:0] sums_o,     // the ten low columns: sums of three rows; above them, row 0
  output wire [9:0]  carries_o,  // the carries of these sums, each for the next column
  output wire [7:0]  upper_o,    // row 1 from column 10 on
  output wire [9:0]  last_o      // row 3
);

  // Lanes outside the mask are zero.
  wire [39:0] counted = x_i & {{10{mask_i[3]}}, {10{mask_i[2]}}, {10{mask_i[1]}}, {10{mask_i[0]}}};

  // Inverting the sign of a signed lane of w bits adds 2^(w-1) and leaves an unsigned number. So no
  // row needs sign extension to 32 bits. One constant subtracts all that was added.
  wire [9:0] lane_0 = {!counted[9], counted[8:0]};
  wire [9:0] lane_1 = {!counted[19], counted[18:10]};
  wire [9:0] lane_2 = {!counted[29], counted[28:20]};
  wire [9:0] lane_3 = {!counted[39], counted[38:30]};

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
