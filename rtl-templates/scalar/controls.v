  // One adder serves vadd, vsub and vabsdiff, and also vmin and vmax, which add 0 to the operand
  // that they select. off_a and off_b invert an operand of a sum and clear any other. All this is
  // decided here, so that the next stage begins with the adder.
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
//%- if let Some([is_shift, right]) = shift %//

  // vshl and vshr share one shifter. Whether they use it, and its direction, are decided here too.
  wire is_shift = ${ is_shift }$;
  wire right    = ${ right }$;
//%- endif %//
//%- if let Some(is_set) = is_set %//

  // vset: the result is the truth value.
  wire is_set = ${ is_set }$;
//%- endif %//
