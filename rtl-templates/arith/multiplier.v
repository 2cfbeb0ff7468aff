${ page.header }$

`default_nettype none

${ page.module }$
//%- if steps.is_empty() %//

  assign product_o = a_i * b_i;
//%- else %//
//%- for step in steps %//
//% if loop.first %//
  // The rows of partial products
//%- else %//
  // Reduction of the rows, part ${ loop.index0 }$
//%- endif %//
//%- for net in step.nets %//
  ${ net }$
//%- endfor %//

  ${ step.instance }$
//%- endfor %//

  // The only adder in which carries propagate
//%- if let Some(adder) = adder %//
  wire [${ 2 * width - 1 }$:0] product;
  wire unused_carry;

  ${ adder }$

  assign product_o = product;
//%- else %//
  assign product_o = sum + carry;
//%- endif %//
//%- endif %//

endmodule

`default_nettype wire
