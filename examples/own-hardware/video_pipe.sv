// The same unit with a register before and behind it. A result is two cycles behind its operands.
module video_pipe (
  input  logic        clk,
  input  logic        reset_n,
  input  logic        start,
  input  logic [21:0] control,
  input  logic [31:0] a,
  input  logic [31:0] b,
  input  logic [31:0] c,
  output logic        done,
  output logic [31:0] result
);
  logic        busy;
  logic [21:0] held;
  logic [31:0] held_a, held_b, held_c, value;

  video_alu u_alu (
    .operation  (8'd1 << held[12:10]),
    .a_unsigned (!held[0]),
    .b_unsigned (!held[1]),
    .d_signed   (held[2]),
    .clamp      (held[3]),
    .a_part     (held[6:4]),
    .b_part     (held[9:7]),
    .d_part     (held[15:13]),
    .finish     (held[17:16]),
    .relation   (held[20:18]),
    .wrap       (held[21]),
    .a          (held_a),
    .b          (held_b),
    .c          (held_c),
    .result     (value)
  );

  always_ff @(posedge clk) begin
    held   <= control;
    held_a <= a;
    held_b <= b;
    held_c <= c;
    result <= value;
  end

  always_ff @(posedge clk) begin
    busy <= start;
    done <= busy;
    if (!reset_n) begin
      busy <= 1'b0;
      done <= 1'b0;
    end
  end
endmodule
