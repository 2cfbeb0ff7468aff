${ page.header }$

`default_nettype none

${ page.module }$

  // The range is that of the part of the register that is written.
  wire is_byte = !dsel_i[2];
  wire is_word = dsel_i[2] && dsel_i[0];
  wire unused_dsel = dsel_i[1];

  wire negative = x_i[33];

//% include "scalar/bound.v" %//

  assign hit_o = (over_i != 4'd0);
  assign y_o   = hit_o ? bound : x_i;

endmodule

`default_nettype wire
