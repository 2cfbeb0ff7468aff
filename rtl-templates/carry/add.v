//%- if let Some(add) = add %//

  // ==== add: the sum, with CC.CF (9.7.2) =========================================================
  // CC.CF is read and written in this stage only. So an instruction sees the flag that the one
  // directly before it wrote.
  ${ add.flags.register }$
  wire flag = ${ add.flags.flag }$;
  wire flag_new;
  ${ add.sum }$

  ${ add.instance }$

  // Without .cc, the flag keeps its value (SEMANTICS D8).
  wire flag_left = ${ add.flags.write_flag }$ ? flag_new : flag;

${ add.flags.process }$
//%- if let Some(rows) = add.after %//

${ rows }$
//%- endif %//
//%- endif %//
