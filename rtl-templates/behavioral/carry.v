//% include "unit/begin.v" %//
//%- for line in decoded %//
  ${ line }$
//%- endfor %//
//%- if let Some(product) = product %//

  // ==== execute: the product, of signed factors for all types (9.7.2) ============================
//%- for factor in product.factors %//
  ${ reg }$ ${ factor.range() }$ ${ factor.name }$;
//%- endfor %//

  always @* begin
//%- if wide_product %//
    xa_s65 = $signed(wide ? {is_signed && ${ a }$[63], ${ a }$}
                          : {{33{is_signed && ${ a }$[31]}}, ${ a }$[31:0]});
    xb_s65 = $signed(wide ? {is_signed && ${ b }$[63], ${ b }$}
                          : {{33{is_signed && ${ b }$[31]}}, ${ b }$[31:0]});
//%- else if wide %//
    xa_s33 = {is_signed && ${ a }$[31], ${ a }$[31:0]};
    xb_s33 = {is_signed && ${ b }$[31], ${ b }$[31:0]};
//%- else %//
    xa_s33 = {is_signed && ${ a }$[31], ${ a }$};
    xb_s33 = {is_signed && ${ b }$[31], ${ b }$};
//%- endif %//
//%- if let Some(is_product) = product.is_product %//
    // Multiply zeros if the product is not used, which saves a simulator most of its work.
    if (!${ is_product }$) begin
//%- for factor in product.factors %//
      ${ factor.name }$ = ${ factor.width }$'sd0;
//%- endfor %//
    end
//%- endif %//
  end

  ${ product.whole }$

  ${ product.multiplier }$

  wire [1:0] unused_top = ${ product.unused_top }$;
//%- endif %//
//%- if let Some(sum) = sum %//

  // ==== execute: the sum, with CC.CF (9.7.2) =====================================================
  // CC.CF is read and written in this stage only. So an instruction sees the flag that the one
  // directly before it wrote.
  ${ sum.flags.register }$
  wire flag = ${ sum.flags.flag }$;
//%- if product.is_some() %//
  ${ reg }$ [${ top }$:0] half;       // the half of the product that is used
//%- endif %//
  ${ reg }$ [${ top + 1 }$:0] augend;     // with one bit above it
  ${ reg }$ [${ top + 1 }$:0] addend;
  ${ reg }$        carry_in;   // the carry or borrow that enters
  ${ reg }$ [${ top + 1 }$:0] total;
  ${ reg }$        carry_out;  // the carry or borrow that leaves
  ${ reg }$        flag_new;
  ${ reg }$        flag_left;
  ${ reg }$ [${ top }$:0] d;

  always @* begin
//%- if product.is_some() %//
    // .lo or .hi (SEMANTICS D8)
//%- if wide_product %//
    half = wide ? (hi ? product_s130[127:64] : product_s130[63:0])
                : {32'd0, hi ? product_s130[63:32] : product_s130[31:0]};
//%- else if wide %//
    half = {32'd0, hi ? product_s66[63:32] : product_s66[31:0]};
//%- else %//
    half = hi ? product_s66[63:32] : product_s66[31:0];
//%- endif %//
//%- endif %//
    augend = {1'b0, ${ sum.augend }$};
    addend = {1'b0, ${ sum.addend }$};
//%- if wide %//
    if (!wide) begin
      augend[64:32] = 33'd0;
      addend[64:32] = 33'd0;
    end
//%- endif %//

    // ${ sum.meaning }$
    carry_in  = ${ sum.carry_in }$;
    total     = ${ sum.total }$;
    carry_out = ${ sum.carry_out }$;
    flag_new  = ${ sum.flag_new }$;
    flag_left = ${ sum.flags.write_flag }$ ? flag_new : flag;  // without .cc, keep it (SEMANTICS D8)
    d         = ${ sum.result }$;
  end

${ sum.flags.process }$
//%- else %//

  // ==== execute: .lo or .hi of the product (SEMANTICS D8) ========================================
  ${ reg }$ [${ top }$:0] d;

  always @* begin
//%- if wide_product %//
    d = wide ? (hi ? product_s130[127:64] : product_s130[63:0])
             : {32'd0, hi ? product_s130[63:32] : product_s130[31:0]};
//%- else if wide %//
    d = {32'd0, hi ? product_s66[63:32] : product_s66[31:0]};
//%- else %//
    d = hi ? product_s66[63:32] : product_s66[31:0];
//%- endif %//
  end
//%- endif %//
//%- if let Some(rows) = rows %//

${ rows }$
//%- endif %//
//% include "unit/end.v" %//
