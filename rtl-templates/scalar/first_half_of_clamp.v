  // The first half of saturate, which the next stage finishes.
//%- for net in nets %//
  ${ net }$
//%- endfor %//

  ${ instance }$
