// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_lane_saturate
// Clamps two halves or four bytes.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.2.1, .sat; SEMANTICS D7
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst goal=cells adder=sklansky
//                multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_lane_saturate (
  input  wire [39:0] x_i,       // lanes: four bytes, two bits above each
  input  wire        sat_i,     // saturate
  input  wire        signed_i,  // the result is signed
  input  wire        quad_i,    // 1: four bytes; 0: two halves
  output wire [31:0] y_o,       // the clamped lanes, without the bits above them
  output wire [3:0]  hit_o      // for each byte: its lane was clamped
);

  // The three highest bits of each byte lane: the sign, the bit below, the highest that is written.
  wire [3:0] sign = {x_i[39], x_i[29], x_i[19], x_i[9]};
  wire [3:0] more = {x_i[38], x_i[28], x_i[18], x_i[8]};
  wire [3:0] top  = {x_i[37], x_i[27], x_i[17], x_i[7]};

  // A lane fits if the bits above the range repeat the sign, which is 0 for an unsigned type.
  wire [3:0] excess = signed_i ? ((sign ^ more) | (sign ^ top)) : (sign | more);

  // The two bytes of a half are clamped together; the upper byte decides.
  wire [3:0] negative = quad_i ? sign : {{2{sign[3]}}, {2{sign[1]}}};
  wire [3:0] over     = quad_i ? excess : {{2{excess[3]}}, {2{excess[1]}}};

  // The nearest bound: all bits are equal, except for the highest bit of a signed lane.
  wire [3:0] low_bits = ~negative;
  wire [3:0] top_bit  = ~negative ^ ({4{signed_i}} & {1'b1, quad_i, 1'b1, quad_i});

  // 9.7.18.2.1, .sat
  assign hit_o = over & {4{sat_i}};
  assign y_o = {hit_o[3] ? {top_bit[3], {7{low_bits[3]}}} : x_i[37:30],
                hit_o[2] ? {top_bit[2], {7{low_bits[2]}}} : x_i[27:20],
                hit_o[1] ? {top_bit[1], {7{low_bits[1]}}} : x_i[17:10],
                hit_o[0] ? {top_bit[0], {7{low_bits[0]}}} : x_i[7:0]};

endmodule

`default_nettype wire
