${ page.header }$

`default_nettype none

${ page.module }$

  // 9.7.18.1.2: .clamp limits the amount to 32; .wrap uses its low five bits. An amount of 32
  // shifts every bit of the word out. For other operations the second half gives 0, as if they
  // shifted by 32.
  assign all_out_o = !shift_i || (!wrap_i && (above_i != 27'd0));
  assign lowest_o  = x_i[1:0] & {2{shift_i}};

//% include "scalar/mirrored.v" %//

  // A right shift fills with the sign, whatever dtype is (SEMANTICS D2); a left shift with zeros.
  wire               fill   = shift_i && right_i && x_i[32];
  wire signed [34:0] turned = {fill, turns_i ? mirrored : x_s34};

  // For other operations, the adder reads the value instead, so it stays what it is.
  assign y_o = turned >>> {fours_i, 2'd0};

endmodule

`default_nettype wire
