// Connects the pins of vidalu's testbench to the ports of ${ top }$.

module ${ name }$ (
//%- for pin in inputs %//
  input  wire [${ pin.width - 1 }$:0] ${ pin.name }$,
//%- endfor %//
//%- for pin in outputs %//
  output wire [${ pin.width - 1 }$:0] ${ pin.name }$//% if !loop.last %//,//% endif %//
//%- endfor %//
);

//%- for net in nets %//
  wire [${ net.width - 1 }$:0] ${ net.name }$;
//%- endfor %//

  ${ top }$
//%- if !parameters.is_empty() %// #(
//%- for (name, value) in parameters %//
    .${ name }$(${ value }$)//% if !loop.last %//,//% endif %//
//%- endfor %//
  )
//%- endif %// u_rtl (
//%- for (port, expression) in ports %//
    .${ port }$(${ expression }$)//% if !loop.last %//,//% endif %//
//%- endfor %//
  );

//%- for (pin, expression) in results %//
  assign ${ pin }$ = ${ expression }$;
//%- endfor %//

endmodule
