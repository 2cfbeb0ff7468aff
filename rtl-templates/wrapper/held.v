  ${ inside.register() }$ [${ commands.word_hi }$:0] word_q [0:3];  // issue words
//%- for register in commands.registers %//
  ${ register }$;
//%- endfor %//

${ commands.writes }$
