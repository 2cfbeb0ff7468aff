${ page.header }$

`default_nettype none

${ page.module }$
//%- if in_halves %//

  // The signs decide; if they are equal, the upper half decides, then the lower half. Both halves
  // are compared at the same time, so that a carry chain goes through one of them only.
  wire same_sign  = (a_i[32] == b_i[32]);
  wire high_less  = (a_i[31:16] < b_i[31:16]);
  wire high_equal = (a_i[31:16] == b_i[31:16]);
  wire low_less   = (a_i[15:0] < b_i[15:0]);
  wire low_equal  = (a_i[15:0] == b_i[15:0]);
  wire equal      = same_sign && high_equal && low_equal;

  assign less_o = same_sign ? (high_less || (high_equal && low_less)) : a_i[32];
//%- else %//

  // The signs decide; if they are equal, the bits below them decide.
  assign less_o = (a_i[32] != b_i[32]) ? a_i[32] : (a_i[31:0] < b_i[31:0]);
  wire equal    = (a_i == b_i);
//%- endif %//

  // 9.7.18.1.4. Bit 1 of the code means "less", bit 2 "less or equal", neither of them "equal". Bit
  // 0 inverts the answer.
  wire holds = (less_o && (cmp_i[2:1] != 2'd0)) || (equal && !cmp_i[1]);

  assign true_o = holds ^ cmp_i[0];

endmodule

`default_nettype wire
