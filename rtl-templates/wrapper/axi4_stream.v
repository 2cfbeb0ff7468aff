${ header }$

`default_nettype none

${ module }$

  // ==== beat: the fields of an instruction, each in its slot =====================================
//%- for part in parts %//
  wire ${ part }$;
//%- endfor %//
//%- if let Some(unused) = unused %//
  // The bits of a beat outside these fields.
  ${ unused }$;
//%- endif %//

  // ==== unit: a stalled beat waits in it, so that tready comes from a register ===================
  wire ${ tag }$;
  wire valid;
  wire ready;
//%- for result in results %//
  ${ result }$
//%- endfor %//

  ${ unit }$

  // ==== result: a register, so that no path leads from an input to an output =====================
  ${ register }$ valid_q;
//%- for (declaration, _) in held %//
  ${ register }$ ${ declaration }$;
//%- endfor %//

  // The register accepts a result if it is empty or is emptied in this cycle.
  assign ready = !valid_q || m_axis_tready;

${ valid }$

${ data }$

  assign m_axis_tvalid = valid_q;
//%- for (_, port) in held %//
  assign ${ port }$;
//%- endfor %//

endmodule

`default_nettype wire
