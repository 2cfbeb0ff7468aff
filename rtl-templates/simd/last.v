${ banner }$
  wire [31:0] merged;
//%- if rows.is_some() %//
  wire [19:0] lane_sum_s20;
  wire [11:0] unused_top;
//%- else %//
  wire [31:0] summed;
//%- endif %//

  ${ merge }$

  ${ accumulate }$
//%- if let Some(between) = rows %//

${ between.rows }$

  // ==== result: the sum of c and the lanes, or the merge (9.7.18.2) ==============================
  ${ between.total }$
//%- endif %//

  wire [31:0] d = ${ is_sum }$ ? summed : ${ merged }$;
//%- if let Some(rows) = at_output %//

${ rows }$
//%- endif %//
