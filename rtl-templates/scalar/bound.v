  // optSaturate (9.7.18.1): the nearest bound, 34 bits wide (SEMANTICS D1).
  wire [31:0] ones     = {{16{is_word}}, {8{!is_byte}}, 8'hff};
  wire [31:0] largest  = signed_i ? {1'b0, ones[31:1]} : ones;
  wire [33:0] smallest = signed_i ? {2'b11, ~largest} : 34'd0;
  wire [33:0] bound    = negative ? smallest : {2'b00, largest};
