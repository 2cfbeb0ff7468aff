// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_carry_vortex
// Unit carry behind the execute port of the GPU Vortex: several threads under one control word.
//
// Unit           vidalu_carry: its header has operations, sections of the manual and profile
// Latency        2 clock cycles, one instruction a cycle
// Handshake      valid and ready on both sides; no path leads from an input to an output within a
//                cycle
// Wrapper        vortex
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=1 handshake=valid-ready ready=registered
//                reset=rst tag=47 threads=2 contexts=4 wide=false adder=+ multiplier=*
//                language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_carry_vortex (
  input  wire        clk,              // clock
  input  wire        reset,            // reset, synchronous, active high
  input  wire        execute_valid,    // an instruction is offered
  output wire        execute_ready,    // the instruction is accepted
  input  wire [1:0]  execute_tmask,    // the threads that execute it; the others keep their CC.CF
  input  wire [1:0]  execute_context,  // its warp, whose CC.CF it uses in each thread
  input  wire [46:0] execute_tag,      // accompanies the instruction: its header
  input  wire [6:0]  execute_word,     // its control word, the same for all threads
  input  wire [63:0] execute_rs1,      // first operand of each thread, thread 0 lowest
  input  wire [63:0] execute_rs2,      // second operand of each thread
  input  wire [63:0] execute_rs3,      // third operand of each thread
  output wire        result_valid,     // a result is offered
  input  wire        result_ready,     // the result is accepted
  output wire [46:0] result_tag,       // that of the instruction
  output wire [63:0] result_data,      // result of each thread; without meaning where it is masked
  output wire [1:0]  result_flags      // each thread: bit 0: CC.CF that it left
);

  // ==== contexts: a thread that is masked executes in a context that no warp has =================
  localparam Masked = 3'd4;
  wire [2:0] warp = {1'd0, execute_context};
  wire [2:0] ctx_0 = execute_tmask[0] ? warp : Masked;
  wire [2:0] ctx_1 = execute_tmask[1] ? warp : Masked;

  // ==== units: they take an instruction in the same cycle, and the first speaks for all ==========
  wire valid;
  wire ready;
  wire [46:0] tag;
  wire [63:0] d;
  wire [1:0] cf;
  wire unused_ready;
  wire unused_valid;
  wire [46:0] unused_tag;

  vidalu_carry u_carry_0 (
    .clk_i   (clk),
    .rst_i   (reset),
    .valid_i (execute_valid),
    .ready_o (execute_ready),
    .tag_i   (execute_tag),
    .ctl_i   (execute_word),
    .ctx_i   (ctx_0),
    .a_i     (execute_rs1[31:0]),
    .b_i     (execute_rs2[31:0]),
    .c_i     (execute_rs3[31:0]),
    .valid_o (valid),
    .ready_i (ready),
    .tag_o   (tag),
    .d_o     (d[31:0]),
    .cf_o    (cf[0])
  );

  vidalu_carry u_carry_1 (
    .clk_i   (clk),
    .rst_i   (reset),
    .valid_i (execute_valid),
    .ready_o (unused_ready),
    .tag_i   (47'd0),
    .ctl_i   (execute_word),
    .ctx_i   (ctx_1),
    .a_i     (execute_rs1[63:32]),
    .b_i     (execute_rs2[63:32]),
    .c_i     (execute_rs3[63:32]),
    .valid_o (unused_valid),
    .ready_i (ready),
    .tag_o   (unused_tag),
    .d_o     (d[63:32]),
    .cf_o    (cf[1])
  );

  // ==== result: a register, so that no path leads from an input to an output =====================
  reg valid_q;
  reg [63:0] data_q;
  reg [1:0]  flags_q;
  reg [46:0] tag_q;

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
      tag_q <= tag;
    end
  end

  assign result_valid = valid_q;
  assign result_data = data_q;
  assign result_flags = flags_q;
  assign result_tag = tag_q;

endmodule

`default_nettype wire
