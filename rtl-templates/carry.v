//% include "unit/begin.v" %//
//%- for line in decoded %//
  ${ line }$
//%- endfor %//
//%- if let Some(product) = product %//

  // ==== select: the factors, extended to signed ones, and what is added (9.7.2) ==================
//%- if wide_product %//
  wire signed [64:0] xa_s65 = $signed(wide ? {is_signed && ${ a }$[63], ${ a }$}
                                           : {{33{is_signed && ${ a }$[31]}}, ${ a }$[31:0]});
  wire signed [64:0] xb_s65 = $signed(wide ? {is_signed && ${ b }$[63], ${ b }$}
                                           : {{33{is_signed && ${ b }$[31]}}, ${ b }$[31:0]});
//%- else if width == 64 %//
  wire signed [32:0] xa_s33 = {is_signed && ${ a }$[31], ${ a }$[31:0]};
  wire signed [32:0] xb_s33 = {is_signed && ${ b }$[31], ${ b }$[31:0]};
//%- else %//
  wire signed [32:0] xa_s33 = {is_signed && ${ a }$[31], ${ a }$};
  wire signed [32:0] xb_s33 = {is_signed && ${ b }$[31], ${ b }$};
//%- endif %//
//%- if let Some(addend) = addend %//
  ${ addend }$
//%- endif %//
//%- if let Some(rows) = product.after_select %//

${ rows }$
//%- endif %//

  // ==== multiply: the whole product, one multiplier for all types (9.7.2.5, 9.7.2.6) =============
  ${ product.whole }$

  ${ product.multiplier }$

  ${ product.low }$
  ${ product.unused_top }$
//%- if let Some(left) = product.left %//
  ${ left }$
//%- endif %//
//%- if let Some(rows) = product.after_multiply %//

${ rows }$
//%- endif %//

  // ==== half: .lo or .hi of the product (9.7.2.5; SEMANTICS D8) ==================================
//%- let (p, hi) = (product.of_half.as_str(), product.hi.as_str()) %//
//%- if wide_product %//
  wire [63:0] half = ${ product.wide }$ ? (${ hi }$ ? ${ p }$[127:64] : ${ p }$[63:0])
                     ${ product.wide_blank }$ : {32'd0, ${ hi }$ ? ${ p }$[63:32] : ${ p }$[31:0]};
//%- else if width == 64 %//
  wire [63:0] half = {32'd0, ${ hi }$ ? ${ p }$[63:32] : ${ p }$[31:0]};
//%- else %//
  wire [31:0] half = ${ hi }$ ? ${ p }$[63:32] : ${ p }$[31:0];
//%- endif %//
//%- if let Some(augend) = product.augend %//
  ${ augend }$
//%- endif %//
//%- if let Some(rows) = product.after_half %//

${ rows }$
//%- endif %//
//%- endif %//
//%- include "carry/add.v" %//
//% include "unit/end.v" %//
