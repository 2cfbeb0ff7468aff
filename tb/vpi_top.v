// Testbench of ${ top }$ for the VPI module of sim/vpi, which sets the inputs and reads the
// outputs.
//
// Inputs change at the inactive edge of the clock, and outputs are read just before the active edge
// that follows. So the order of events at an edge does not matter. The run ends with the process
// that drives it.

`timescale 1ns / 1ps
`default_nettype none

module vidalu_top;
//%- if clock.is_some() %//
  reg clk;
//%- endif %//
//% for pin in inputs %//
  reg [${ pin.width - 1 }$:0] ${ pin.name }$;
//%- endfor %//
//% for pin in outputs %//
  wire [${ pin.width - 1 }$:0] ${ pin.name }$;
//%- endfor %//

  ${ top }$ dut (
//%- if let Some(port) = clock %//
    .${ port }$(clk),
//%- endif %//
//%- for pin in inputs %//
    .${ pin.name }$(${ pin.name }$),
//%- endfor %//
//%- for pin in outputs %//
    .${ pin.name }$(${ pin.name }$)//% if !loop.last %//,//% endif %//
//%- endfor %//
  );

  always begin
//%- if clock.is_some() %//
    clk = 1'b0;
//%- endif %//
    $vidalu_drive(//% for pin in inputs %//${ pin.name }$//% if !loop.last %//, //% endif %////% endfor %//);
    #1 $vidalu_observe(//% for pin in outputs %//${ pin.name }$//% if !loop.last %//, //% endif %////% endfor %//);
//%- if clock.is_some() %//
    clk = 1'b1;
//%- endif %//
    #1;
  end

endmodule

`default_nettype wire
