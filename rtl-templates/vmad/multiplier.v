${ page.header }$

`default_nettype none

${ page.module }$

  ${ product }$

  ${ instance }$

  assign high_o = product_s66[65:32];
  assign low_o  = product_s66[31:0];

endmodule

`default_nettype wire
