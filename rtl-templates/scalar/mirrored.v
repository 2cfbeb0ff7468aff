  // One right shifter serves both directions: for a left shift, it gets the bits in reverse order.
  wire [33:0] x_s34    = {x_i[32], x_i};
  wire [33:0] mirrored = {
    x_s34[0], x_s34[1], x_s34[2], x_s34[3], x_s34[4], x_s34[5], x_s34[6], x_s34[7], x_s34[8],
    x_s34[9], x_s34[10], x_s34[11], x_s34[12], x_s34[13], x_s34[14], x_s34[15], x_s34[16],
    x_s34[17], x_s34[18], x_s34[19], x_s34[20], x_s34[21], x_s34[22], x_s34[23], x_s34[24],
    x_s34[25], x_s34[26], x_s34[27], x_s34[28], x_s34[29], x_s34[30], x_s34[31], x_s34[32],
    x_s34[33]
  };
