  // Bits above the range must repeat the sign. Which ones is decided here, so that the next stage
  // begins with them. A signed range has one bit less.
  wire       to_byte = !${ dsel }$[2];
  wire       to_word = ${ dsel }$[2] && ${ dsel }$[0];
  wire [5:0] checks  = {6{${ sat }$}} & {
    1'b1, !to_word || ${ signed }$, !to_word, !to_word && (to_byte || ${ signed }$), to_byte,
    to_byte && ${ signed }$};
