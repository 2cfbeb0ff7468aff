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
  input  wire [17:0] row_0_i,  // a summand without a sign
  input  wire [17:0] row_1_i,  // a summand without a sign
  input  wire [9:0]  row_2_i,  // a summand without a sign
  input  wire [9:0]  row_3_i,  // a summand without a sign
  output wire [31:0] d_o       // sum of the lanes in the mask, modulo 2^32
);

  // Four lanes are four rows minus 4 * 2^9 = 2^11. Two lanes of 18 bits are two rows minus
  // 2 * 2^17 = 2^18. The ones above row_0 are part of that constant.
  wire [19:0] row_0 = {2'b11, row_0_i};
  wire [19:0] row_1 = {2'd0, row_1_i};

  // Two rows of full adders reduce the four summands of the ten low columns to two. The other
  // columns have two, and the lowest of them has a carry.
  wire [9:0]   sum_a   = row_0[9:0] ^ row_1[9:0] ^ row_2_i;
  wire [9:0]   carry_a = (row_0[9:0] & row_1[9:0]) | (row_2_i & (row_0[9:0] ^ row_1[9:0]));
  wire [9:0]   low     = {carry_a[8:0], 1'b0};
  wire [9:0]   sum_b   = sum_a ^ row_3_i ^ low;
  wire [9:0]   carry_b = (sum_a & row_3_i) | (low & (sum_a ^ row_3_i));
  wire [9:0]   high    = {9'd0, carry_a[9]};
  wire [19:10] sum_c   = row_0[19:10] ^ row_1[19:10] ^ high;
  wire [18:10] carry_c = (row_0[18:10] & row_1[18:10]) |
                         (high[8:0] & (row_0[18:10] ^ row_1[18:10]));
  wire [19:0]  sums    = {sum_c, sum_b};
  wire [19:0]  carries = {carry_c, carry_b, 1'b0};
  wire [19:0] total;
  wire unused_carry;
  assign {unused_carry, total} = {1'b0, sums} + {1'b0, carries};

  // 9.7.18.2, .add: the sum of the whole signed lanes (SEMANTICS D7)
  assign d_o = {{12{total[19]}}, total};

endmodule

`default_nettype wire
