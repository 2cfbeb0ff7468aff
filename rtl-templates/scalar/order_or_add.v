${ banner }$
  // The operands are compared by ~a + b, whose sign is 0 if a is less. Its inverse is a - b.
//%- if adds %//
  // For vadd, b is inverted and 1 is added: the inverse of ~a + ~b + 1 is a + b.
//%- endif %//
//%- if reverses %//
  // For |a - b|, the lower half is also added with a carry: ~a + b + 1 is b - a.
//%- endif %//
  // Both halves are added at the same time, the upper one without and with a carry.
  wire [33:0] left_s34  = ${ not_a }$;
  wire [33:0] right_s34 = ${ b }$;
//%- for addition in additions %//
  ${ addition }$
//%- endfor %//
//%- if sets %//

  wire low_equal  = (left_s34[16:0] == ~right_s34[16:0]);
  wire high_equal = (left_s34[32:17] == ~right_s34[32:17]);
//%- endif %//
