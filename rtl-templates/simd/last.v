${ banner }$
//%- for net in nets %//
  ${ net }$
//%- endfor %//

  ${ merge }$

  ${ accumulate }$
//%- if let Some(between) = rows %//

${ between.rows }$

  // ==== result: the sum of the lanes is added to the merge (9.7.18.2) ============================
  ${ between.total }$
//%- endif %//
//%- if let Some(choice) = choice %//

  wire [31:0] d = ${ choice }$;
//%- endif %//
//%- if let Some(rows) = at_output %//

${ rows }$
//%- endif %//
