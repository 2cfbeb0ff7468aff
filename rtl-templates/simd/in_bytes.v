
  // a - b is a + ~b + 1.
  wire [35:0] b = b_i ^ {36{subtract_i}};

  // Segments: each byte is added by itself, without a carry.
  wire [8:0] segment_0 = {1'b0, a_i[7:0]} + {1'b0, b[7:0]};
  wire [8:0] segment_1 = {1'b0, a_i[16:9]} + {1'b0, b[16:9]};
  wire [8:0] segment_2 = {1'b0, a_i[25:18]} + {1'b0, b[25:18]};
  wire [8:0] segment_3 = {1'b0, a_i[34:27]} + {1'b0, b[34:27]};
  wire [3:0] sign_a    = {a_i[35], a_i[26], a_i[17], a_i[8]};
  wire [3:0] sign_b    = {b[35], b[26], b[17], b[8]};
