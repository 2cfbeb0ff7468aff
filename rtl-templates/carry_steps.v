//% include "unit/begin.v" %//
//%- for line in decoded %//
  ${ line }$
//%- endfor %//

  // ==== select: the factors, extended to signed ones, and what is added (9.7.2) ==================
  wire [31:0] a_word = ${ step }$[1] ? ${ a }$[63:32] : ${ a }$[31:0];
  wire [31:0] b_word = ${ step }$[0] ? ${ b }$[63:32] : ${ b }$[31:0];
  wire signed [32:0] xa_s33 = {is_signed && (${ step }$[1] == wide) && a_word[31], a_word};
  wire signed [32:0] xb_s33 = {is_signed && (${ step }$[0] == wide) && b_word[31], b_word};
//%- if let Some(addend) = addend %//
  ${ addend }$
//%- endif %//
//%- if let Some(rows) = product.after_select %//

${ rows }$
//%- endif %//

  // ==== multiply: the whole product, one multiplier for all types (9.7.2.5, 9.7.2.6) =============
  wire signed [65:0] product_s66;

  ${ product.multiplier }$
//%- if let Some(rows) = product.after_multiply %//

${ rows }$
//%- endif %//

  // ==== accumulate: the products of the halves, each at its weight (9.7.2.5, 9.7.2.6) ============
  // Step 0 starts a new sum. The products of steps 1 and 3 weigh 2^32 times as much as the products
  // of the steps before them, so the sum moves down by a word first. The word that leaves it after
  // step 0 is the lowest word of the product.
  ${ product.reg }$ [65:0] partial_q;
  ${ product.reg }$ [31:0] low_q;
  wire [65:0] so_far = (${ product.step }$[0] ? {{32{partial_q[65]}}, partial_q[65:32]} : partial_q)
                       & {66{(${ product.step }$ != 2'd0)}};
//%- if let Some(accumulator) = product.accumulator %//
  wire [65:0] total;
  wire unused_carry;

  ${ accumulator }$

//%- else %//
  wire [65:0] total = ${ product.partial }$ + so_far;
//%- endif %//
  wire [63:0] product = total[63:0];

${ product.process }$
//%- if let Some(rows) = product.after_accumulate %//

${ rows }$
//%- endif %//

  // ==== half: .lo or .hi of the product (9.7.2.5; SEMANTICS D8) ==================================
//%- let (p, low, hi) = (product.half.product.as_str(), product.half.low.as_str(), product.half.hi.as_str()) %//
  wire [63:0] half = ${ product.half.wide }$ ? (${ hi }$ ? ${ p }$ : {${ p }$[31:0], ${ low }$})
                     ${ product.half.wide_blank }$ : {32'd0, ${ hi }$ ? ${ p }$[63:32] : ${ p }$[31:0]};
//%- if let Some(augend) = product.augend %//
  ${ augend }$
//%- endif %//
//%- if let Some(rows) = product.after_half %//

${ rows }$
//%- endif %//
//%- include "carry/add.v" %//
//% include "unit/end.v" %//
