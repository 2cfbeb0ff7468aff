  // vshl and vshr share one shifter.
//%- if let Some(from) = zeroed %//
//%- if from.left %// For other operations it gives 0: it shifts to the left by more
  // than 31, and the low bits, which a shift by 32 moves above the word, are cleared.
  wire signed [32:0] shift_x     = {${ from.a }$[32:2], ${ from.a }$[1:0] & {2{${ from.is_shift }$}}};
//%- else %// For other operations it gives 0: it shifts by more than 31,
  // and the sign, which fills the result, is cleared.
  wire signed [32:0] shift_x     = {${ from.a }$[32] && ${ from.is_shift }$, ${ from.a }$[31:0]};
//%- endif %//
  wire [31:0]        shift_by    = {${ from.b }$[31] || !${ from.is_shift }$, ${ from.b }$[30:0]};
  wire               shift_wraps = ${ from.wrap }$ && ${ from.is_shift }$;
//%- endif %//
//%- if let Some(right) = right %//
  wire right = ${ right }$;
//%- endif %//
  ${ shifted }$

  ${ instance }$
//%- if let Some(unused) = unused %//
  wire ${ unused }$
//%- endif %//
