  // One adder serves vadd, vsub and vabsdiff, and also vmin and vmax, which add 0 to the operand
  // that they select. off_a and off_b invert an operand of a sum and clear any other. A bit of the
  // sum has six inputs then, and so has its carry, so each is one table.
  wire is_sum   = ${ is_sum }$;
  wire subtract = ${ subtract }$;
  wire reverse  = ${ reverse }$;
  wire takes_a  = (${ takes_a }$);
//%- if let Some(is_pick) = is_pick %//
  wire is_pick  = ${ is_pick }$;
  wire off_a    = is_sum ? (subtract && reverse) : !(is_pick && takes_a);
  wire off_b    = is_sum ? (subtract && !reverse) : !(is_pick && !takes_a);
//%- else %//
  wire off_a    = is_sum ? (subtract && reverse) : !takes_a;
  wire off_b    = is_sum ? (subtract && !reverse) : takes_a;
//%- endif %//
  wire plus_one = is_sum && subtract;

  wire [33:0] a_s34     = ${ a }$;
  wire [33:0] b_s34     = ${ b }$;
  wire [33:0] left_s34  = is_sum ? (a_s34 ^ {34{off_a}}) : (a_s34 & {34{!off_a}});
  wire [33:0] right_s34 = is_sum ? (b_s34 ^ {34{off_b}}) : (b_s34 & {34{!off_b}});
//%- if let Some(adder) = adder %//
  ${ sum }$
  wire unused_carry;

  ${ adder }$
//%- else %//

  // The carry enters through a bit below the operands, so that tools infer one adder.
  wire [34:0] sum_s35    = {left_s34, 1'b1} + {right_s34, plus_one};
  wire        unused_low = sum_s35[0];
  ${ sum }$
  assign ${ sum.name }$ = sum_s35[34:1];
//%- endif %//
