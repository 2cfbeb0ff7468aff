${ page.header }$

`default_nettype none

${ page.module }$

  // The three highest bits of each byte lane: the sign, the bit below, the highest that is written.
  wire [3:0] sign = {x_i[39], x_i[29], x_i[19], x_i[9]};
  wire [3:0] more = {x_i[38], x_i[28], x_i[18], x_i[8]};
  wire [3:0] top  = {x_i[37], x_i[27], x_i[17], x_i[7]};

  // A lane fits if the bits above the range repeat the sign, which is 0 for an unsigned type.
  wire [3:0] excess = signed_i ? ((sign ^ more) | (sign ^ top)) : (sign | more);
//%- if word %//

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
//%- else %//

  // The two bytes of a half are clamped together; the upper byte decides.
  wire [3:0] negative = quad_i ? sign : {{2{sign[3]}}, {2{sign[1]}}};
  wire [3:0] over     = quad_i ? excess : {{2{excess[3]}}, {2{excess[1]}}};
//%- endif %//

  // The nearest bound: all bits are equal, except for the highest bit of a signed lane.
  wire [3:0] low_bits = ~negative;
  wire [3:0] top_bit  = ~negative ^ ({4{signed_i}} & ${ highest }$);
//%- if word %//

  // 9.7.18.2.1, .sat, and 9.7.18.1, optSaturate
//%- else %//

  // 9.7.18.2.1, .sat
//%- endif %//
  assign hit_o = over & {4{sat_i}};
  assign y_o = {hit_o[3] ? {top_bit[3], {7{low_bits[3]}}} : x_i[37:30],
                hit_o[2] ? {top_bit[2], {7{low_bits[2]}}} : x_i[27:20],
                hit_o[1] ? {top_bit[1], {7{low_bits[1]}}} : x_i[17:10],
                hit_o[0] ? {top_bit[0], {7{low_bits[0]}}} : x_i[7:0]};

endmodule

`default_nettype wire
