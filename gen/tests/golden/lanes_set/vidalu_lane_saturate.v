// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_lane_saturate
// Clamps two halves or four bytes.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.1, optSaturate, and 9.7.18.2.1, .sat; SEMANTICS D1 and D7
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=2 handshake=valid reset=rst adder=+
//                multiplier=* language=verilog ops=vset,vshr,vset2,set.16x2,set.8x4
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_lane_saturate (
  input  wire [39:0] x_i,       // lanes: four bytes, two bits above each
  input  wire        sat_i,     // saturate
  input  wire        signed_i,  // the result is signed
  input  wire        quad_i,    // 1: four bytes; 0: two halves
  input  wire        word_i,    // one word; quad_i is 0
  input  wire        part_i,    // only a part of a word is written
  input  wire        byte_i,    // 1: the part is a byte; 0: a half
  output wire [31:0] y_o,       // the clamped lanes, without the bits above them
  output wire [3:0]  hit_o      // for each byte: its lane was clamped
);

  // The three highest bits of each byte lane: the sign, the bit below, the highest that is written.
  wire [3:0] sign = {x_i[39], x_i[29], x_i[19], x_i[9]};
  wire [3:0] more = {x_i[38], x_i[28], x_i[18], x_i[8]};
  wire [3:0] top  = {x_i[37], x_i[27], x_i[17], x_i[7]};

  // A lane fits if the bits above the range repeat the sign, which is 0 for an unsigned type.
  wire [3:0] excess = signed_i ? ((sign ^ more) | (sign ^ top)) : (sign | more);

  // The range of a word is that of the part of the register that is written. The word fits if every
  // bit above the range repeats the sign, which is 0 for an unsigned type.
  wire same      = sign[3] && signed_i;
  wire over_2    = (sign[3] && !signed_i) || (x_i[38:30] != {9{same}}) || (x_i[27:20] != {8{same}});
  wire over_half = over_2 || (signed_i && (top[1] != same));
  wire over_byte = over_2 || (x_i[17:10] != {8{same}}) || (signed_i && (top[0] != same));
  wire over_word = part_i ? (byte_i ? over_byte : over_half) : excess[3];

  // The bytes of a half or of a word are clamped together; the uppermost byte decides.
  wire [3:0] negative = word_i ? {4{sign[3]}} : (quad_i ? sign : {{2{sign[3]}}, {2{sign[1]}}});
  wire [3:0] over     = word_i ? {4{over_word}} :
                        (quad_i ? excess : {{2{excess[3]}}, {2{excess[1]}}});
  wire [3:0] highest  = word_i ? {1'b1, 1'b0, part_i, byte_i} : {1'b1, quad_i, 1'b1, quad_i};

  // The nearest bound: all bits are equal, except for the highest bit of a signed lane.
  wire [3:0] low_bits = ~negative;
  wire [3:0] top_bit  = ~negative ^ ({4{signed_i}} & highest);

  // 9.7.18.2.1, .sat, and 9.7.18.1, optSaturate
  assign hit_o = over & {4{sat_i}};
  assign y_o = {hit_o[3] ? {top_bit[3], {7{low_bits[3]}}} : x_i[37:30],
                hit_o[2] ? {top_bit[2], {7{low_bits[2]}}} : x_i[27:20],
                hit_o[1] ? {top_bit[1], {7{low_bits[1]}}} : x_i[17:10],
                hit_o[0] ? {top_bit[0], {7{low_bits[0]}}} : x_i[7:0]};

endmodule

`default_nettype wire
