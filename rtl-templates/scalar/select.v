${ page.header }$

`default_nettype none

${ page.module }$

  // Bit 2 of the code is 1 for a half or a word; then bit 1 means the upper half and bit 0 the
  // whole word. For a byte, bits 1 and 0 are its number.
  wire wide  = sel_i[2];
  wire word  = sel_i[2] && sel_i[0];
  wire upper = sel_i[1];
  wire odd   = !sel_i[2] && sel_i[0];

  // The part, shifted down to bit 0
  wire [15:0] half = upper ? x_i[31:16] : x_i[15:0];
  wire [7:0]  low  = odd ? half[15:8] : half[7:0];

  // The highest bit of the part is the sign if the type is signed.
  wire top  = word ? x_i[31] : (wide ? half[15] : low[7]);
  wire fill = signed_i && top;

  // partSelectSignExtend (9.7.18.1)
  assign y_o = {fill,
                word ? x_i[31:16] : {16{fill}},
                wide ? half[15:8] : {8{fill}},
                low};

endmodule

`default_nettype wire
