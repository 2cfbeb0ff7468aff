// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_accumulate
// Adds the lanes in a mask to c.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.1, optSecondaryOp, and 9.7.18.2, .add; SEMANTICS D1, H2 and D7
//                (whole signed lanes)
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=2 handshake=valid reset=rst adder=+
//                multiplier=* language=verilog ops=vset,vshr,vset2,set.16x2,set.8x4
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_accumulate (
  input  wire [39:0] x_i,         // lanes: four bytes, two bits above each
  input  wire [31:0] c_i,         // third operand
  input  wire [3:0]  mask_i,      // for each byte: add its lane
  input  wire        quad_i,      // 1: four bytes; 0: two halves
  input  wire        word_i,      // one word; quad_i is 0
  input  wire        subtract_i,  // compare a word with c instead
  input  wire        signed_i,    // c is signed
  output wire [31:0] d_o,         // sum of c and the lanes in the mask, modulo 2^32
  output wire        less_o       // with subtract_i: the word is less than c
);

  // Lanes outside the mask are zero.
  wire [39:0] counted = x_i & {{10{mask_i[3]}}, {10{mask_i[2]}}, {10{mask_i[1]}}, {10{mask_i[0]}}};

  // Inverting the sign of a signed lane of w bits adds 2^(w-1) and leaves an unsigned number. So no
  // row needs sign extension to 32 bits. One constant subtracts all that was added.
  wire [9:0] lane_0 = {!counted[9], counted[8:0]};
  wire [9:0] lane_1 = {!counted[19], counted[18:10]};
  wire [9:0] lane_2 = {!counted[29], counted[28:20]};
  wire [9:0] lane_3 = {!counted[39], counted[38:30]};

  // Four lanes are four rows minus 4 * 2^9 = 2^11. Two lanes of 18 bits are two rows minus
  // 2 * 2^17 = 2^18. The ones above the lane in row_0 subtract this constant.
  // A word is in row_0 only.
  wire [31:0] value = {x_i[37:30], x_i[27:20], x_i[17:10], x_i[7:0]};
  wire [31:0] row_0 = word_i ? value :
                      {14'h3fff, quad_i ? {8'hfe, lane_0} : {lane_1, counted[7:0]}};
  wire [31:0] row_1 = {14'd0, {18{!word_i}} &
                              (quad_i ? {8'd0, lane_2} : {lane_3, counted[27:20]})};
  wire [9:0]  row_2 = lane_1 & {10{quad_i}};
  wire [9:0]  row_3 = lane_3 & {10{quad_i}};

  // The same adder compares a word with c: x - c has no carry out if x is less than c. The 1 of
  // -c = ~c + 1 is the carry into the lowest column.
  wire [31:0] c = c_i ^ {32{subtract_i}};

  // With c, the ten low columns have five summands, which two rows of full adders reduce to three.
  // The other columns have three, which one row reduces to two.
  wire [9:0]   sum_a   = row_0[9:0] ^ row_1[9:0] ^ row_2;
  wire [9:0]   carry_a = (row_0[9:0] & row_1[9:0]) | (row_2 & (row_0[9:0] ^ row_1[9:0]));
  wire [9:0]   sum_b   = sum_a ^ row_3 ^ c[9:0];
  wire [9:0]   carry_b = (sum_a & row_3) | (c[9:0] & (sum_a ^ row_3));
  wire [31:10] sum_c   = row_0[31:10] ^ row_1[31:10] ^ c[31:10];
  wire [31:10] carry_c = (row_0[31:10] & row_1[31:10]) |
                         (c[31:10] & (row_0[31:10] ^ row_1[31:10]));

  // .add of 9.7.18.2 sums the whole signed lanes and c, modulo 2^32 (SEMANTICS D7). .add of
  // optSecondaryOp (9.7.18.1) sums a word and c.
  wire carry;
  assign {carry, d_o} = {1'b0, sum_c, sum_b} + {carry_c, carry_a, subtract_i} +
                        {22'd0, carry_b, 1'b0};

  // The comparison reads the whole intermediate, not only its low 32 bits (SEMANTICS D1).
  wire [1:0] x_top = x_i[39:38];
  wire [1:0] c_top = {2{signed_i && c_i[31]}};

  // The bits above the word decide; if they are equal, the low word decides.
  wire top_less  = ($signed(x_top) < $signed(c_top));
  wire top_equal = (x_top == c_top);
  assign less_o  = top_less || (top_equal && !carry);

endmodule

`default_nettype wire
