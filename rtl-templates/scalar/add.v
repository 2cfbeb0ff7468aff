${ banner }$
  // a - b is a + ~b + 1, and a + ~b is negative if a <= b. So one addition gives both the order of
  // the operands and, with its carries completed for the 1, their difference.
  wire        subtract = ${ subtract }$;
  wire [33:0] augend   = ${ a }$;
  wire [33:0] addend   = ${ b }$ ^ {34{subtract}};
  wire [33:0] differ   = augend ^ addend;
  ${ addition }$
//%- if !adds_one %//
  wire [33:0] unused_passed = passed;
//%- endif %//
//%- if sets %//

  // After a subtraction: a is equal to b, so that a and ~b differ in every bit.
  wire equal = &differ[32:0];
//%- endif %//
//%- if let Some(shifter) = shifter %//

${ shifter }$
//%- endif %//
