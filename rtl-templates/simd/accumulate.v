${ page.header }$

`default_nettype none

${ page.module }$
//% include "simd/in_rows.v" %//

  // Four lanes are four rows minus 4 * 2^9 = 2^11. Two lanes of 18 bits are two rows minus
  // 2 * 2^17 = 2^18. The ones above the lane in row_0 subtract this constant.
//%- if word %//
  // A word is in row_0 only.
  wire [31:0] value = {x_i[37:30], x_i[27:20], x_i[17:10], x_i[7:0]};
  wire [31:0] row_0 = word_i ? value :
                      {14'h3fff, quad_i ? {8'hfe, lane_0} : {lane_1, counted[7:0]}};
  wire [31:0] row_1 = {14'd0, {18{!word_i}} &
                              (quad_i ? {8'd0, lane_2} : {lane_3, counted[27:20]})};
//%- else %//
  wire [31:0] row_0 = {14'h3fff, quad_i ? {8'hfe, lane_0} : {lane_1, counted[7:0]}};
  wire [31:0] row_1 = {14'd0, quad_i ? {8'd0, lane_2} : {lane_3, counted[27:20]}};
//%- endif %//
  wire [9:0]  row_2 = lane_1 & {10{quad_i}};
  wire [9:0]  row_3 = lane_3 & {10{quad_i}};
//%- if word %//

  // The same adder compares a word with c: x - c has no carry out if x is less than c. The 1 of
  // -c = ~c + 1 is the carry into the lowest column.
  wire [31:0] c = c_i ^ {32{subtract_i}};
//%- endif %//

  // With c, the ten low columns have five summands, which two rows of full adders reduce to three.
  // The other columns have three, which one row reduces to two.
//%- if total.is_some() %//
  // c is there before the rows, so the sums join it to row_3 and row_1 first.
//%- endif %//
  wire [9:0]   sum_a   = row_0[9:0] ^ row_1[9:0] ^ row_2;
  wire [9:0]   carry_a = (row_0[9:0] & row_1[9:0]) | (row_2 & (row_0[9:0] ^ row_1[9:0]));
//%- if total.is_some() %//
  wire [9:0]   sum_b   = sum_a ^ (row_3 ^ c_i[9:0]);
  wire [9:0]   carry_b = (sum_a & (row_3 | c_i[9:0])) | (row_3 & c_i[9:0]);
  wire [31:10] sum_c   = row_0[31:10] ^ (row_1[31:10] ^ c_i[31:10]);
//%- else %//
  wire [9:0]   sum_b   = sum_a ^ row_3 ^ ${ c }$[9:0];
  wire [9:0]   carry_b = (sum_a & row_3) | (${ c }$[9:0] & (sum_a ^ row_3));
  wire [31:10] sum_c   = row_0[31:10] ^ row_1[31:10] ^ ${ c }$[31:10];
//%- endif %//
//%- if word %//
  wire [31:10] carry_c = (row_0[31:10] & row_1[31:10]) |
                         (c[31:10] & (row_0[31:10] ^ row_1[31:10]));
//%- else %//
  wire [30:10] carry_c = (row_0[30:10] & row_1[30:10]) |
                         (c_i[30:10] & (row_0[30:10] ^ row_1[30:10]));
//%- endif %//
//%- if word %//

  // .add of 9.7.18.2 sums the whole signed lanes and c, modulo 2^32 (SEMANTICS D7). .add of
  // optSecondaryOp (9.7.18.1) sums a word and c.
  wire carry;
  assign {carry, d_o} = {1'b0, sum_c, sum_b} + {carry_c, carry_a, subtract_i} +
                        {22'd0, carry_b, 1'b0};
//%- if hardware %//

  // The comparison reads the low 32 bits of the intermediate again, as dtype (SEMANTICS H2).
  wire [1:0] x_top = {2{signed_i && value[31]}};
//%- else %//

  // The comparison reads the whole intermediate, not only its low 32 bits (SEMANTICS D1).
  wire [1:0] x_top = x_i[39:38];
//%- endif %//
  wire [1:0] c_top = {2{signed_i && c_i[31]}};

  // The bits above the word decide; if they are equal, the low word decides.
  wire top_less  = ($signed(x_top) < $signed(c_top));
  wire top_equal = (x_top == c_top);
  assign less_o  = top_less || (top_equal && !carry);
//%- else if let Some(total) = total %//

  // One more row reduces them to two for the adder.
  wire [31:0] sums    = {sum_c, sum_b};
  wire [31:0] carries = {carry_c, carry_a, 1'b0};
  wire [31:0] lows    = {21'd0, carry_b, 1'b0};
  wire [31:0] sum_d   = sums ^ (carries ^ lows);
  wire [30:0] makes   = (sums[30:0] & carries[30:0]) | (lows[30:0] & (sums[30:0] ^ carries[30:0]));
  wire [31:0] carry_d = {makes, 1'b0};
  ${ total }$

  // 9.7.18.2, .add: the sum of the whole signed lanes and c, modulo 2^32 (SEMANTICS D7)
  assign d_o = total;
//%- else %//

  // 9.7.18.2, .add: the sum of the whole signed lanes and c, modulo 2^32 (SEMANTICS D7)
  assign d_o = {sum_c, sum_b} + {carry_c, carry_a, 1'b0} + {21'd0, carry_b, 1'b0};
//%- endif %//

endmodule

`default_nettype wire
