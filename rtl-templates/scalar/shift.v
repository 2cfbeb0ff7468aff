  // vshl and vshr share one shifter.
  wire right = ${ right }$;
  ${ shifted }$

  ${ instance }$
//%- if let Some(unused) = unused %//
  wire ${ unused }$
//%- endif %//
