// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_mul33_booth4_counters_reduce_5
// Carry-save stages of a multiplier, part 5.
//
// Latency        0: combinational
// Manual         none: integer arithmetic in two's complement
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst adder=ripple
//                multiplier=booth4-counters language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_mul33_booth4_counters_reduce_5 (
  input  wire [65:0] sum_4_0_i,    // from the stages before
  input  wire [65:0] carry_4_0_i,  // from the stages before
  input  wire [65:0] fours_4_0_i,  // from the stages before
  input  wire [65:0] sum_4_1_i,    // from the stages before
  input  wire [65:0] carry_4_1_i,  // from the stages before
  input  wire [65:0] bits_4_9_i,   // from the stages before
  input  wire [65:0] bits_4_10_i,  // from the stages before
  input  wire [65:0] bits_4_11_i,  // from the stages before
  output wire [65:0] sum_o,        // a number for the next stages
  output wire [65:0] carry_o       // a number for the next stages
);

  wire [65:0] sum_4_0 = sum_4_0_i;
  wire [65:0] carry_4_0 = carry_4_0_i;
  wire [65:0] fours_4_0 = fours_4_0_i;
  wire [65:0] sum_4_1 = sum_4_1_i;
  wire [65:0] carry_4_1 = carry_4_1_i;
  wire [65:0] bits_4_9 = bits_4_9_i;
  wire [65:0] bits_4_10 = bits_4_10_i;
  wire [65:0] bits_4_11 = bits_4_11_i;

  // Before stage 5, bits move within their columns. Bits that are always 0 are left out.
  wire [65:0] bits_5_0 = {
      1'd0, bits_4_10[64], bits_4_11[63], carry_4_1[62], 3'd0, bits_4_9[58:43], fours_4_0[42:41],
      sum_4_0[40:39], fours_4_0[38], carry_4_0[37], carry_4_1[36:35], bits_4_10[34:33],
      carry_4_1[32:29], bits_4_10[28:27], sum_4_1[26:25], bits_4_10[24:21], sum_4_1[20:19],
      carry_4_1[18], 5'd0, carry_4_1[12], 5'd0, carry_4_1[6:5], bits_4_9[4:1], 1'd0
  };
  wire [65:0] bits_5_1 = {
      1'd0, bits_4_9[64:62], 3'd0, bits_4_10[58:55], sum_4_1[54:53], bits_4_10[52:49],
      sum_4_1[48:47], bits_4_10[46:44], carry_4_1[43:42], carry_4_0[41:40], carry_4_1[39],
      sum_4_1[38:37], sum_4_0[36], bits_4_9[35:18], 5'd0, bits_4_9[12], 5'd0, bits_4_9[6],
      sum_4_1[5:4], bits_4_10[3:1], 1'd0
  };
  wire [65:0] bits_5_2 = {
      2'd0, bits_4_10[63:62], 4'd0, bits_4_11[57], 1'd0, carry_4_1[55:54], 2'd0, bits_4_11[51],
      1'd0, carry_4_1[49:48], 2'd0, bits_4_11[45], 1'd0, bits_4_10[43], sum_4_1[42:41], 2'd0,
      carry_4_1[38], 2'd0, sum_4_1[35:34], 1'd0, bits_4_10[32], sum_4_1[31:28], carry_4_1[27:26],
      2'd0, bits_4_11[23:22], carry_4_1[21:20], 1'd0, bits_4_10[18], 5'd0, bits_4_10[12], 5'd0,
      bits_4_10[6], 4'd0, bits_4_11[1], 1'd0
  };
  wire [65:0] bits_5_3 = {
      bits_4_9[65], 3'd0, carry_4_1[61], bits_4_9[60:59], 41'd0, carry_4_1[17:16], bits_4_9[15:13],
      1'd0, carry_4_1[11], bits_4_9[10:7], 6'd0, bits_4_9[0]
  };
  wire [65:0] bits_5_4 = {
      4'd0, sum_4_1[61:60], 42'd0, sum_4_1[17:15], bits_4_10[14], 2'd0, sum_4_1[11:10],
      bits_4_10[9:8], 8'd0
  };
  wire [370:0] unused_5 = {
      bits_4_11[65:64], bits_4_11[62:58], bits_4_11[56:52], bits_4_11[50:46], bits_4_11[44:24],
      bits_4_11[21:2], bits_4_11[0], bits_4_10[65], bits_4_10[61:59], bits_4_10[54:53],
      bits_4_10[48:47], bits_4_10[42:35], bits_4_10[31:29], bits_4_10[26:25], bits_4_10[20:19],
      bits_4_10[17:15], bits_4_10[13], bits_4_10[11:10], bits_4_10[7], bits_4_10[5:4], bits_4_10[0],
      bits_4_9[61], bits_4_9[42:36], bits_4_9[17:16], bits_4_9[11], bits_4_9[5], carry_4_1[65:63],
      carry_4_1[60:56], carry_4_1[53:50], carry_4_1[47:44], carry_4_1[41:40], carry_4_1[37],
      carry_4_1[34:33], carry_4_1[28], carry_4_1[25:22], carry_4_1[19], carry_4_1[15:13],
      carry_4_1[10:7], carry_4_1[4:0], sum_4_1[65:62], sum_4_1[59:55], sum_4_1[52:49],
      sum_4_1[46:43], sum_4_1[40:39], sum_4_1[36], sum_4_1[33:32], sum_4_1[27], sum_4_1[24:21],
      sum_4_1[18], sum_4_1[14:12], sum_4_1[9:6], sum_4_1[3:0], fours_4_0[65:43], fours_4_0[40:39],
      fours_4_0[37:0], carry_4_0[65:42], carry_4_0[39:38], carry_4_0[36:0], sum_4_0[65:41],
      sum_4_0[38:37], sum_4_0[35:0]
  };

  // Stage 5: each compressor keeps the sum of its inputs.
  wire [65:0] half_5_0 = bits_5_0 ^ bits_5_1;
  wire [65:0] sum_5_0 = half_5_0 ^ bits_5_2;
  wire [65:0] carry_5_0 = ((bits_5_0 & bits_5_1) | (half_5_0 & bits_5_2)) << 1'd1;

  // Before stage 6, bits move within their columns. Bits that are always 0 are left out.
  wire [65:0] sum = {
      bits_5_3[65], sum_5_0[64:62], bits_5_3[61:59], sum_5_0[58:18], bits_5_4[17:14], carry_5_0[13],
      sum_5_0[12], bits_5_3[11:7], sum_5_0[6:1], bits_5_3[0]
  };
  wire [65:0] carry = {
      carry_5_0[65:63], 1'd0, bits_5_4[61:60], carry_5_0[59:19], 1'd0, bits_5_3[17:13], 1'd0,
      bits_5_4[11:8], carry_5_0[7:2], 2'd0
  };
  wire [136:0] unused_6 = {
      bits_5_4[65:62], bits_5_4[59:18], bits_5_4[13:12], bits_5_4[7:0], bits_5_3[64:62],
      bits_5_3[58:18], bits_5_3[12], bits_5_3[6:1], carry_5_0[62:60], carry_5_0[18:14],
      carry_5_0[12:8], carry_5_0[1:0], sum_5_0[65], sum_5_0[61:59], sum_5_0[17:13], sum_5_0[11:7],
      sum_5_0[0]
  };

  assign sum_o = sum;
  assign carry_o = carry;

endmodule

`default_nettype wire
