//% include "unit/begin.v" %//
  wire       unused_dtype = ${ unused_dtype }$;

  localparam [1:0] ModeNegateProduct = 2'd1;
  localparam [1:0] ModeNegateC       = 2'd2;
  localparam [1:0] ModePlusOne       = 2'd3;

  // signedFinal (9.7.18.1.3)
  wire negates_product = (mode == ModeNegateProduct);
  wire negates_c       = (mode == ModeNegateC);
  wire is_signed       = atype || btype || negates_product || negates_c;

  // ==== select: the parts of a and b, extended to 33 bits, and what is added (9.7.18.1.3) ========
  wire signed [32:0] ta_s33;
  wire signed [32:0] tb_s33;

  ${ select_a }$

  ${ select_b }$

  // -p + c is ~(p + ~c), and p - c is p + ~c + 1. So both complement c, and -p complements the sum
  // too. The carry into the sum is the 1 of -c, or the 1 that .po adds (SEMANTICS D5).
  wire               adds_one   = negates_c || (mode == ModePlusOne);
  wire        [31:0] c_or_not_c = ${ c }$ ^ {32{negates_product || negates_c}};
  wire signed [32:0] addend_s33 = {is_signed && c_or_not_c[31], c_or_not_c};
//%- if let Some(row) = after_select %//

${ row }$
//%- endif %//
//%- for step in steps %//

${ step.banner }$
//%- for net in step.nets %//
  ${ net }$
//%- endfor %//

  ${ step.instance }$
//%- if let Some(row) = step.row %//

${ row }$
//%- endif %//
//%- endfor %//

${ banner_add }$
//%- if let Some(range) = range %//
  // Beside the adder: are the bits of the sum above a place all 0 if the bit there is 0, or all 1
  // if it is 1? That needs no carry from below: a bit of the sum that is 0 carries out if either
  // number has a one there; a bit that is 1, if both have.
  wire [65:31] left  = ${ range.numbers[0] }$;
  wire [65:31] right = ${ range.numbers[1] }$;
  wire [65:32] half  = left[65:32] ^ right[65:32];
  wire [65:32] zeros = ~(half ^ (left[64:31] | right[64:31]));
  wire [65:32] ones  = half ^ (left[64:31] & right[64:31]);

  // The word begins at bit 0, 7 or 15. A signed sum fits if the bits from the word's sign on are
  // equal; an unsigned one fits if those above the word are 0. The other bits are free. The last
  // AND is in the next stage, so that registers between the two shorten this one.
  wire         shr7     = ${ range.scale }$[0];
  wire         shr15    = ${ range.scale }$[1];
  wire [65:32] free     =
      shr15 ? {18'd0, !${ range.is_signed }$, 15'h7fff} :
      (shr7 ? {26'd0, !${ range.is_signed }$, 7'h7f} : {33'd0, !${ range.is_signed }$});
  wire [65:32] zeros_or = zeros | free;
  wire [65:32] ones_or  = ones | free;
  wire [3:0]   zeros_fit =
      {&zeros_or[65:57], &zeros_or[56:48], &zeros_or[47:40], &zeros_or[39:32]};
  wire [3:0]   ones_fit  =
      {&ones_or[65:57], &ones_or[56:48], &ones_or[47:40], &ones_or[39:32] && ${ range.is_signed }$};

  // The sum
//%- endif %//
//%- match total %//
//%- when TotalText::OfProduct with { product, addend, sign, one } %//
  wire [65:0] total =
      ${ product }$ + {{33{${ sign }$}}, ${ addend }$} +
      {65'd0, ${ one }$};
//%- when TotalText::OfRows with { sum, carry, one } %//
  wire [66:0] doubled    = {${ sum }$, 1'b1} + {${ carry }$, ${ one }$};
  wire [65:0] total      = doubled[66:1];
  wire        unused_low = doubled[0];
//%- when TotalText::Adder with (instance) %//
  wire [65:0] total;
  wire        unused_carry;

  ${ instance }$
//%- when TotalText::Thirds with (thirds) %//
  // Bits 21 to 0, 43 to 22 and 65 to 44. The upper two are also added with a carry into them, so
  // that no carry goes from one third to the next.
//%- for net in thirds.operands %//
  ${ net }$
//%- endfor %//
//%- for sum in thirds.sums %//
  ${ sum }$
//%- endfor %//

${ thirds.rows }$

  // ==== join: the carries from third to third (SEMANTICS D5) =====================================
  wire        middle_carry = ${ thirds.low.carry.name }$ ? ${ thirds.middle[1].carry.name }$ : ${ thirds.middle[0].carry.name }$;
  wire [65:0] total        = {middle_carry ? ${ thirds.high[1].sum.name }$ : ${ thirds.high[0].sum.name }$,
                              ${ thirds.low.carry.name }$ ? ${ thirds.middle[1].sum.name }$ : ${ thirds.middle[0].sum.name }$,
                              ${ thirds.low.sum.name }$};
//%- endmatch %//
//%- match end %//
//%- when EndText::InSeries with { negates_product, after_add, scale, after_scale, saturate, hit } %//

  wire [65:0] sum_s66 = total ^ {66{${ negates_product }$}};
//%- if let Some(row) = after_add %//

${ row }$
//%- endif %//

  // ==== scale: .shr7 and .shr15, arithmetic if the result is signed (9.7.18.1.3) =================
  wire signed [33:0] scaled_s34;

  ${ scale }$
//%- if let Some(row) = after_scale %//

${ row }$
//%- endif %//

  // ==== saturate: .sat clamps to the range of a signed or an unsigned word (9.7.18.1.3) ==========
  wire signed [33:0] saturated_s34;
  ${ hit }$

  ${ saturate }$

  wire [31:0] d          = saturated_s34[31:0];
  wire [1:0]  unused_top = saturated_s34[33:32];
//%- when EndText::AtOnce with { after_add, sum, negates_product, scale, is_signed, sat, fits } %//

  // The sign and the bits from which the word is chosen
  wire [48:0]  sum_s49      = {total[65], total[47:0]};
  wire [64:48] unused_total = total[64:48];
//%- if let Some(row) = after_add %//

${ row }$
//%- endif %//

  // ==== scale | saturate: .shr7 and .shr15, then .sat (9.7.18.1.3) ===============================
  // The word and the bit above it. An unsigned sum is never negative, so one shift serves both. The
  // lowest bit of the range is the sign of a signed word, or the bit above an unsigned one.
  wire [32:0] scaled   =
      ${ scale }$[1] ? ${ sum }$[47:15] : (${ scale }$[0] ? ${ sum }$[39:7] : ${ sum }$[32:0]);
  wire        lowest   = ${ is_signed }$ ? scaled[31] : scaled[32];
  wire        fits     = lowest ? (&${ fits[1] }$) : (&${ fits[0] }$);
  wire        hit      = ${ sat }$ && !fits;

  // optSaturate (9.7.18.1): the nearest bound. -p + c is the complement of the sum.
  wire        negative = ${ sum }$[48] ^ ${ negates_product }$;
  wire [31:0] bound    = {negative ^ !${ is_signed }$, {31{!negative}}};
  wire [31:0] d        = hit ? bound : (scaled[31:0] ^ {32{${ negates_product }$}});
//%- endmatch %//
//%- if let Some(row) = at_output %//

${ row }$
//%- endif %//
//% include "unit/end.v" %//
