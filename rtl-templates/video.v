//% include "unit/begin.v" %//
//%- if let Some(issue) = issue %//
  // ==== issue: every instruction is for one of the units ========================================
  ${ issue.unit }$
//% for code in issue.codes %//
  ${ code }$
//%- endfor %//
//%- endif %//
//%- if let Some(unused) = unused_word %//
  // Bits that no unit reads
  ${ unused }$
//%- endif %//
//%- for line in flow %//
  ${ line }$
//%- endfor %//
//%- if issue.is_some() || unused_word.is_some() || !flow.is_empty() %//
//% endif %//
  // ==== execute: the units side by side, each with the latency of the whole =====================
//%- for part in parts %//

  // ${ part.doc }$
//%- for net in part.nets %//
  ${ net }$
//%- endfor %//

  ${ part.instance }$
//%- endfor %//
//%- if let Some(steps) = steps %//

  // The instruction stays at the inputs until its last step. Only that step is valid.
${ steps }$
//%- endif %//
//%- if let Some(rows) = after_execute %//

${ rows }$
//%- endif %//

  // ==== result: that of the unit that had the instruction =======================================
//%- include "unit/end.v" %//
