// The same unit behind two rows of registers, with a handshake on both sides. Nothing moves while
// `run` is low, or while a result is offered and not taken. `cancel` empties both rows.
module video_flow (
  input  logic        clk,
  input  logic        reset,
  input  logic        run,
  input  logic        cancel,
  input  logic        offer,
  output logic        accept,
  input  logic [21:0] control,
  input  logic [31:0] a,
  input  logic [31:0] b,
  input  logic [31:0] c,
  output logic        offered,
  input  logic        taken,
  output logic [31:0] result
);
  logic        occupied;
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

  logic advance;
  assign accept  = taken || !offered;
  assign advance = run && accept;

  always_ff @(posedge clk) begin
    if (advance) begin
      held     <= control;
      held_a   <= a;
      held_b   <= b;
      held_c   <= c;
      occupied <= offer;
      result   <= value;
      offered  <= occupied;
    end
    if (reset || run && cancel) begin
      occupied <= 1'b0;
      offered  <= 1'b0;
    end
  end
endmodule
