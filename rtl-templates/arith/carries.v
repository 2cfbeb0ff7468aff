${ page.header }$

`default_nettype none

${ page.module }$

  // A group of bits generates a carry (g) or propagates one (p).
  wire [${ width - 1 }$:0] g_0 = a_i & b_i;
  wire [${ width - 1 }$:0] p_0 = a_i ^ b_i;
//%- for level in levels %//

  // ${ level.doc }$
//%- for wire in level.wires %//
${ wire }$;
//%- endfor %//
//%- endfor %//

  assign carries_o = {g_${ levels.len() }$, 1'b0};
  assign passed_o  = {p_${ levels.len() }$, 1'b1};

endmodule

`default_nettype wire
