//%- if word %//

  // Lanes: a byte; two bytes, the upper of which takes the carry of the lower; or two such pairs.
  wire [3:0] joined      = {!quad_i, 1'b0, !quad_i, 1'b0};
  wire [3:0] pair_makes  = makes | (passes & joined & {makes[2:0], 1'b0});
  wire [3:0] pair_passes = passes & (~joined | {passes[2:0], 1'b0});
  wire [3:0] carries     = {pair_makes[3] || (word_i && pair_passes[3] && pair_makes[1]),
                            pair_makes[2:0]};
  wire [3:0] through     = {pair_passes[3] && (!word_i || pair_passes[1]), pair_passes[2:0]};
//%- else %//

  // Lanes: a byte, or two bytes, the upper of which takes the carry of the lower.
  wire [3:0] joined  = {!quad_i, 1'b0, !quad_i, 1'b0};
  wire [3:0] carries = makes | (passes & joined & {makes[2:0], 1'b0});
  wire [3:0] through = passes & (~joined | {passes[2:0], 1'b0});
//%- endif %//

  // The bits above a lane are the signs of its operands, repeated. If the signs are equal, that is
  // the sign of the sum. Otherwise these bits of the sum are ones, which a carry turns into zeros.
  wire [3:0] mixed = sign_a ^ sign_b;
  wire [3:0] below = (~mixed & sign_a) | (mixed & ~carries);
  wire [3:0] same  = mixed & through;
//%- if word %//

  // All bytes of a half or of the word take the value of the uppermost byte.
  wire [1:0] below_end = {below[3], word_i ? below[3] : below[1]};
  wire [1:0] same_end  = {same[3], word_i ? same[3] : same[1]};
  assign negative_o = quad_i ? below : {{2{below_end[1]}}, {2{below_end[0]}}};
  assign equal_o    = quad_i ? same : {{2{same_end[1]}}, {2{same_end[0]}}};
//%- else %//

  // Both bytes of a half take the value of the upper byte.
  assign negative_o = quad_i ? below : {{2{below[3]}}, {2{below[1]}}};
  assign equal_o    = quad_i ? same : {{2{same[3]}}, {2{same[1]}}};
//%- endif %//
//%- if in_cells %//

  // The carry into each lane may depend on the sign of the sum without it: vavrg rounds a half up
  // unless the sum is negative, and |a - b| is a - b if a is greater than b. If the signs of the
  // operands differ, it is the carry out of the lane, which goes around and enters the lane.
  // Otherwise it is known before the sum.
  wire [3:0] known  = by_sign_i ? (~mixed & ~sign_a) : {4{subtract_i}};
  wire [3:0] around = {4{by_sign_i}} & mixed;

  // The upper byte of a half takes a carry that the lower byte makes or lets through. A carry that
  // only passes the upper byte on its way around comes from the lower byte: it is there already. So
  // the upper byte need not wait for the carry out of the lane. The lower byte takes the carry into
  // the lane.
  wire [3:0] made   = joined & {makes[2:0], 1'b0};
  wire [3:0] lets   = ~joined | {passes[2:0], 1'b0};
  wire [3:0] uppers = made | (lets & (known | (around & makes)));
  wire       into_1 = known[1] || (around[1] && carries[1]);
  wire       into_3 = known[3] || (around[3] && carries[3]);
  wire [3:0] carry  = {uppers[3], quad_i ? uppers[2] : into_3,
                       uppers[1], quad_i ? uppers[0] : into_1};
//%- else %//

  // The carry into each lane, and from it the carry into each segment. It may depend on the sign of
  // the sum without that carry: vavrg rounds a half up unless the sum is negative, and |a - b| is
  // a - b if a is greater than b.
  wire [3:0] enters = by_sign_i ? ~negative_o : {4{subtract_i}};
//%- if word %//

  // Within a lane, the segments below generate a carry or propagate the one that enters the lane.
  wire [3:0] made  = {!quad_i && (makes[2] || (passes[2] && word_i && pair_makes[1])),
                      word_i && pair_makes[1], !quad_i && makes[0], 1'b0};
  wire [3:0] lets  = {quad_i || (passes[2] && (!word_i || pair_passes[1])),
                      !word_i || pair_passes[1], quad_i || passes[0], 1'b1};
  wire [3:0] carry = made | (lets & enters);
//%- else %//
  wire       next_1 = makes[0] || (passes[0] && enters[0]);
  wire       next_3 = makes[2] || (passes[2] && enters[2]);
  wire [3:0] carry  = {quad_i ? enters[3] : next_3, enters[2],
                       quad_i ? enters[1] : next_1, enters[0]};
//%- endif %//
//%- endif %//
//%- if is_cut %//

  wire [7:0] byte_0 = carry[0] ? carried_i[7:0] : segment_0;
  wire [7:0] byte_1 = carry[1] ? carried_i[16:9] : segment_1;
  wire [7:0] byte_2 = carry[2] ? carried_i[25:18] : segment_2;
  wire [7:0] byte_3 = carry[3] ? carried_i[34:27] : segment_3;
//%- else %//

  wire [7:0] byte_0 = segment_0[7:0] ^ (reach_0 & {8{carry[0]}});
  wire [7:0] byte_1 = segment_1[7:0] ^ (reach_1 & {8{carry[1]}});
  wire [7:0] byte_2 = segment_2[7:0] ^ (reach_2 & {8{carry[2]}});
  wire [7:0] byte_3 = segment_3[7:0] ^ (reach_3 & {8{carry[3]}});
//%- endif %//
//%- if word %//

  // The carry out of each lane, and the two bits above it. Only the highest byte of a lane has
  // these two bits.
  wire [3:0] leaves = carries | (through & enters);
  wire [3:0] ends   = {1'b1, quad_i, !word_i, quad_i};
//%- else if in_cells %//

  // The carry out of each lane, and the two bits above it. The lower byte of a half does not have
  // these two bits. A carry that goes around has left the lane before.
  wire [3:0] leaves = carries | (through & known);
  wire [3:0] ends   = {1'b1, quad_i, 1'b1, quad_i};
//%- else %//

  // The carry out of each segment, and the two bits above each lane. The lower byte of a half does
  // not have these two bits.
  wire [3:0] leaves = makes | (passes & carry);
  wire [3:0] ends   = {1'b1, quad_i, 1'b1, quad_i};
//%- endif %//
  wire [3:0] bit_8  = ends & (mixed ^ leaves);
  wire [3:0] bit_9  = ends & ((~mixed & sign_a) | (mixed & ~leaves));

  assign sum_o = {bit_9[3], bit_8[3], byte_3, bit_9[2], bit_8[2], byte_2,
                  bit_9[1], bit_8[1], byte_1, bit_9[0], bit_8[0], byte_0};
