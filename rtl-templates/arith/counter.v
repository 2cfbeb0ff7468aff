//%- for three in 0..2 %//
  wire [${ width - 1 }$:0] half_${ three }$${ compressor.suffix }$ = ${ compressor.of[3 * three] }$ ^ ${ compressor.of[3 * three + 1] }$;
  wire [${ width - 1 }$:0] ones_${ three }$${ compressor.suffix }$ = half_${ three }$${ compressor.suffix }$ ^ ${ compressor.of[3 * three + 2] }$;
  wire [${ width - 1 }$:0] twos_${ three }$${ compressor.suffix }$ = (${ compressor.of[3 * three] }$ & ${ compressor.of[3 * three + 1] }$) | (half_${ three }$${ compressor.suffix }$ & ${ compressor.of[3 * three + 2] }$);
//%- endfor %//
  wire [${ width - 1 }$:0] both${ compressor.suffix }$ = ones_0${ compressor.suffix }$ & ones_1${ compressor.suffix }$;
  wire [${ width - 1 }$:0] some${ compressor.suffix }$ = twos_0${ compressor.suffix }$ ^ twos_1${ compressor.suffix }$;
  wire [${ width - 1 }$:0] ${ compressor.made[0] }$ = ones_0${ compressor.suffix }$ ^ ones_1${ compressor.suffix }$;
  wire [${ width - 1 }$:0] ${ compressor.made[1] }$ = (some${ compressor.suffix }$ ^ both${ compressor.suffix }$) << 1'd1;
  wire [${ width - 1 }$:0] ${ compressor.made[2] }$ = ((twos_0${ compressor.suffix }$ & twos_1${ compressor.suffix }$) | (some${ compressor.suffix }$ & both${ compressor.suffix }$)) << 2'd2;
