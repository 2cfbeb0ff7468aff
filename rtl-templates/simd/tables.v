//% include "unit/begin.v" %//

  // Repeats each bit of x for all bits of its byte: the 8 bits and the sign above them.
  function [35:0] spread;
    input [3:0] x;
    spread = {{9{x[3]}}, {9{x[2]}}, {9{x[1]}}, {9{x[0]}}};
  endfunction

  // ==== select: the lanes of the operands, from any place in a and b (9.7.18.2) ==================
  wire [35:0] va;
  wire [35:0] vb;

  ${ select_a }$

  ${ select_b }$
//%- include "simd/masks.v" %//
//%- if let Some(rows) = after_select %//

${ rows }$
//%- endif %//
//%- if let Some(order) = order %//

  // ==== order: the sign of a + b or of a - b - 1 in every lane (9.7.18.2) ========================
  wire subtract = ${ subtract }$;
  wire [31:0] a_bytes = ${ order.a }$;
  wire [31:0] b_bytes = ${ order.b }$ ^ {32{subtract}};
  wire [31:0] unused_order;
  wire [3:0]  order_carries;

  ${ order.adder }$

  // The bits above a lane are the signs of its operands, repeated. If the signs are equal, that is
  // the sign of the sum. Otherwise these bits of the sum are ones, which a carry turns into zeros.
  wire [3:0] sign_a = ${ order.sign_a }$;
  wire [3:0] sign_b = ${ order.sign_b }$ ^ {4{subtract}};
  wire [3:0] below  = (sign_a & sign_b) | ((sign_a ^ sign_b) & ~order_carries);

  // Both bytes of a half take the value of the upper byte. a - b - 1 is negative if a <= b.
  wire [3:0] negative = ${ order.quad }$ ? below : {{2{below[3]}}, {2{below[1]}}};
//%- if let Some(rows) = after_order %//

${ rows }$
//%- endif %//
//%- endif %//

  // ==== primary: one adder for every operation (9.7.18.2) ========================================
//%- if order.is_none() %//
  wire subtract = ${ subtract }$;
//%- endif %//
//%- if let Some(pick) = pick %//
  // vmin and vmax add 0 to the operand that they select.
  wire       is_pick = ${ pick.when }$;
  wire [3:0] takes_a = ${ pick.takes_a }$;
//%- endif %//
//%- if let Some(is_abs) = is_abs %//
  // |a - b| is b - a if a <= b.
  wire [3:0] reverse = ${ negative }$ & {4{${ is_abs }$}};
//%- endif %//
//%- if let Some(when) = is_half %//
  // vavrg adds 1 unless the sum is negative.
  wire is_half = ${ when }$;
//%- endif %//
//%- if pick.is_some() %//

  // off_a and off_b invert an operand of a sum and clear the operand that is not selected. A bit of
  // the sum has six inputs then, and so has its carry, so each is one table.
//%- else %//

  // off_a and off_b invert an operand.
//%- endif %//
  wire [3:0]  off_a    = ${ off_a }$;
  wire [3:0]  off_b    = ${ off_b }$;
  wire [3:0]  plus_one = ${ plus_one }$;
//%- if pick.is_some() %//
  wire [35:0] left     = is_pick ? (${ a }$ & ~spread(off_a)) : (${ a }$ ^ spread(off_a));
  wire [35:0] right    = is_pick ? (${ b }$ & ~spread(off_b)) : (${ b }$ ^ spread(off_b));
//%- else %//
  wire [35:0] left     = ${ a }$ ^ spread(off_a);
  wire [35:0] right    = ${ b }$ ^ spread(off_b);
//%- endif %//
  wire [31:0] bytes;
  wire [3:0]  sum_carries;

  ${ adder }$

  // The two bits above each lane
  wire [3:0]  left_8  = {left[35], left[26], left[17], left[8]};
  wire [3:0]  right_8 = {right[35], right[26], right[17], right[8]};
  wire [3:0]  bit_8   = left_8 ^ right_8 ^ sum_carries;
  wire [3:0]  bit_9   = (left_8 & right_8) | ((left_8 ^ right_8) & ~sum_carries);
  wire [39:0] sums    = {bit_9[3], bit_8[3], bytes[31:24], bit_9[2], bit_8[2], bytes[23:16],
                         bit_9[1], bit_8[1], bytes[15:8], bit_9[0], bit_8[0], bytes[7:0]};
//%- if let Some(set) = set %//

  // a - b is negative if a < b. Bit 1 of the code of a comparison means "less", bit 2 "less or
  // equal", neither of them "equal". Bit 0 inverts the answer.
  wire [3:0] less   = ${ set.quad }$ ? bit_9 : {{2{bit_9[3]}}, {2{bit_9[1]}}};
  wire [3:0] equal  = ${ negative }$ & ~less;
  wire [3:0] low    = ${ set.cmp }$[2] ? ${ negative }$ : less;
  wire [3:0] holds  = ((${ set.cmp }$[2:1] == 2'd0) ? equal : low) ^ {4{${ set.cmp }$[0]}};
  wire       is_set = ${ set.when }$;
//%- if let Some(when) = set.fills %//
//%- if set.has_ones %//

  // vset is 1 or 0 (9.7.18.2.2, 9.7.18.2.4), and set fills the lane or is 0 (9.7.6.1).
//%- else %//

  // set fills the lane or is 0 (9.7.6.1).
//%- endif %//
  wire [3:0] fill   = holds & {4{${ when }$}};
//%- else %//

  // vset is 1 or 0 (9.7.18.2.2, 9.7.18.2.4).
//%- endif %//
//%- if set.has_ones %//
  wire [3:0] ones   = holds & {${ set.quad }$, 1'b1, ${ set.quad }$, 1'b1};
//%- endif %//
//%- endif %//
//%- if let Some(rows) = after_primary %//

${ rows }$
//%- endif %//

  // ==== saturate: .sat clamps each lane to the range of its type (9.7.18.2) ======================
//%- if let Some(half) = half %//
  // vavrg: shift each lane right by one bit. The lowest bit of the upper byte of a half moves into
  // the lower byte.
  wire [39:0] half  = {${ half.sums }$[39], ${ half.sums }$[39:31],
                       ${ half.sums }$[29], ${ half.sums }$[29],
                       ${ half.quad }$ ? ${ half.sums }$[28] : ${ half.sums }$[30], ${ half.sums }$[27:21],
                       ${ half.sums }$[19], ${ half.sums }$[19:11],
                       ${ half.sums }$[9], ${ half.sums }$[9],
                       ${ half.quad }$ ? ${ half.sums }$[8] : ${ half.sums }$[10], ${ half.sums }$[7:1]};
//%- endif %//
  wire [39:0] lanes = ${ lanes }$;

  // The three highest bits of each byte lane: the sign, the bit below, the highest that is written.
  wire [3:0] sign = {lanes[39], lanes[29], lanes[19], lanes[9]};
  wire [3:0] more = {lanes[38], lanes[28], lanes[18], lanes[8]};
  wire [3:0] top  = {lanes[37], lanes[27], lanes[17], lanes[7]};
//%- if let Some(set) = replaces %//

  // A lane stays (0), becomes a truth value (1), or is clamped as unsigned (2) or signed (3). It
  // fits if the bits above the range repeat the sign, which is 0 for an unsigned type. A bit of
  // over is then one table: the two bits of clamp, and the bits of the sum.
  wire [1:0] clamp  = ${ set.is_set }$ ? 2'd1 : {${ sat }$, ${ sat }$ && ${ dtype }$};
  wire [3:0] excess = clamp[0] ? ((sign ^ more) | (sign ^ top)) : (sign | more);
  wire [3:0] over   = clamp[1] ? excess : {4{clamp[0]}};
//%- else %//

  // A lane fits if the bits above the range repeat the sign, which is 0 for an unsigned type.
  wire [3:0] excess = ${ dtype }$ ? ((sign ^ more) | (sign ^ top)) : (sign | more);
  wire [3:0] over   = excess & {4{${ sat }$}};
//%- endif %//

  // The two bytes of a half change together; the upper byte decides. The nearest bound has equal
  // bits, except for the highest bit of a signed lane.
  wire [3:0] hit      = ${ quad }$ ? over : {{2{over[3]}}, {2{over[1]}}};
  wire [3:0] positive = ~(${ quad }$ ? sign : {{2{sign[3]}}, {2{sign[1]}}});
  wire [3:0] highest  = positive ^ ({4{${ dtype }$}} & {1'b1, ${ quad }$, 1'b1, ${ quad }$});
//%- if let Some(set) = replaces %//
  wire [3:0] bit_7    = ${ set.is_set }$ ? ${ set.fill }$ : highest;
  wire [3:0] bits_6_1 = ${ set.is_set }$ ? ${ set.fill }$ : positive;
  wire [3:0] bit_0    = ${ set.is_set }$ ? ${ set.lowest }$ : positive;
  wire [7:0] above    = {lanes[39:38], lanes[29:28], lanes[19:18], lanes[9:8]} & {8{!${ set.is_set }$}};
//%- else %//
  wire [3:0] bit_7    = highest;
  wire [3:0] bits_6_1 = positive;
  wire [3:0] bit_0    = positive;
  wire [7:0] above    = {lanes[39:38], lanes[29:28], lanes[19:18], lanes[9:8]};
//%- endif %//
  wire [39:0] results = {
    above[7:6], hit[3] ? {bit_7[3], {6{bits_6_1[3]}}, bit_0[3]} : lanes[37:30],
    above[5:4], hit[2] ? {bit_7[2], {6{bits_6_1[2]}}, bit_0[2]} : lanes[27:20],
    above[3:2], hit[1] ? {bit_7[1], {6{bits_6_1[1]}}, bit_0[1]} : lanes[17:10],
    above[1:0], hit[0] ? {bit_7[0], {6{bits_6_1[0]}}, bit_0[0]} : lanes[7:0]
  };
//%- if let Some(saturated) = saturated %//

  wire saturated = ${ saturated }$;
//%- endif %//
//%- if let Some(rows) = after_saturate %//

${ rows }$
//%- endif %//

${ last }$
//% include "unit/end.v" %//
