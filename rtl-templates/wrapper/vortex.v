${ header }$

`default_nettype none

${ module }$
//%- if let Some(contexts) = contexts %//

  // ==== contexts: a thread that is masked executes in a context that no warp has =================
  localparam Masked = ${ contexts.masked }$;
  ${ contexts.warp }$;
//%- for thread in contexts.threads %//
  ${ thread }$;
//%- endfor %//
//%- endif %//

  // ==== units: they take an instruction in the same cycle, and the first speaks for all ==========
//%- for net in nets %//
  ${ net }$
//%- endfor %//
//% for unit in units %//
  ${ unit }$
//% endfor %//
  // ==== result: a register, so that no path leads from an input to an output =====================
  ${ register }$ valid_q;
//%- for (declaration, _) in held %//
  ${ register }$ ${ declaration }$;
//%- endfor %//

  // The register accepts a result if it is empty or is emptied in this cycle.
  assign ready = !valid_q || result_ready;

${ valid }$

${ data }$

  assign result_valid = valid_q;
//%- for (_, port) in held %//
  assign ${ port }$;
//%- endfor %//

endmodule

`default_nettype wire
