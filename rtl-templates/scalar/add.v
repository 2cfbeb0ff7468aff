  // ==== add: a + b or a - b, and the order of the operands (9.7.18.1.1, 9.7.18.1.4) ==============
  // a - b is a + ~b + 1, and a + ~b is negative if a <= b. So one adder subtracts and
  // compares.
  wire        subtract = ${ subtract }$;
  wire [33:0] augend   = ${ a }$;
  wire [33:0] addend   = ${ b }$ ^ {34{subtract}};
  wire [33:0] differ   = augend ^ addend;
  ${ addition }$
//%- if !adds_one %//
  wire [33:0] unused_passed = passed;
//%- endif %//
//%- if let Some(equal) = equal %//

  wire equal = (${ equal.0 }$ == ${ equal.1 }$);
//%- endif %//
//%- if let Some(shifter) = shifter %//

${ shifter }$
//%- endif %//
