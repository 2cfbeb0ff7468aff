${ host.header }$

`default_nettype none

${ host.module }$

  // ==== the bus ==================================================================================
//%- for net in host.nets %//
  ${ net }$
//%- endfor %//

  ${ host.wrapper }$

