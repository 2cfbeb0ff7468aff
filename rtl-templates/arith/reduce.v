${ page.header }$

`default_nettype none

${ page.module }$
//%- if !rows.is_empty() %//

  // The rows at their weights
//%- for row in rows %//
  wire [${ width - 1 }$:0] ${ row }$;
//%- endfor %//
//%- endif %//
//%- if !others.is_empty() %//
//% for name in others %//
  wire [${ width - 1 }$:0] ${ name }$ = ${ name }$_i;
//%- endfor %//
//%- endif %//
//%- for stage in stages %//

//%- let number = first + loop.index0 %//
//%- if let Some(arrangement) = stage.arrangement %//

  // Before stage ${ number }$, bits move within their columns. Bits that are always 0 are left out.
//%- for own in arrangement.made %//
${ self.wire(own.name, own.pieces) }$;
//%- endfor %//
//%- if !arrangement.dropped.is_empty() %//
${ self.wire(format!("unused_{number}"), arrangement.dropped) }$;
//%- endif %//
//%- endif %//
//%- if !stage.compressors.is_empty() %//

  // Stage ${ number }$: each compressor keeps the sum of its inputs.
//%- endif %//
//%- for compressor in stage.compressors %//
//%- if compressor.of.len() == 6 %//
//%- include "counter.v" %//
//%- else %//
  wire [${ width - 1 }$:0] half${ compressor.suffix }$ = ${ compressor.of[0] }$ ^ ${ compressor.of[1] }$;
  wire [${ width - 1 }$:0] ${ compressor.made[0] }$ = half${ compressor.suffix }$ ^ ${ compressor.of[2] }$;
  wire [${ width - 1 }$:0] ${ compressor.made[1] }$ = ((${ compressor.of[0] }$ & ${ compressor.of[1] }$) | (half${ compressor.suffix }$ & ${ compressor.of[2] }$)) << 1'd1;
//%- endif %//
//%- endfor %//
//%- endfor %//
//% for name in gives %//
  assign ${ name }$_o = ${ name }$;
//%- endfor %//

endmodule

`default_nettype wire
