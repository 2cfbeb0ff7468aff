  // The next stage chooses the bytes of the result. Here, a byte of the value is put into both
  // bytes of the low half, so that only whole halves move to another place.
  wire        compares = ${ secop }$[1];
  wire [31:0] x        = {${ value }$[31:16],
                          ${ dsel }$[2] ? ${ value }$[15:8] : ${ value }$[7:0],
                          ${ value }$[7:0]};

//%- if let Some(right) = wide %//

  // One adder computes x + c for .add and x - c for the comparison, where x is a word. The sign of
//%- if hardware %//
  // the difference says whether the low 32 bits, read as dtype again, are less (SEMANTICS H2).
//%- else %//
  // the difference says whether the whole intermediate is less than c (SEMANTICS D1).
//%- endif %//
//%- if let Some(addend) = addend %//
  ${ addend }$
//%- endif %//
//%- if hardware %//
  wire [34:0] left_s35  = {{3{${ signed }$ && ${ value }$[31]}}, ${ value }$[31:0]};
  wire [1:0] unused_x_top = ${ value }$[33:32];
//%- else %//
  wire [34:0] left_s35  = {${ value }$[33], ${ value }$};
//%- endif %//
  wire [34:0] right_s35 = {{3{(${ signed }$ && ${ c }$[31]) ^ compares}}, ${ right }$};
  ${ sum }$
  wire [31:0] c_sum = c_sum_s35[31:0];
  wire x_less = c_sum_s35[34];
  wire [1:0] unused_c_sum_top = c_sum_s35[33:32];
//%- else %//

  // One adder computes x + c for .add and x - c for the comparison. After a subtraction, a carry
  // out means that the low word of x is at least c.
//%- if let Some(addend) = addend %//
  ${ addend }$
//%- endif %//
  ${ sum }$
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
