${ page.header }$

`default_nettype none

${ page.module }$

  // A group of bits generates a carry (g) or propagates one (p). The position below bit 0 is the
  // carry input.
  wire [${ width }$:0] g_0 = {a_i & b_i, carry_i};
  wire [${ width }$:0] p_0 = {a_i ^ b_i, 1'b0};
//%- for level in levels %//

  // ${ level.doc }$
//%- for wire in level.wires %//
${ wire }$;
//%- endfor %//
//%- endfor %//

  assign sum_o   = p_0[${ width }$:1] ^ g_${ levels.len() }$[${ width - 1 }$:0];
  assign carry_o = g_${ levels.len() }$[${ width }$];

endmodule

`default_nettype wire
