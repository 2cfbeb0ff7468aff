${ page.header }$

`default_nettype none

${ page.module }$

  // The signs decide; if they are equal, the bits below them decide.
  assign less_o = (a_i[32] != b_i[32]) ? a_i[32] : (a_i[31:0] < b_i[31:0]);
  wire equal    = (a_i == b_i);

  // 9.7.18.1.4. Bit 1 of the code means "less", bit 2 "less or equal", neither of them "equal". Bit
  // 0 inverts the answer.
  wire holds = (less_o && (cmp_i[2:1] != 2'd0)) || (equal && !cmp_i[1]);

  assign true_o = holds ^ cmp_i[0];

endmodule

`default_nettype wire
