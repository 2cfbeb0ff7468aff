// A place to wait before `video_flow`: the sender learns from a register whether an instruction is
// accepted.
module video_skid (
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
  logic         parked;        // an instruction is in the parking place
  logic         room;          // the unit behind it accepts
  logic [117:0] parking, next;

  assign accept = !parked;
  assign next   = parked ? parking : {control, a, b, c};

  always_ff @(posedge clk) begin
    if (run) begin
      parked <= (parked || offer) && !room;
    end
    if (reset || run && cancel) begin
      parked <= 1'b0;
    end
  end

  always_ff @(posedge clk) begin
    if (!parked) begin
      parking <= {control, a, b, c};
    end
  end

  video_flow u_flow (
    .clk     (clk),
    .reset   (reset),
    .run     (run),
    .cancel  (cancel),
    .offer   (parked || offer),
    .accept  (room),
    .control (next[117:96]),
    .a       (next[95:64]),
    .b       (next[63:32]),
    .c       (next[31:0]),
    .offered (offered),
    .taken   (taken),
    .result  (result)
  );
endmodule
