// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_video_cfu
// Unit video behind CFU: a custom function unit, for CFU-Playground.
//
// Unit           vidalu_video: its header has operations, sections of the manual and profile
// Latency        3 clock cycles; of other commands 1 clock cycle
// Handshake      one command at a time; no path leads from an input to an output within a cycle
// Wrapper        cfu
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=2 handshake=valid-ready ready=registered
//                reset=rst adder=+ multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_video_cfu (
  input  wire        cmd_valid,                // a command is offered
  output wire        cmd_ready,                // the command is accepted
  input  wire [9:0]  cmd_payload_function_id,  // {funct7, funct3} of the instruction
  input  wire [31:0] cmd_payload_inputs_0,     // rs1
  input  wire [31:0] cmd_payload_inputs_1,     // rs2
  output wire        rsp_valid,                // a response is offered
  input  wire        rsp_ready,                // the response is accepted
  output wire [31:0] rsp_payload_outputs_0,    // rd
  input  wire        reset,                    // reset, synchronous, active high
  input  wire        clk                       // clock
);

  // ==== command: one at a time ===================================================================
  localparam [2:0] Execute = 3'd0;
  localparam [2:0] SetWord = 3'd1;
  localparam [2:0] SetC    = 3'd2;
  localparam [2:0] SetHigh = 3'd3;
  localparam [2:0] Read    = 3'd4;
  localparam [2:0] SetLast = 3'd5;

  wire [2:0] command = cmd_payload_function_id[2:0];
  wire [3:0] which   = cmd_payload_function_id[6:3];  // the word that is read
  wire [1:0] slot    = which[1:0];
  wire accumulate    = which[2];  // the last result is the third operand
  wire [2:0] unused_function = cmd_payload_function_id[9:7];

  reg busy_q;   // the unit has an instruction
  reg valid_q;  // an answer is offered
  wire ready;

  assign cmd_ready = ready && !busy_q && !valid_q;
  wire take    = cmd_valid && cmd_ready;
  wire execute = take && (command == Execute);

  // ==== registers: values that earlier commands set ==============================================
  reg [41:0] word_q [0:3];  // issue words
  reg [63:0] c_q;
  reg [31:0] a_high_q;
  reg [31:0] b_high_q;

  always @(posedge clk) begin
    if (take && (command == SetWord)) begin
      word_q[slot] <= {cmd_payload_inputs_1[9:0], cmd_payload_inputs_0};
    end
  end

  always @(posedge clk) begin
    if (take && (command == SetC)) begin
      c_q <= {cmd_payload_inputs_1, cmd_payload_inputs_0};
    end
  end

  always @(posedge clk) begin
    if (take && (command == SetHigh)) begin
      a_high_q <= cmd_payload_inputs_0;
      b_high_q <= cmd_payload_inputs_1;
    end
  end

  // ==== unit =====================================================================================
  reg [63:0] last_q;
  reg flags_q;

  wire [41:0] word = word_q[slot];
  wire [41:0] ctl = word[41:0];
  wire [63:0] a = {a_high_q, cmd_payload_inputs_0};
  wire [63:0] b = {b_high_q, cmd_payload_inputs_1};
  wire [63:0] c = accumulate ? last_q : c_q;
  wire [63:0] d;
  wire cf;
  wire valid;
  wire always_free = 1'b1;  // no answer is offered while the unit has an instruction

  vidalu_video u_video (
    .clk_i   (clk),
    .rst_i   (reset),
    .valid_i (execute),
    .ready_o (ready),
    .ctl_i   (ctl),
    .a_i     (a),
    .b_i     (b),
    .c_i     (c),
    .valid_o (valid),
    .ready_i (always_free),
    .d_o     (d),
    .cf_o    (cf)
  );

  // ==== result: kept for later commands that read it =============================================
  always @(posedge clk) begin
    if (valid) begin
      last_q <= d;
      flags_q <= cf;
    end else if (take && (command == SetLast)) begin
      last_q <= {cmd_payload_inputs_1, cmd_payload_inputs_0};
      flags_q <= which[0];
    end
  end

  wire [31:0] word_read =
      (which == 4'd1) ? last_q[63:32] :
      (which == 4'd2) ? {31'd0, flags_q} :
      (which == 4'd3) ? 32'h56412007 :
      (which == 4'd4) ? c_q[31:0] :
      (which == 4'd5) ? c_q[63:32] :
      (which == 4'd6) ? a_high_q :
      (which == 4'd7) ? b_high_q :
      (which[3:2] == 2'd2) ? word[31:0] :
      (which[3:2] == 2'd3) ? {22'd0, word[41:32]} :
      (which == 4'd0) ? last_q[31:0] : 32'd0;

  // ==== answer: every command has one; it is 0 for a command without a result ====================
  reg [31:0] answer_q;

  always @(posedge clk) begin
    if (reset) begin
      busy_q <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      busy_q <= (busy_q || execute) && !valid;
      valid_q <= valid || (take && !execute) || (valid_q && !rsp_ready);
    end
  end

  always @(posedge clk) begin
    if (valid) begin
      answer_q <= d[31:0];
    end else if (take) begin
      answer_q <= (command == Read) ? word_read : 32'd0;
    end
  end

  assign rsp_valid = valid_q;
  assign rsp_payload_outputs_0 = answer_q;

endmodule

`default_nettype wire
