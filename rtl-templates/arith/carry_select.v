${ page.header }$

`default_nettype none

${ page.module }$

  // The sum of each group, with its carry out in the bit above.
//%- for group in groups %//
//%- if loop.first %//
  wire [${ group.size }$:0] group_0 = {1'b0, a_i${ group.bits }$} + {1'b0, b_i${ group.bits }$} + {${ group.size }$'d0, carry_i};
//%- else %//

  wire [${ group.size }$:0] zero_${ loop.index0 }$  = {1'b0, a_i${ group.bits }$} + {1'b0, b_i${ group.bits }$};
  wire [${ group.size }$:0] one_${ loop.index0 }$   = {1'b0, a_i${ group.bits }$} + {1'b0, b_i${ group.bits }$} + ${ group.size + 1 }$'d1;
  wire [${ group.size }$:0] group_${ loop.index0 }$ = group_${ loop.index0 - 1 }$[${ groups[loop.index0 - 1].size }$] ? one_${ loop.index0 }$ : zero_${ loop.index0 }$;
//%- endif %//
//%- endfor %//

${ sum }$;
  assign carry_o = group_${ groups.len() - 1 }$[${ groups[groups.len() - 1].size }$];

endmodule

`default_nettype wire
