  // The operation is decoded here, so that the next stage begins with the adders and the shifter.
//%- for control in controls %//
  ${ control }$
//%- endfor %//
//%- if let Some(b) = b %//

  // The adders take ~b for vadd.
  ${ b }$
//%- endif %//
