  // vshl and vshr share one shifter.
//%- if let Some(right) = right %//
  wire right = ${ right }$;
//%- endif %//
  ${ shifted }$

  ${ instance }$
//%- if let Some(unused) = unused %//
  wire ${ unused }$
//%- endif %//
