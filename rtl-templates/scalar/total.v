  // After a subtraction: a is not greater than b.
  wire at_most = ${ differ }$[33] ^ ${ carries }$[33];
//%- if let Some(plus_one) = plus_one %//

  // plus_one makes a + ~b the difference a - b.
  wire        plus_one = ${ plus_one }$;
//%- if let Some(reverse) = reverse %//
  // reverse makes it b - a, which is ~(a + ~b).
  wire        reverse  = ${ reverse }$;
  wire [33:0] total    = ${ differ }$ ^ (${ carries }$ | (${ passed }$ & {34{plus_one}})) ^
                         {34{reverse}};
//%- else %//
  wire [33:0] total    = ${ differ }$ ^ (${ carries }$ | (${ passed }$ & {34{plus_one}}));
//%- endif %//
//%- else %//
  wire [33:0] total = ${ differ }$ ^ ${ carries }$;
//%- endif %//
//%- if let Some(cmp) = cmp %//

  // 9.7.18.1.4. Bit 1 of the code means "less", bit 2 "less or equal", neither of them "equal". Bit
  // 0 inverts the answer.
  wire low   = ${ cmp }$[2] ? at_most : (at_most && !${ equal }$);
  wire holds = ((${ cmp }$[2:1] == 2'd0) ? ${ equal }$ : low) ^ ${ cmp }$[0];
//%- endif %//
