  // vshl and vshr share one shifter.
//%- if let Some(from) = zeroed %// For other operations it gives 0: the amount is above 31, which
  // moves all bits out of the word, and the two bits that would be above the word then are cleared.
  wire signed [32:0] shift_x     = {${ from.a }$[32:2], ${ from.a }$[1:0] & {2{${ from.is_shift }$}}};
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
