  // Each byte of the result comes from the value, from c, or from their sum. optMerge: the value
  // goes to the bytes of its part of the register (9.7.18.1).
  wire is_word  = ${ dsel }$[2] && ${ dsel }$[0];
  wire is_h0    = (${ dsel }$ == 3'd${ h0 }$);
  wire is_h1    = (${ dsel }$ == 3'd${ h1 }$);
  wire is_long  = ${ dsel }$[2];
  wire adds     = (${ secop }$ == 2'd1);
  wire compares = ${ secop }$[1];
  wire in_0     = is_word || is_h0 || (${ dsel }$ == 3'd0);
  wire in_1     = is_word || is_h0 || (${ dsel }$ == 3'd1);
  wire in_2     = is_word || is_h1 || (${ dsel }$ == 3'd2);
  wire in_3     = is_word || is_h1 || (${ dsel }$ == 3'd3);

  // 0 the value, 1 the byte two places below, 2 c, 3 the sum
  wire [1:0] from_0 = {adds || !in_0, adds};
  wire [1:0] from_1 = {adds || !in_1, adds};
  wire [1:0] from_2 = {adds || !in_2, adds || (in_2 && !is_word)};
  wire [1:0] from_3 = {adds || !in_3, adds || (in_3 && !is_word)};
//%- if is_wide %//

  // The last adder adds c for .add and subtracts it for the comparison.
//%- if flips %//
  // The sign of the difference says which is less. It is inverted for .min, and then says whether c
  // is taken.
//%- endif %//
  wire        addend_top = (${ signed }$ && ${ c }$[31]) ^ compares;
//%- if flips %//
  wire [34:0] addend_s35 = {addend_top ^ !${ secop }$[0], {2{addend_top}}, ${ c }$ ^ {32{compares}}};
//%- else %//
  wire [34:0] addend_s35 = {{3{addend_top}}, ${ c }$ ^ {32{compares}}};
//%- endif %//
//%- else %//

  // The last adder adds c for .add and subtracts it for the comparison.
  wire [31:0] addend     = ${ c }$ ^ {32{compares}};
  wire        wants_less = ${ secop }$[0];
//%- endif %//
