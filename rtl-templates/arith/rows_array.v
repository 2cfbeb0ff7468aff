${ page.header }$

`default_nettype none

${ page.module }$

  // Each bit of b times a. The highest bit weighs negative: its row is the complement, one too
  // small.
//%- for bit in 0..last - 1 %//
  wire [${ width - 1 }$:0] product_${ bit }$ = a_i & {${ width }${b_i[${ bit }$]}};
//%- endfor %//
  wire [${ width - 1 }$:0] product_${ last - 1 }$ = ~a_i & {${ width }${b_i[${ last - 1 }$]}};

  // The rows, each biased by 2^${ width - 1 }$ times its own weight, which inverts the sign.
//%- for bit in 0..last %//
  assign row_${ bit }$_o = {~product_${ bit }$[${ width - 1 }$], product_${ bit }$[${ width - 2 }$:0]};
//%- endfor %//

  // The last row subtracts the biases and adds the addend and the missing one of the highest bit.
  // Above the bits of the addend, all of these are constant except for two bits.
  wire sign = addend_i[${ width - 1 }$];
  wire one  = b_i[${ last - 1 }$];
  assign row_${ last }$_o = {1'b1, ${ width - 2 }$'d0, ~sign & one, ~(sign ^ one), addend_i[${ width - 2 }$:0]};

endmodule

`default_nettype wire
