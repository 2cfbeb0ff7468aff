${ banner }$
//%- if let Some(flip) = flip %//
  // vabsdiff: if a <= b, |a - b| is b - a, which is a - b - 1 with all bits inverted.
  wire [3:0] flip = ${ flip }$;
//%- if let Some(keep) = keep %//
  wire [3:0] keep = ${ keep }$;
//%- endif %//
//%- endif %//
//%- if let Some(takes_a) = takes_a %//
  // vmin and vmax select one of the operands.
  wire [3:0] takes_a = ${ takes_a }$;
//%- if let Some(takes_b) = takes_b %//
  wire [3:0] takes_b = ${ takes_b }$;
//%- endif %//
//%- endif %//
//%- if let Some(set) = set %//
  // The answer of vset and set. Bit 1 of the code means "less", bit 2 "less or equal", neither of
  // them "equal". Bit 0 inverts the answer.
  wire [3:0] low   = ${ set.cmp }$[2] ? ${ set.low }$ : (${ set.low }$ & ~${ set.equal }$);
  wire [3:0] holds = ((${ set.cmp }$[2:1] == 2'd0) ? ${ set.equal }$ : low) ^ {4{${ set.cmp }$[0]}};
//%- if let Some(fills) = set.fills %//
  wire [3:0] fills = ${ fills }$;
//%- endif %//
//%- endif %//
//%- for select in selects %//
  ${ select }$
//%- endfor %//
