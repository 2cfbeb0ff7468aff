${ page.header }$

`default_nettype none

${ page.module }$

  // A bit of b times a, for each bit; the highest counts negative, and its product is one less.
//%- for bit in 0..last - 1 %//
  wire [${ width - 1 }$:0] product_${ bit }$ = a_i & {${ width }${b_i[${ bit }$]}};
//%- endfor %//
  wire [${ width - 1 }$:0] product_${ last - 1 }$ = ~a_i & {${ width }${b_i[${ last - 1 }$]}};

  // The rows, each biased by 2^${ width - 1 }$ of its own weight: that turns the sign over.
//%- for bit in 0..last %//
  assign row_${ bit }$_o = {~product_${ bit }$[${ width - 1 }$], product_${ bit }$[${ width - 2 }$:0]};
//%- endfor %//

  // The biases taken off, the addend, and the one of the highest bit: above the bits of the addend
  // these make a constant, but for two bits.
  wire sign = addend_i[${ width - 1 }$];
  wire one  = b_i[${ last - 1 }$];
  assign row_${ last }$_o = {1'b1, ${ width - 2 }$'d0, ~sign & one, ~(sign ^ one), addend_i[${ width - 2 }$:0]};

endmodule

`default_nettype wire
