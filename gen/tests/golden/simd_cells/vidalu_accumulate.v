// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_accumulate
// Adds the lanes in a mask to c.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.2, .add; SEMANTICS D7 (whole signed lanes)
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst goal=cells adder=sklansky
//                multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_accumulate (
  input  wire [39:0] x_i,     // lanes: four bytes, two bits above each
  input  wire [31:0] c_i,     // third operand
  input  wire [3:0]  mask_i,  // for each byte: add its lane
  input  wire        quad_i,  // 1: four bytes; 0: two halves
  output wire [31:0] d_o      // sum of c and the lanes in the mask, modulo 2^32
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
  wire [31:0] row_0 = {14'h3fff, quad_i ? {8'hfe, lane_0} : {lane_1, counted[7:0]}};
  wire [31:0] row_1 = {14'd0, quad_i ? {8'd0, lane_2} : {lane_3, counted[27:20]}};
  wire [9:0]  row_2 = lane_1 & {10{quad_i}};
  wire [9:0]  row_3 = lane_3 & {10{quad_i}};

  // With c, the ten low columns have five summands, which two rows of full adders reduce to three.
  // The other columns have three, which one row reduces to two.
  // c is there before the rows, so the sums join it to row_3 and row_1 first.
  wire [9:0]   sum_a   = row_0[9:0] ^ row_1[9:0] ^ row_2;
  wire [9:0]   carry_a = (row_0[9:0] & row_1[9:0]) | (row_2 & (row_0[9:0] ^ row_1[9:0]));
  wire [9:0]   sum_b   = sum_a ^ (row_3 ^ c_i[9:0]);
  wire [9:0]   carry_b = (sum_a & (row_3 | c_i[9:0])) | (row_3 & c_i[9:0]);
  wire [31:10] sum_c   = row_0[31:10] ^ (row_1[31:10] ^ c_i[31:10]);
  wire [30:10] carry_c = (row_0[30:10] & row_1[30:10]) |
                         (c_i[30:10] & (row_0[30:10] ^ row_1[30:10]));

  // One more row reduces them to two for the adder.
  wire [31:0] sums    = {sum_c, sum_b};
  wire [31:0] carries = {carry_c, carry_a, 1'b0};
  wire [31:0] lows    = {21'd0, carry_b, 1'b0};
  wire [31:0] sum_d   = sums ^ (carries ^ lows);
  wire [30:0] makes   = (sums[30:0] & carries[30:0]) | (lows[30:0] & (sums[30:0] ^ carries[30:0]));
  wire [31:0] carry_d = {makes, 1'b0};
  wire [31:0] total;
  wire unused_carry;
  vidalu_add32_sklansky u_total (
    .a_i     (sum_d),
    .b_i     (carry_d),
    .carry_i (1'd0),
    .sum_o   (total),
    .carry_o (unused_carry)
  );

  // 9.7.18.2, .add: the sum of the whole signed lanes and c, modulo 2^32 (SEMANTICS D7)
  assign d_o = total;

endmodule

`default_nettype wire
