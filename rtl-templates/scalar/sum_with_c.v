  // The next stage chooses the bytes of the result. Here, a byte of the value is put into both
  // bytes of the low half, so that only whole halves move to another place.
  wire        compares = ${ secop }$[1];
  wire [31:0] x        = {${ value }$[31:16],
                          ${ dsel }$[2] ? ${ value }$[15:8] : ${ value }$[7:0],
                          ${ value }$[7:0]};

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
