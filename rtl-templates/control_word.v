  // ==== control word =============================================================================
//%- for field in fields %//
  wire ${ field }$
//%- endfor %//
//%- if let Some(unused) = unused_fields %//
  // Fields that none of the unit's operations reads.
  wire ${ unused }$
//%- endif %//
//%- if !opcodes.is_empty() %//
//% for opcode in opcodes %//
  ${ opcode }$
//%- endfor %//
//%- endif %//
