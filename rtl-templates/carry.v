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

  // ==== select: the factors, extended to signed ones, and what is added (9.7.2) ==================
//%- for word in product.words %//
  ${ word }$
//%- endfor %//
//%- for factor in product.factors %//
  ${ factor }$
//%- endfor %//
//%- if let Some(addend) = product.addend %//
  ${ addend }$
//%- endif %//
//%- if let Some(rows) = product.after_select %//

${ rows }$
//%- endif %//

  // ==== multiply: the whole product, one multiplier for all types (9.7.2.5, 9.7.2.6) =============
  ${ product.whole }$

  ${ product.multiplier }$
//%- if !product.multiply.is_empty() %//
//% for line in product.multiply %//
  ${ line }$
//%- endfor %//
//%- endif %//
//%- if let Some(rows) = product.after_multiply %//

${ rows }$
//%- endif %//

//%- if let Some(accumulate) = product.accumulate %//

  // ==== accumulate: the products of the halves, each at its weight (9.7.2.5, 9.7.2.6) ============
  // Step 0 begins anew. Steps 1 and 3 weigh a word more than the step before, so that what is there
  // moves down a word; what is below it after step 0 is the lowest word of the product.
//%- for register in accumulate.registers %//
  ${ register }$
//%- endfor %//
  ${ accumulate.so_far }$
  ${ accumulate.total }$
//%- if let Some(instance) = accumulate.instance %//

  ${ instance }$

//%- endif %//
  ${ accumulate.product }$

${ accumulate.process }$
//%- if let Some(rows) = accumulate.after %//

${ rows }$
//%- endif %//
//%- endif %//

  // ==== half: .lo or .hi of the product (9.7.2.5; SEMANTICS D8) ==================================
//%- for line in product.half %//
  ${ line }$
//%- endfor %//
//%- if let Some(rows) = product.after_half %//

${ rows }$
//%- endif %//
//%- endif %//
//%- if let Some(add) = add %//

  // ==== add: the sum, with CC.CF (9.7.2) =========================================================
  // CC.CF is read and written in this stage alone: an instruction sees what the one before it left,
  // back to back too.
  ${ add.flags.register }$
  wire flag = ${ add.flags.flag }$;
  wire flag_new;
  ${ add.sum }$

  ${ add.instance }$

  // Without .cc the flag stays as it is (D8).
  wire flag_left = ${ add.flags.write_flag }$ ? flag_new : flag;

${ add.flags.process }$
//%- if let Some(rows) = add.after %//

${ rows }$
//%- endif %//
//%- endif %//

${ outputs }$
${ leave }$
endmodule

`default_nettype wire
