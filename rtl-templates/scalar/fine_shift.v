${ page.header }$

`default_nettype none

${ page.module }$

  wire               fill        = x_i[34];
  wire signed [34:0] shifted     = x_i >>> amount_i;
//%- let all_out = "all_out_i" %//
//%- let lowest = "lowest_i" %//
//% include "scalar/turned_back.v" %//

endmodule

`default_nettype wire
