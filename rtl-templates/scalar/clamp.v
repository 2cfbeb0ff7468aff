${ page.header }$

`default_nettype none

${ page.module }$

  // The range is that of the part of the register that is written.
  wire is_byte = !dsel_i[2];
  wire is_word = dsel_i[2] && dsel_i[0];
  wire unused_dsel = dsel_i[1];

  wire negative  = x_i[33];
  wire over_word = above_i || tops_i[2];
  wire over_half = above_i || (bytes_i[2:1] != 2'd0) || tops_i[1];
  wire over_byte = above_i || (bytes_i != 3'd0) || tops_i[0];

//% include "scalar/bound.v" %//

endmodule

`default_nettype wire
