  // The sum of the operands, or one of them. A bit of it has six inputs, and so has its carry, so
  // each is one table.
  wire [33:0] a_s34     = ${ a }$;
  wire [33:0] b_s34     = ${ b }$;
  wire [33:0] left_s34  = ${ is_sum }$ ? (a_s34 ^ {34{${ off_a }$}}) : (a_s34 & {34{!${ off_a }$}});
  wire [33:0] right_s34 = ${ is_sum }$ ? (b_s34 ^ {34{${ off_b }$}}) : (b_s34 & {34{!${ off_b }$}});
  ${ addition }$
