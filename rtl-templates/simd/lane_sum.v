${ page.header }$

`default_nettype none

${ page.module }$

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
  ${ total }$

  // 9.7.18.2, .add: the sum of the whole signed lanes (SEMANTICS D7)
  assign d_o = {{12{total[19]}}, total};

endmodule

`default_nettype wire
