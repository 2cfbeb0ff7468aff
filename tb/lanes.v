// ${ lanes.len() }$ x ${ top }$ for Verilator: the lanes share the control inputs,
// and each has data of its own.
//
// The pins are registers. One evaluation at a rising edge gives the modules the edge that ends a
// cycle, then the pins of the next cycle, and settles its outputs. This has the same result as pins
// that change while the clock is low and outputs that are read before it rises, but it takes one
// evaluation instead of two.

`default_nettype none

module vidalu_bench_lanes (
//%- if let Some(port) = clock %//
  input  wire ${ port }$,
//%- endif %//
//%- for pin in inputs %//
  input  wire [${ pin.width - 1 }$:0] ${ pin.name }$,
//%- endfor %//
//%- for pin in outputs %//
  output wire [${ pin.width - 1 }$:0] ${ pin.name }$//% if !loop.last %//,//% endif %//
//%- endfor %//
);

//%- for pin in inputs %//
//%- if let Some(port) = clock %//
  reg  [${ pin.width - 1 }$:0] ${ pin.name }$_q;
  always @(posedge ${ port }$) ${ pin.name }$_q <= ${ pin.name }$;
//%- else %//
  wire [${ pin.width - 1 }$:0] ${ pin.name }$_q = ${ pin.name }$;
//%- endif %//
//%- endfor %//
//%- for lane in lanes %//

  ${ top }$ ${ lane.instance }$ (
//%- if let Some(port) = clock %//
    .${ port }$(${ port }$),
//%- endif %//
//%- for (port, pin) in lane.inputs %//
    .${ port }$(${ pin }$_q),
//%- endfor %//
//%- for (port, pin) in lane.outputs %//
    .${ port }$(${ pin }$)//% if !loop.last %//,//% endif %//
//%- endfor %//
  );
//%- endfor %//

endmodule

`default_nettype wire
