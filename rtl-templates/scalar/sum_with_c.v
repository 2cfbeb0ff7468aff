//%- if let Some(controls) = controls %//
${ controls }$
//% endif %//
  // The next stage chooses the bytes of the result. Here, a byte of the value is put into both
  // bytes of the low half, so that only whole halves move to another place.
  wire [31:0] x = {${ value }$[31:16], ${ is_long }$ ? ${ value }$[15:8] : ${ value }$[7:0], ${ value }$[7:0]};

//%- if is_wide %//

  // One adder computes x + c for .add and x - c for the comparison, where x is a word. The sign of
//%- if hardware %//
  // the difference is about the low 32 bits, read as dtype again (SEMANTICS H2).
  wire [34:0] left_s35 = {{3{${ signed }$ && ${ value }$[31]}}, ${ value }$[31:0]};
  wire [1:0] unused_x_top = ${ value }$[33:32];
//%- else %//
  // the difference is about the whole intermediate (SEMANTICS D1).
  wire [34:0] left_s35 = {${ value }$[33], ${ value }$};
//%- endif %//
//%- if !is_whole %//

  // Both halves are added at the same time, the upper one without and with a carry.
//%- endif %//
//%- for addition in additions %//
  ${ addition }$
//%- endfor %//
//%- if is_whole %//
  wire [31:0] c_sum = c_sum_s35[31:0];
//%- if let Some(wanted) = wanted %//
  wire prefers_c = (c_sum_s35[34] == ${ wanted }$);
//%- else %//
  wire prefers_c = c_sum_s35[34];
//%- endif %//
  wire [1:0] unused_c_sum_top = c_sum_s35[33:32];
//%- endif %//
//%- else %//

  // One adder computes x + c for .add and x - c for the comparison. After a subtraction, a carry
  // out means that the low word of x is at least c.
//%- for addition in additions %//
  ${ addition }$
//%- endfor %//
//%- if hardware %//

  // The comparison reads the low 32 bits of the intermediate again, as dtype (SEMANTICS H2).
  wire [1:0] x_top = {2{${ signed }$ && x[31]}};
  wire [1:0] unused_x_top = ${ value }$[33:32];
//%- else %//

  // The comparison reads the whole intermediate, not only its low 32 bits (SEMANTICS D1).
  wire [1:0] x_top = ${ value }$[33:32];
//%- endif %//
  wire [1:0] c_top = {2{${ signed }$ && ${ c }$[31]}};

  // The bits above the word decide; if they are equal, the low word decides.
  wire top_less  = ($signed(x_top) < $signed(c_top));
  wire top_equal = (x_top == c_top);
//%- endif %//
