${ page.header }$

`default_nettype none

${ page.module }$

  // The range is that of the part of the register that is written.
  wire is_byte = !dsel_i[2];
  wire is_word = dsel_i[2] && dsel_i[0];
  wire unused_dsel = dsel_i[1];

  // A value fits if every bit above the range repeats the sign, which is 0 for an unsigned type. A
  // signed range has one bit less.
  wire        negative  = x_i[33];
  wire [33:7] excess    = x_i[33:7] ^ {27{signed_i && negative}};
  wire        over_word = (excess[33:32] != 2'd0) || (signed_i && excess[31]);
  wire        over_half = (excess[33:16] != 18'd0) || (signed_i && excess[15]);
  wire        over_byte = (excess[33:8] != 26'd0) || (signed_i && excess[7]);

//% include "scalar/bound.v" %//

  assign hit_o = sat_i && (is_word ? over_word : (is_byte ? over_byte : over_half));
  assign y_o   = hit_o ? bound : x_i;

endmodule

`default_nettype wire
