${ page.header }$

`default_nettype none

${ page.module }$

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
  ${ total }$

  // 9.7.18.2, .add: the sum of the whole signed lanes (SEMANTICS D7)
  assign d_o = {{12{total[19]}}, total};

endmodule

`default_nettype wire
