${ page.header }$

`default_nettype none

${ page.module }$

  // Each bit generates a carry or propagates the one that comes in.
  wire [${ width - 1 }$:0] g = a_i & b_i;
  wire [${ width - 1 }$:0] p = a_i ^ b_i;

  // The carry into each bit comes from the bit below.
//%- for bit in 1..carries.len() %//
  wire ${ carries[bit] }$ = g[${ bit - 1 }$] | (p[${ bit - 1 }$] & ${ carries[bit - 1] }$);
//%- endfor %//

${ into }$;

  assign sum_o   = p ^ into;
  assign carry_o = ${ carries[width as usize] }$;

endmodule

`default_nettype wire
