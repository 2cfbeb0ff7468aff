  // ==== merge | accumulate: the lanes of the mask, into c or summed onto it (9.7.18.2) ===========
  wire [31:0] merged;
  wire [31:0] summed;

  ${ merge }$

  ${ accumulate }$

  wire [31:0] d = ${ is_sum }$ ? summed : merged;
//%- if let Some(rows) = at_output %//

${ rows }$
//%- endif %//
