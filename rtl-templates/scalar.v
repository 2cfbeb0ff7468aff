//% include "unit/begin.v" %//

  // ==== select: the parts of a and b, extended to 33 bits (9.7.18.1) =============================
  ${ ta }$
  ${ tb }$

  ${ select_a }$

  ${ select_b }$
//%- if let Some(controls) = early_controls %//

${ controls }$
//%- endif %//
//%- if let Some(inverted) = inverted %//

  // The comparison adds ~a to b.
  ${ inverted.inverse }$
//%- endif %//
//%- if let Some(row) = after_select %//

${ row }$
//%- endif %//
//%- if let Some(Inverted { operand: Some(operand), .. }) = inverted %//

  ${ operand }$
//%- endif %//
//%- if let Some(stage) = order_or_add %//

${ stage }$
//%- endif %//
//%- if let Some(compare) = compare %//

  // ==== order: which operand is less, for vmin, vmax, vabsdiff and vset (9.7.18.1.1, 9.7.18.1.4) =
  ${ compare.less }$
  ${ compare.truth }$

  ${ compare.instance }$
//%- endif %//
//%- if let Some(controls) = controls %//

${ controls }$
//%- endif %//
//%- if let Some(half) = first_half %//

${ half }$
//%- endif %//
//%- if let Some(row) = after_order %//

${ row }$
//%- endif %//
//%- if let Some(add) = add %//

${ add }$
//%- endif %//
//%- if let Some(row) = after_add %//

${ row }$
//%- endif %//

${ banner_primary }$
//%- if let Some(total) = total %//

${ total }$
//%- endif %//
//%- if let Some(one_adder) = one_adder %//

${ one_adder }$
//%- endif %//
//%- if let Some(adder) = adder %//

  // vadd, vsub and vabsdiff share one adder. |a - b| is b - a if a is less than b.
  wire subtract = ${ adder.subtract }$;
  wire reverse  = ${ adder.reverse }$;
  ${ adder.sum }$

  ${ adder.instance }$
//%- endif %//
//%- if let Some(pick) = pick %//

  // vmin and vmax select one of the operands.
  wire takes_a = (${ pick.takes_a }$);
  ${ pick.net }$
  assign ${ pick.net.name }$ = takes_a ? ${ pick.a }$ : ${ pick.b }$;
//%- endif %//
//%- if let Some(shifter) = shifter %//

${ shifter }$
//%- endif %//
//%- if let Some(choice) = choice_of_sum %//

${ choice }$
//%- endif %//

//%- if joins %//

  // Join the results: each is 0 for operations that do not use its circuit.
//%- else %//

  // Select the result of the operation.
//%- endif %//
  ${ tmp }$
//%- if let Some(value) = only_result %//
  assign ${ tmp.name }$ = ${ value }$;
//%- else %//
//%- for result in results %//
  wire ${ result.is }$${ result.padding }$ = ${ result.when }$;
//%- endfor %//
  assign ${ tmp.name }$ =
//%- for result in results %//
      ({34{${ result.is }$}}${ result.padding }$ & ${ result.value }$)//% if loop.last %//;//% else %// |//% endif %//
//%- endfor %//
//%- endif %//
//%- if let Some(checks) = checks %//

${ checks }$
//%- endif %//
//%- if let Some(row) = after_primary %//

${ row }$
//%- endif %//
//%- if let Some(in_parallel) = in_parallel %//

${ in_parallel }$
//%- else %//
//%- if let Some(saturate) = saturate %//

${ saturate.banner }$
//%- if let Some(half) = first_half_of_clamp %//
${ half }$
//%- endif %//
  ${ saturate.value }$
  ${ saturate.hit }$

  ${ saturate.instance }$
//%- endif %//
//%- if let Some(controls) = last_controls %//

${ controls }$
//%- endif %//
//%- if let Some(row) = after_saturate %//

${ row }$
//%- endif %//

  // ==== secondary | merge (9.7.18.1, optSecondaryOp and optMerge) ================================
//%- if let Some(stages) = last_stages %//
${ stages.sum }$
//%- if let Some(row) = stages.after_sum %//

${ row }$
//%- endif %//

${ stages.choice }$
//%- endif %//
//%- if let Some(blocks) = in_series %//
  // No instruction does both: a merge has no secondary operation, and a secondary operation needs a
  // word, which passes through the merge unchanged. So the two blocks are in series.
  ${ blocks.merged }$
  ${ result }$

  ${ blocks.merge }$

  ${ blocks.secondary }$
//%- endif %//
//%- endif %//
//%- if let Some(row) = at_output %//

${ row }$
//%- endif %//
//% include "unit/end.v" %//
