// SPDX-License-Identifier: 0BSD
// ${ terms }$
//
// The control word of the ${ unit }$ unit, for benches and for what drives the unit: its RTL does not
// need this file. A field is a range, used as ctl[`${ prefix }$OP], its codes are sized numbers.
`ifndef ${ prefix }$DEFS_VH
`define ${ prefix }$DEFS_VH

`define ${ prefix }$CTL_WIDTH ${ width }$
//%- for field in fields %//

// ${ field.doc }$
`define ${ prefix }$${ field.name }$ ${ field.hi }$:${ field.lo }$
//%- for code in field.codes %//
`define ${ prefix }$${ field.name }$_${ code.name }$ ${ field.width }$'d${ code.value }$
//%- endfor %//
//%- endfor %//

`endif
