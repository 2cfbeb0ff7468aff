${ page.header }$

`default_nettype none

${ page.module }$

  // Groups of three bits of b, which overlap by one bit, make digits from -2 to 2. Each digit
  // weighs four times as much as the one below it.
  wire [${ width + 1 }$:0] b_bits = {b_i[${ width - 1 }$], b_i, 1'b0};
  wire [${ width }$:0] once   = {a_i[${ width - 1 }$], a_i};
  wire [${ width }$:0] twice  = {a_i, 1'b0};
//%- for digit in 0..last %//

  // Digit ${ digit }$ times a. A negative digit gives the complement, which is one too small.
  wire one_${ digit }$ = b_bits[${ 2 * digit + 1 }$] ^ b_bits[${ 2 * digit }$];
  wire two_${ digit }$ = (b_bits[${ 2 * digit + 2 }$] ^ b_bits[${ 2 * digit + 1 }$]) & ~one_${ digit }$;
  wire neg_${ digit }$ = b_bits[${ 2 * digit + 2 }$] & ~(b_bits[${ 2 * digit + 1 }$] & b_bits[${ 2 * digit }$]);
  wire [${ width }$:0] product_${ digit }$ =
      (({${ width + 1 }${one_${ digit }$}} & once) | ({${ width + 1 }${two_${ digit }$}} & twice)) ^ {${ width + 1 }${neg_${ digit }$}};
//%- endfor %//

  // The rows, each biased by 2^${ width }$ times its own weight, which inverts the sign.
//%- for digit in 0..last %//
//%- if digit == 0 %//
  assign row_0_o = {~product_0[${ width }$], product_0[${ width - 1 }$:0]};
//%- else %//
  assign row_${ digit }$_o = {~product_${ digit }$[${ width }$], product_${ digit }$[${ width - 1 }$:0], 1'b0, neg_${ digit - 1 }$};
//%- endif %//
//%- endfor %//

  // The last row subtracts the biases and adds the addend and the missing one of the last digit.
  // Above the bits of the addend, all of these are constant except for two bits.
  wire sign = addend_i[${ width - 1 }$];
  wire one  = neg_${ last - 1 }$;
  assign row_${ last }$_o = {{${ (width - 1) / 2 }${2'b01}}, ~(sign & ~one), sign ^ one, addend_i[${ width - 2 }$:0]};

endmodule

`default_nettype wire
