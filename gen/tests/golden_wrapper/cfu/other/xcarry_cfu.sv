// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// xcarry_cfu
// Unit carry behind CFU: a custom function unit, for CFU-Playground.
//
// Unit           xcarry: its header has operations, sections of the manual and profile
// Latency        2 clock cycles; of other commands 1 clock cycle
// Handshake      one command at a time; no path leads from an input to an output within a cycle
// Wrapper        cfu
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=x depth=1 handshake=valid-ready ready=registered reset=arst
//                reset_data contexts=5 wide=false adder=+ multiplier=* language=systemverilog
//                ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module xcarry_cfu (
  input  wire logic        cmd_valid,                // a command is offered
  output wire logic        cmd_ready,                // the command is accepted
  input  wire logic [9:0]  cmd_payload_function_id,  // {funct7, funct3} of the instruction
  input  wire logic [31:0] cmd_payload_inputs_0,     // rs1
  input  wire logic [31:0] cmd_payload_inputs_1,     // rs2
  output wire logic        rsp_valid,                // a response is offered
  input  wire logic        rsp_ready,                // the response is accepted
  output wire logic [31:0] rsp_payload_outputs_0,    // rd
  input  wire logic        reset,                    // reset, asynchronous, active high
  input  wire logic        clk                       // clock
);

  // ==== command: one at a time ===================================================================
  localparam [2:0] Execute = 3'd0;
  localparam [2:0] SetWord = 3'd1;
  localparam [2:0] SetC    = 3'd2;
  localparam [2:0] Read    = 3'd4;
  localparam [2:0] SetLast = 3'd5;

  wire [2:0] command = cmd_payload_function_id[2:0];
  wire [3:0] which   = cmd_payload_function_id[6:3];  // the word that is read
  wire [1:0] slot    = which[1:0];
  wire accumulate    = which[2];  // the last result is the third operand
  wire [2:0] unused_function = cmd_payload_function_id[9:7];

  logic busy_q;   // the unit has an instruction
  logic valid_q;  // an answer is offered
  wire ready;

  assign cmd_ready = ready && !busy_q && !valid_q;
  wire take    = cmd_valid && cmd_ready;
  wire execute = take && (command == Execute);

  // ==== registers: values that earlier commands set ==============================================
  logic [9:0] word_q [0:3];  // issue words
  logic [31:0] c_q;

  always_ff @(posedge clk) begin
    if (take && (command == SetWord)) begin
      word_q[slot] <= {cmd_payload_inputs_1[26:24], cmd_payload_inputs_0[6:0]};
    end
  end

  always_ff @(posedge clk) begin
    if (take && (command == SetC)) begin
      c_q <= cmd_payload_inputs_0;
    end
  end

  // ==== unit =====================================================================================
  logic [31:0] last_q;
  logic flags_q;

  wire [9:0] word = word_q[slot];
  wire [6:0] ctl = word[6:0];
  wire [2:0] ctx = word[9:7];
  wire [31:0] a = cmd_payload_inputs_0;
  wire [31:0] b = cmd_payload_inputs_1;
  wire [31:0] c = accumulate ? last_q : c_q;
  wire [31:0] d;
  wire cf;
  wire valid;
  wire always_free = 1'b1;  // no answer is offered while the unit has an instruction

  xcarry u_carry (
    .clk_i   (clk),
    .rst_i   (reset),
    .valid_i (execute),
    .ready_o (ready),
    .ctl_i   (ctl),
    .ctx_i   (ctx),
    .a_i     (a),
    .b_i     (b),
    .c_i     (c),
    .valid_o (valid),
    .ready_i (always_free),
    .d_o     (d),
    .cf_o    (cf)
  );

  // ==== result: kept for later commands that read it =============================================
  always_ff @(posedge clk) begin
    if (valid) begin
      last_q <= d;
      flags_q <= cf;
    end else if (take && (command == SetLast)) begin
      last_q <= cmd_payload_inputs_0;
      flags_q <= which[0];
    end
  end

  wire [31:0] word_read =
      (which == 4'd2) ? {31'd0, flags_q} :
      (which == 4'd3) ? 32'h56412006 :
      (which == 4'd4) ? c_q :
      (which[3:2] == 2'd2) ? {25'd0, word[6:0]} :
      (which[3:2] == 2'd3) ? {5'd0, word[9:7], 24'd0} :
      (which == 4'd0) ? last_q[31:0] : 32'd0;

  // ==== answer: every command has one; it is 0 for a command without a result ====================
  logic [31:0] answer_q;

  always_ff @(posedge clk or posedge reset) begin
    if (reset) begin
      busy_q <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      busy_q <= (busy_q || execute) && !valid;
      valid_q <= valid || (take && !execute) || (valid_q && !rsp_ready);
    end
  end

  always_ff @(posedge clk) begin
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
