
  // Lanes outside the mask are zero.
  wire [39:0] counted = x_i & {{10{mask_i[3]}}, {10{mask_i[2]}}, {10{mask_i[1]}}, {10{mask_i[0]}}};

  // Inverting the sign of a signed lane of w bits adds 2^(w-1) and leaves an unsigned number. So no
  // row needs sign extension to 32 bits. One constant subtracts all that was added.
  wire [9:0] lane_0 = {!counted[9], counted[8:0]};
  wire [9:0] lane_1 = {!counted[19], counted[18:10]};
  wire [9:0] lane_2 = {!counted[29], counted[28:20]};
  wire [9:0] lane_3 = {!counted[39], counted[38:30]};
