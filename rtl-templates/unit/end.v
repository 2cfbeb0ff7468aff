
//%- for output in unit.outputs %//
  ${ output }$
//%- endfor %//
${ unit.leave }$
endmodule

`default_nettype wire
