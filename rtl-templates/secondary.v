${ header }$
`default_nettype none

${ module }$

  // Bit 1 of the code asks for .min or .max, bit 0 then for .max; 1 is .add, 0 is nothing.
  wire is_pick = secop_i[1];
  wire is_add  = (secop_i == 2'd1);

//%- if hardware %//
  // For the comparison the intermediate is cut to 32 bits and read again by dtype (SEMANTICS H2).
  wire [34:0] x_s35        = {{3{signed_i && x_i[31]}}, x_i[31:0]};
  wire [1:0]  unused_above = x_i[33:32];
//%- else %//
  // The whole intermediate is compared, not its low 32 bits (SEMANTICS D1).
  wire [34:0] x_s35 = {x_i[33], x_i};
//%- endif %//
  wire [34:0] c_s35 = {{3{signed_i && c_i[31]}}, c_i};

  // One adder: x + c for .add, x - c for the comparison. The carry enters through the bit below.
  wire [35:0] sum_s36    = {x_s35, 1'b1} + {c_s35 ^ {35{is_pick}}, is_pick};
  wire        less       = sum_s36[35];
  wire [2:0]  unused_sum = {sum_s36[34:33], sum_s36[0]};

  // optSecondaryOp (9.7.18.1), the low 32 bits
  wire takes_c = is_pick && (less == secop_i[0]);
  assign d_o   = takes_c ? c_i : (is_add ? sum_s36[32:1] : x_i[31:0]);

endmodule

`default_nettype wire
