  // The sign of a + ~b. After a subtraction: a is at most b.
  wire at_most = ${ differ }$[33] ^ ${ carries }$[33];
//%- if let Some(plus_one) = plus_one %//

  // plus_one makes a + ~b the difference a - b.
  wire        plus_one = ${ plus_one.0 }$;
//%- if let Some(reverse) = reverse %//
  // reverse makes it b - a, which is ~(a + ~b).
  wire        reverse  = ${ reverse }$;
  wire [33:0] total    = ${ differ }$ ^ (${ carries }$ | (${ plus_one.1 }$ & {34{plus_one}})) ^
                         {34{reverse}};
//%- else %//
  wire [33:0] total    = ${ differ }$ ^ (${ carries }$ | (${ plus_one.1 }$ & {34{plus_one}}));
//%- endif %//
//%- else %//
  wire [33:0] total = ${ differ }$ ^ ${ carries }$;
//%- endif %//
//%- if let Some(comparison) = comparison %//

  // 9.7.18.1.4. Bit 1 of the code means "less", bit 2 "less or equal", neither of them "equal". Bit
  // 0 inverts the answer.
  wire low   = ${ comparison.0 }$[2] ? at_most : (at_most && !${ comparison.1 }$);
  wire holds = ((${ comparison.0 }$[2:1] == 2'd0) ? ${ comparison.1 }$ : low) ^ ${ comparison.0 }$[0];
//%- endif %//
