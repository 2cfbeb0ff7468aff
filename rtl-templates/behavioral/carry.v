${ header }$

`default_nettype none

${ module }$
${ enter }$
  // ==== control word =============================================================================
//%- for field in fields %//
  wire ${ field }$
//%- endfor %//
//%- if let Some(unused) = unused_fields %//
  // Fields that none of the unit's instructions reads.
  ${ unused }$
//%- endif %//
//%- if !codes.is_empty() %//
//% for code in codes %//
  ${ code }$
//%- endfor %//
//%- for line in decoded %//
  ${ line }$
//%- endfor %//
//%- endif %//
//%- if let Some(product) = product %//

  // ==== execute: the product, of signed factors for all types (9.7.2) ============================
//%- for factor in product.factors %//
  ${ reg }$ ${ factor.range() }$ ${ factor.name }$;
//%- endfor %//

  always @* begin
//%- for value in product.values %//
    ${ value }$
//%- endfor %//
//%- if let Some(is_product) = product.is_product %//
    // What nobody reads is not multiplied, which spares a simulator most of its work.
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
  // CC.CF is read and written here alone: an instruction sees what the one before it left, back to
  // back too.
  ${ sum.flags.register }$
  wire flag = ${ sum.flags.flag }$;
//%- if product.is_some() %//
  ${ reg }$ [${ top }$:0] half;       // of the product
//%- endif %//
  ${ reg }$ [${ top + 1 }$:0] augend;     // with a bit above it
  ${ reg }$ [${ top + 1 }$:0] addend;
  ${ reg }$        carry_in;   // the carry or borrow that enters
  ${ reg }$ [${ top + 1 }$:0] total;
  ${ reg }$        carry_out;  // the carry or borrow that leaves
  ${ reg }$        flag_new;
  ${ reg }$        flag_left;
  ${ reg }$ [${ top }$:0] d;

  always @* begin
//%- if let Some(product) = product %//
    // .lo or .hi (SEMANTICS D8)
    ${ product.half }$
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
    flag_left = ${ sum.flags.write_flag }$ ? flag_new : flag;  // without .cc as it was (SEMANTICS D8)
    d         = ${ sum.result }$;
  end

${ sum.flags.process }$
//%- else if let Some(product) = product %//

  // ==== execute: .lo or .hi of the product (SEMANTICS D8) ========================================
  ${ reg }$ [${ top }$:0] d;

  always @* begin
    ${ product.half }$
  end
//%- endif %//
//%- if let Some(rows) = at_output %//

${ rows }$
//%- endif %//

${ outputs }$
${ leave }$
endmodule

`default_nettype wire
