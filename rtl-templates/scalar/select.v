${ header }$

`default_nettype none

${ module }$

  // The code says it bit by bit: bit 2, wider than a byte; then bit 1 the upper half and bit 0 the
  // whole word. For a byte, bits 1 and 0 are its number.
  wire wide  = sel_i[2];
  wire word  = sel_i[2] && sel_i[0];
  wire upper = sel_i[1];
  wire odd   = !sel_i[2] && sel_i[0];

  // The part, moved to bit 0.
  wire [15:0] half = upper ? x_i[31:16] : x_i[15:0];
  wire [7:0]  low  = odd ? half[15:8] : half[7:0];

  // Its highest bit is the sign, if the type has one.
  wire top  = word ? x_i[31] : (wide ? half[15] : low[7]);
  wire fill = signed_i && top;

  // partSelectSignExtend (9.7.18.1)
  assign y_o = {fill,
                word ? x_i[31:16] : {16{fill}},
                wide ? half[15:8] : {8{fill}},
                low};

endmodule

`default_nettype wire
