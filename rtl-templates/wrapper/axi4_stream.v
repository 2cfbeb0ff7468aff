${ header }$

`default_nettype none

${ module }$

  // ==== beat: the parts of an instruction, each in its slot ======================================
//%- for part in parts %//
  wire ${ part }$;
//%- endfor %//
//%- if let Some(unused) = unused %//
  // Bits that belong to no part.
  ${ unused }$;
//%- endif %//

  // ==== unit: a beat that cannot go on waits in it, so that tready comes from a register =========
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

  // A result goes into the register where that is empty, or is emptied in this cycle.
  assign ready = !valid_q || m_axis_tready;

${ valid }$

${ data }$

  assign m_axis_tvalid = valid_q;
//%- for (_, port) in held %//
  assign ${ port }$;
//%- endfor %//

endmodule

`default_nettype wire
