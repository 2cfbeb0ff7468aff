${ page.header }$

`default_nettype none

${ page.module }$

  // 9.7.18.1.2: .clamp limits the amount to 32; .wrap uses its low five bits. An amount of 32
  // shifts every bit of the word out.
  wire       all_out = !wrap_i && (amount_i[31:5] != 27'd0);
  wire [4:0] amount  = amount_i[4:0];

//% include "scalar/mirrored.v" %//

  // A right shift fills with the sign, whatever dtype is (SEMANTICS D2); a left shift with zeros.
  wire               fill        = right_i && x_i[32];
  wire signed [34:0] turned      = {fill, right_i ? x_s34 : mirrored};
  wire signed [34:0] shifted     = turned >>> amount;
//%- let all_out = "all_out" %//
//%- let lowest = "x_i[1:0]" %//
//% include "scalar/turned_back.v" %//

endmodule

`default_nettype wire
