`default_nettype none

// A lane: s = a + b or a + ~b, whether it is negative or -1, and s with the carry.
module lab_lane #(
  parameter WIDTH = 9
) (
  input  wire [WIDTH-1:0] a_i,
  input  wire [WIDTH-1:0] b_i,
  input  wire             subtract_i,
  input  wire             by_sign_i,
  output wire [WIDTH:0]   sum_o,
  output wire             negative_o,
  output wire             equal_o
);

  // One bit more than the operands holds every sum.
  wire [WIDTH:0] a = {a_i[WIDTH-1], a_i};
  wire [WIDTH:0] b = {b_i[WIDTH-1], b_i} ^ {(WIDTH + 1){subtract_i}};
  wire [WIDTH:0] s = a + b;

  wire carry = by_sign_i ? !negative_o : subtract_i;

  assign negative_o = s[WIDTH];
  assign equal_o    = &s;
  assign sum_o      = s + {{WIDTH{1'b0}}, carry};

endmodule

module lab_segmented_adder (
  input  wire [35:0] a_i,
  input  wire [35:0] b_i,
  input  wire        quad_i,
  input  wire        subtract_i,
  input  wire        by_sign_i,
  output wire [39:0] sum_o,
  output wire [3:0]  negative_o,
  output wire [3:0]  equal_o
);

  // Four bytes
  wire [39:0] byte_sum;
  wire [3:0]  byte_negative;
  wire [3:0]  byte_equal;

  genvar n;
  generate
    for (n = 0; n < 4; n = n + 1) begin : gen_byte
      lab_lane #(.WIDTH(9)) u_lane (
        .a_i(a_i[9*n +: 9]), .b_i(b_i[9*n +: 9]), .subtract_i(subtract_i), .by_sign_i(by_sign_i),
        .sum_o(byte_sum[10*n +: 10]), .negative_o(byte_negative[n]), .equal_o(byte_equal[n])
      );
    end
  endgenerate

  // Two halves, without the bit above the lower byte
  wire [35:0] half_sum;
  wire [1:0]  half_negative;
  wire [1:0]  half_equal;

  generate
    for (n = 0; n < 2; n = n + 1) begin : gen_half
      lab_lane #(.WIDTH(17)) u_lane (
        .a_i({a_i[18*n + 9 +: 9], a_i[18*n +: 8]}), .b_i({b_i[18*n + 9 +: 9], b_i[18*n +: 8]}),
        .subtract_i(subtract_i), .by_sign_i(by_sign_i),
        .sum_o(half_sum[18*n +: 18]), .negative_o(half_negative[n]), .equal_o(half_equal[n])
      );
    end
  endgenerate

  wire [39:0] halves = {
    half_sum[35:26], 2'd0, half_sum[25:18], half_sum[17:8], 2'd0, half_sum[7:0]
  };

  assign sum_o      = quad_i ? byte_sum : halves;
  assign negative_o = quad_i ? byte_negative : {{2{half_negative[1]}}, {2{half_negative[0]}}};
  assign equal_o    = quad_i ? byte_equal : {{2{half_equal[1]}}, {2{half_equal[0]}}};

endmodule

`default_nettype wire
