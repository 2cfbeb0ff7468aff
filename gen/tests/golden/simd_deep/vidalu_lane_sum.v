// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_lane_sum
// The sum of the lanes, without c.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.2, .add; SEMANTICS D7 (whole signed lanes)
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=5 handshake=valid reset=rst_n sat_o adder=+
//                multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_lane_sum (
  input  wire [17:0] sums_i,     // the ten low columns: sums of three rows; above them, row 0
  input  wire [9:0]  carries_i,  // the carries of these sums, each for the next column
  input  wire [7:0]  upper_i,    // row 1 from column 10 on
  input  wire [9:0]  last_i,     // row 3
  output wire [31:0] d_o         // sum of the lanes in the mask, modulo 2^32
);

  // Four lanes are four rows minus 4 * 2^9 = 2^11. Two lanes of 18 bits are two rows minus
  // 2 * 2^17 = 2^18. The ones above row 0 are part of that constant.
  wire [19:10] row_0 = {2'b11, sums_i[17:10]};
  wire [19:10] row_1 = {2'd0, upper_i};

  // A row of full adders reduces the three summands of the ten low columns to two. Above them,
  // column 10 has a carry, and the others have two summands.
  wire [9:0]   low     = {carries_i[8:0], 1'b0};
  wire [9:0]   high    = {9'd0, carries_i[9]};
  wire [9:0]   sum_a   = sums_i[9:0] ^ last_i ^ low;
  wire [9:0]   carry_a = (sums_i[9:0] & last_i) | (low & (sums_i[9:0] ^ last_i));
  wire [19:10] sum_b   = row_0 ^ row_1 ^ high;
  wire [18:10] carry_b = (row_0[18:10] & row_1[18:10]) |
                         (high[8:0] & (row_0[18:10] ^ row_1[18:10]));
  wire [19:0]  left    = {sum_b, sum_a};
  wire [19:0]  right   = {carry_b, carry_a, 1'b0};
  wire [19:0] total;
  wire unused_carry;
  assign {unused_carry, total} = {1'b0, left} + {1'b0, right};

  // 9.7.18.2, .add: the sum of the whole signed lanes (SEMANTICS D7)
  assign d_o = {{12{total[19]}}, total};

endmodule

`default_nettype wire
