  // The first half of the shifter. Its value is the first operand for other operations.
//%- for control in turn.iter().flatten() %//
  ${ control }$
//%- endfor %//
//%- for net in nets %//
  ${ net }$
//%- endfor %//

  ${ instance }$
