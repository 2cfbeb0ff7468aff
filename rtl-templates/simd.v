//% include "unit/begin.v" %//
//%- if spreads %//
//% include "simd/spread.v" %//
//%- endif %//

  // ==== select: the lanes of the operands, from any place in a and b (9.7.18.2) ==================
  ${ va }$
  ${ vb }$

  ${ select_a }$

  ${ select_b }$

  // What the adder does is decoded here, so that the next stage begins with the adder.
//%- if by_sign.is_possible() %//
  // by_sign: for vavrg, add 1 unless the sum is negative; for vabsdiff, unless a <= b.
//%- endif %//
  wire subtract = ${ subtract }$;
  wire by_sign  = ${ by_sign }$;
//%- include "simd/masks.v" %//
//%- if let Some(rows) = after_select %//

${ rows }$
//%- endif %//
//%- match adder %//
//%- when AdderText::Block(instance) %//

  // ==== add: a + b or a - b in every lane, and their order (9.7.18.2) ============================
  // One adder for two and for four lanes.
  ${ sum }$
  ${ negative }$
  ${ equal }$

  ${ instance }$
//%- when AdderText::Halves with { nets, bytes, rows, lanes } %//

  // ==== bytes: a + b or a - b in every byte alone (9.7.18.2) =====================================
  // One adder for two and for four lanes.
//%- for net in nets %//
  ${ net }$
//%- endfor %//

  ${ bytes }$

${ rows }$

  // ==== lanes: carries from byte to byte, and the order of the operands (9.7.18.2) ===============
  ${ sum }$
  ${ negative }$
  ${ equal }$

  ${ lanes }$
//%- endmatch %//
//%- if let Some(rows) = after_add %//

${ rows }$
//%- endif %//
//%- if let Some(decide) = decide %//

${ decide }$
//%- endif %//
//%- if let Some(rows) = after_decide %//

${ rows }$
//%- endif %//

${ primary }$
//%- if let Some(rows) = after_primary %//

${ rows }$
//%- endif %//
//%- if let Some(saturate) = saturate %//

  // ==== saturate: .sat clamps each lane to the range of its type (9.7.18.2) ======================
  ${ saturate.value }$
  ${ saturate.hit }$

  ${ saturate.instance }$
//%- if let Some(saturated) = saturate.saturated %//

  wire saturated = |(${ saturate.hit.name }$ & ${ saturated }$);
//%- endif %//
//%- endif %//
//%- if let Some(summands) = summands %//

  // The lanes of the mask as summands. .add sums lanes that are not clamped.
//%- for net in summands.nets %//
  ${ net }$
//%- endfor %//

  ${ summands.instance }$
//%- endif %//
//%- if let Some(rows) = after_saturate %//

${ rows }$
//%- endif %//

${ last }$
//% include "unit/end.v" %//
