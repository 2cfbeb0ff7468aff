${ page.header }$

`default_nettype none

${ page.module }$

  // 9.7.18.2: bytes in the mask come from the value, the others from c (SEMANTICS D7).
  assign d_o = {mask_i[3] ? x_i[31:24] : c_i[31:24],
                mask_i[2] ? x_i[23:16] : c_i[23:16],
                mask_i[1] ? x_i[15:8] : c_i[15:8],
                mask_i[0] ? x_i[7:0] : c_i[7:0]};

endmodule

`default_nettype wire
