// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_video_vortex
// Unit video behind the execute port of the GPU Vortex: several threads under one control word.
//
// Unit           vidalu_video: its header has operations, sections of the manual and profile
// Latency        3 clock cycles, one instruction a cycle
// Handshake      valid and ready on both sides; no path leads from an input to an output within a
//                cycle
// Wrapper        vortex
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=2 handshake=valid-ready ready=registered
//                reset=rst adder=+ multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_video_vortex (
  input  wire         clk,            // clock
  input  wire         reset,          // reset, synchronous, active high
  input  wire         execute_valid,  // an instruction is offered
  output wire         execute_ready,  // the instruction is accepted
  input  wire [3:0]   execute_tmask,  // the threads that execute it; the others keep their CC.CF
  input  wire [41:0]  execute_word,   // its control word, the same for all threads
  input  wire [255:0] execute_rs1,    // first operand of each thread, thread 0 lowest
  input  wire [255:0] execute_rs2,    // second operand of each thread
  input  wire [255:0] execute_rs3,    // third operand of each thread
  output wire         result_valid,   // a result is offered
  input  wire         result_ready,   // the result is accepted
  output wire [255:0] result_data,    // result of each thread; without meaning where it is masked
  output wire [3:0]   result_flags    // each thread: bit 0: CC.CF that it left
);

  // ==== contexts: a thread that is masked executes in a context that no warp has =================
  localparam Masked = 1'd1;
  wire warp = 1'd0;
  wire ctx_0 = execute_tmask[0] ? warp : Masked;
  wire ctx_1 = execute_tmask[1] ? warp : Masked;
  wire ctx_2 = execute_tmask[2] ? warp : Masked;
  wire ctx_3 = execute_tmask[3] ? warp : Masked;

  // ==== units: they take an instruction in the same cycle, and the first speaks for all ==========
  wire valid;
  wire ready;
  wire [255:0] d;
  wire [3:0] cf;
  wire [2:0] unused_ready;
  wire [2:0] unused_valid;

  vidalu_video u_video_0 (
    .clk_i   (clk),
    .rst_i   (reset),
    .valid_i (execute_valid),
    .ready_o (execute_ready),
    .ctl_i   (execute_word),
    .ctx_i   (ctx_0),
    .a_i     (execute_rs1[63:0]),
    .b_i     (execute_rs2[63:0]),
    .c_i     (execute_rs3[63:0]),
    .valid_o (valid),
    .ready_i (ready),
    .d_o     (d[63:0]),
    .cf_o    (cf[0])
  );

  vidalu_video u_video_1 (
    .clk_i   (clk),
    .rst_i   (reset),
    .valid_i (execute_valid),
    .ready_o (unused_ready[0]),
    .ctl_i   (execute_word),
    .ctx_i   (ctx_1),
    .a_i     (execute_rs1[127:64]),
    .b_i     (execute_rs2[127:64]),
    .c_i     (execute_rs3[127:64]),
    .valid_o (unused_valid[0]),
    .ready_i (ready),
    .d_o     (d[127:64]),
    .cf_o    (cf[1])
  );

  vidalu_video u_video_2 (
    .clk_i   (clk),
    .rst_i   (reset),
    .valid_i (execute_valid),
    .ready_o (unused_ready[1]),
    .ctl_i   (execute_word),
    .ctx_i   (ctx_2),
    .a_i     (execute_rs1[191:128]),
    .b_i     (execute_rs2[191:128]),
    .c_i     (execute_rs3[191:128]),
    .valid_o (unused_valid[1]),
    .ready_i (ready),
    .d_o     (d[191:128]),
    .cf_o    (cf[2])
  );

  vidalu_video u_video_3 (
    .clk_i   (clk),
    .rst_i   (reset),
    .valid_i (execute_valid),
    .ready_o (unused_ready[2]),
    .ctl_i   (execute_word),
    .ctx_i   (ctx_3),
    .a_i     (execute_rs1[255:192]),
    .b_i     (execute_rs2[255:192]),
    .c_i     (execute_rs3[255:192]),
    .valid_o (unused_valid[2]),
    .ready_i (ready),
    .d_o     (d[255:192]),
    .cf_o    (cf[3])
  );

  // ==== result: a register, so that no path leads from an input to an output =====================
  reg valid_q;
  reg [255:0] data_q;
  reg [3:0]   flags_q;

  // The register accepts a result if it is empty or is emptied in this cycle.
  assign ready = !valid_q || result_ready;

  always @(posedge clk) begin
    if (reset) begin
      valid_q <= 1'b0;
    end else if (ready) begin
      valid_q <= valid;
    end
  end

  always @(posedge clk) begin
    if (ready) begin
      data_q <= d;
      flags_q <= cf;
    end
  end

  assign result_valid = valid_q;
  assign result_data = data_q;
  assign result_flags = flags_q;

endmodule

`default_nettype wire
