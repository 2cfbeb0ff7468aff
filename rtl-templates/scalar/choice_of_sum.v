  // The carry of the lower half chooses the upper half.
  wire less = !(${ carry }$ ? ${ high_plus_1 }$[16] : ${ high }$[16]);
//%- if let Some([is_absdiff, low_reverse, carry_reverse]) = reverse %//

  // vabsdiff takes b - a if a is less.
  wire        reverse = ${ is_absdiff }$ && less;
  wire        carry   = reverse ? ${ carry_reverse }$ : ${ carry }$;
  wire [16:0] low     = reverse ? ${ low_reverse }$ : ~${ low }$;
  wire [16:0] high    = (carry ? ${ high_plus_1 }$ : ${ high }$) ^ {17{!reverse}};
  wire [33:0] sum_s34 = {high, low} & {34{${ is_sum }$}};
//%- else %//
  wire [16:0] chosen_high = ${ carry }$ ? ${ high_plus_1 }$ : ${ high }$;
  wire [33:0] sum_s34     = ~{chosen_high, ${ low }$} & {34{${ is_sum }$}};
//%- endif %//

  // vmin and vmax take an operand.
//%- match takes_min %//
//%- when Condition::Always %//
  wire takes_a = ${ is_pick }$ && less;
  wire takes_b = ${ is_pick }$ && !less;
//%- when Condition::Never %//
  wire takes_a = ${ is_pick }$ && !less;
  wire takes_b = ${ is_pick }$ && less;
//%- when Condition::If(takes_min) %//
  wire takes_a = ${ is_pick }$ && (less == ${ takes_min }$);
  wire takes_b = ${ is_pick }$ && (less != ${ takes_min }$);
//%- endmatch %//
  wire [33:0] a_s34 = ${ a }$;
  wire [33:0] b_s34 = ${ b }$;
  wire [33:0] picked_s34 = (a_s34 & {34{takes_a}}) | (b_s34 & {34{takes_b}});
//%- if let Some([cmp, low_equal, high_equal]) = comparison %//

  // 9.7.18.1.4. Bit 1 of the code means "less", bit 2 "less or equal", neither of them "equal". Bit
  // 0 inverts the answer.
  wire equal = ${ low_equal }$ && ${ high_equal }$;
  wire holds = ((less && (${ cmp }$[2:1] != 2'd0)) || (equal && !${ cmp }$[1])) ^ ${ cmp }$[0];
//%- endif %//
