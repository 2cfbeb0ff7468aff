${ unit.header }$

`default_nettype none

${ unit.module }$
${ unit.entry }$
//%- if !unit.fields.is_empty() %//
  // ==== control word =============================================================================
//%- for field in unit.fields %//
  ${ field }$
//%- endfor %//
//%- if let Some(unused) = unit.unused_fields %//
  // Fields that no operation of this unit reads
  ${ unused }$
//%- endif %//
//%- if !unit.opcodes.is_empty() %//
//% for opcode in unit.opcodes %//
  ${ opcode }$
//%- endfor %//
//%- endif %//
//%- endif %//
