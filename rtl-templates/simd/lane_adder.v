${ page.header }$

`default_nettype none

${ page.module }$
//%- for byte in bytes %//
//% if let Some(enters) = byte.enters %//
  // The upper byte of a half takes the carry of the lower byte.
  ${ enters }$
//%- endif %//
  ${ byte.sum }$
//%- endfor %//

  assign sum_o   = {sum_3, sum_2, sum_1, sum_0};
  assign carry_o = {carry_3, carry_2, carry_1, carry_0};

endmodule

`default_nettype wire
