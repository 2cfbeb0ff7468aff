  // vshl and vshr share one shifter.
  ${ shifted }$
//%- if let Some(right) = right %//
  wire right = ${ right }$;
//%- endif %//

  ${ instance }$
//%- if let Some(unused) = unused %//
  wire ${ unused }$
//%- endif %//
