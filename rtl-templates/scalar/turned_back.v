  wire               unused_sign = shifted[34];

  wire [33:0] down = shifted[33:0];
  wire [33:0] up   = {
    down[0], down[1], down[2], down[3], down[4], down[5], down[6], down[7], down[8], down[9],
    down[10], down[11], down[12], down[13], down[14], down[15], down[16], down[17], down[18],
    down[19], down[20], down[21], down[22], down[23], down[24], down[25], down[26], down[27],
    down[28], down[29], down[30], down[31], down[32], down[33]
  };

  // A left shift by 32 moves the low bits of the value above the word.
  wire [1:0]  top  = right_i ? {2{fill}} : (${ all_out }$ ? ${ lowest }$ : up[33:32]);
  wire [31:0] word = right_i ? down[31:0] : up[31:0];

  assign y_o = {top, (word & {32{!${ all_out }$}}) | {32{${ all_out }$ && fill}}};
