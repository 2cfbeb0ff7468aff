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
  // too. The carry into the only adder is the 1 of -c, or the 1 that .po adds (SEMANTICS D5).
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
//%- when TotalText::Halves with { upper, low, rows, high, low_half } %//
//%- for net in upper %//
  ${ net }$
//%- endfor %//
  ${ low }$

${ rows }$

  // ==== upper sum: bits 65 to 33, exact (SEMANTICS D5) ===========================================
  ${ high }$

  wire [65:0] total = {high_half, ${ low_half }$};
//%- endmatch %//

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
//%- if let Some(row) = at_output %//

${ row }$
//%- endif %//
//% include "unit/end.v" %//
