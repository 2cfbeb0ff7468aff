// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// xcarry_vortex
// Unit carry behind the execute port of the GPU Vortex: several threads under one control word.
//
// Unit           xcarry: its header has operations, sections of the manual and profile
// Latency        2 clock cycles, one instruction a cycle
// Handshake      valid and ready on both sides; no path leads from an input to an output within a
//                cycle
// Wrapper        vortex
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=x depth=1 handshake=valid-ready ready=registered reset=arst
//                reset_data contexts=5 wide=false adder=+ multiplier=* language=systemverilog
//                ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module xcarry_vortex (
  input  wire logic         clk,              // clock
  input  wire logic         reset,            // reset, asynchronous, active high
  input  wire logic         execute_valid,    // an instruction is offered
  output wire logic         execute_ready,    // the instruction is accepted
  input  wire logic [3:0]   execute_tmask,    // the threads that execute it; the others keep their CC.CF
  input  wire logic [2:0]   execute_context,  // its warp, whose CC.CF it uses in each thread
  input  wire logic [6:0]   execute_word,     // its control word, the same for all threads
  input  wire logic [127:0] execute_rs1,      // first operand of each thread, thread 0 lowest
  input  wire logic [127:0] execute_rs2,      // second operand of each thread
  input  wire logic [127:0] execute_rs3,      // third operand of each thread
  output wire logic         result_valid,     // a result is offered
  input  wire logic         result_ready,     // the result is accepted
  output wire logic [127:0] result_data,      // result of each thread; without meaning where it is masked
  output wire logic [3:0]   result_flags      // each thread: bit 0: CC.CF that it left
);

  // ==== contexts: a thread that is masked executes in a context that no warp has =================
  localparam Masked = 3'd5;
  wire [2:0] warp = execute_context;
  wire [2:0] ctx_0 = execute_tmask[0] ? warp : Masked;
  wire [2:0] ctx_1 = execute_tmask[1] ? warp : Masked;
  wire [2:0] ctx_2 = execute_tmask[2] ? warp : Masked;
  wire [2:0] ctx_3 = execute_tmask[3] ? warp : Masked;

  // ==== units: they take an instruction in the same cycle, and the first speaks for all ==========
  wire valid;
  wire ready;
  wire [127:0] d;
  wire [3:0] cf;
  wire [2:0] unused_ready;
  wire [2:0] unused_valid;

  xcarry u_carry_0 (
    .clk_i   (clk),
    .rst_i   (reset),
    .valid_i (execute_valid),
    .ready_o (execute_ready),
    .ctl_i   (execute_word),
    .ctx_i   (ctx_0),
    .a_i     (execute_rs1[31:0]),
    .b_i     (execute_rs2[31:0]),
    .c_i     (execute_rs3[31:0]),
    .valid_o (valid),
    .ready_i (ready),
    .d_o     (d[31:0]),
    .cf_o    (cf[0])
  );

  xcarry u_carry_1 (
    .clk_i   (clk),
    .rst_i   (reset),
    .valid_i (execute_valid),
    .ready_o (unused_ready[0]),
    .ctl_i   (execute_word),
    .ctx_i   (ctx_1),
    .a_i     (execute_rs1[63:32]),
    .b_i     (execute_rs2[63:32]),
    .c_i     (execute_rs3[63:32]),
    .valid_o (unused_valid[0]),
    .ready_i (ready),
    .d_o     (d[63:32]),
    .cf_o    (cf[1])
  );

  xcarry u_carry_2 (
    .clk_i   (clk),
    .rst_i   (reset),
    .valid_i (execute_valid),
    .ready_o (unused_ready[1]),
    .ctl_i   (execute_word),
    .ctx_i   (ctx_2),
    .a_i     (execute_rs1[95:64]),
    .b_i     (execute_rs2[95:64]),
    .c_i     (execute_rs3[95:64]),
    .valid_o (unused_valid[1]),
    .ready_i (ready),
    .d_o     (d[95:64]),
    .cf_o    (cf[2])
  );

  xcarry u_carry_3 (
    .clk_i   (clk),
    .rst_i   (reset),
    .valid_i (execute_valid),
    .ready_o (unused_ready[2]),
    .ctl_i   (execute_word),
    .ctx_i   (ctx_3),
    .a_i     (execute_rs1[127:96]),
    .b_i     (execute_rs2[127:96]),
    .c_i     (execute_rs3[127:96]),
    .valid_o (unused_valid[2]),
    .ready_i (ready),
    .d_o     (d[127:96]),
    .cf_o    (cf[3])
  );

  // ==== result: a register, so that no path leads from an input to an output =====================
  logic valid_q;
  logic [127:0] data_q;
  logic [3:0]   flags_q;

  // The register accepts a result if it is empty or is emptied in this cycle.
  assign ready = !valid_q || result_ready;

  always_ff @(posedge clk or posedge reset) begin
    if (reset) begin
      valid_q <= 1'b0;
    end else if (ready) begin
      valid_q <= valid;
    end
  end

  always_ff @(posedge clk or posedge reset) begin
    if (reset) begin
      data_q <= 128'd0;
      flags_q <= 4'd0;
    end else if (ready) begin
      data_q <= d;
      flags_q <= cf;
    end
  end

  assign result_valid = valid_q;
  assign result_data = data_q;
  assign result_flags = flags_q;

endmodule

`default_nettype wire
