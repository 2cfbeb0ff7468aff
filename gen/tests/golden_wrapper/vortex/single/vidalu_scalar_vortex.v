// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_scalar_vortex
// Unit scalar behind the execute port of the GPU Vortex: several threads under one control word.
//
// Unit           vidalu_scalar: its header has operations, sections of the manual and profile
// Latency        1 clock cycle, one instruction a cycle
// Handshake      valid and ready on both sides; no path leads from an input to an output within a
//                cycle
// Wrapper        vortex
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid-ready ready=registered reset=rst
//                sat_o threads=1 adder=+ multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_scalar_vortex (
  input  wire        clk,            // clock
  input  wire        reset,          // reset, synchronous, active high
  input  wire        execute_valid,  // an instruction is offered
  output wire        execute_ready,  // the instruction is accepted
  input  wire [21:0] execute_word,   // its control word, the same for all threads
  input  wire [31:0] execute_rs1,    // first operand of each thread, thread 0 lowest
  input  wire [31:0] execute_rs2,    // second operand of each thread
  input  wire [31:0] execute_rs3,    // third operand of each thread
  output wire        result_valid,   // a result is offered
  input  wire        result_ready,   // the result is accepted
  output wire [31:0] result_data,    // result of each thread; without meaning where it is masked
  output wire [1:0]  result_flags    // each thread: bit 0: always 0; bit 1: .sat changed its result
);

  // ==== units: they take an instruction in the same cycle, and the first speaks for all ==========
  wire valid;
  wire ready;
  wire [31:0] d;
  wire sat;

  vidalu_scalar u_scalar_0 (
    .clk_i   (clk),
    .rst_i   (reset),
    .valid_i (execute_valid),
    .ready_o (execute_ready),
    .ctl_i   (execute_word),
    .a_i     (execute_rs1),
    .b_i     (execute_rs2),
    .c_i     (execute_rs3),
    .valid_o (valid),
    .ready_i (ready),
    .d_o     (d),
    .sat_o   (sat)
  );

  // ==== result: a register, so that no path leads from an input to an output =====================
  reg valid_q;
  reg [31:0] data_q;
  reg [1:0]  flags_q;

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
      flags_q <= {sat, 1'b0};
    end
  end

  assign result_valid = valid_q;
  assign result_data = data_q;
  assign result_flags = flags_q;

endmodule

`default_nettype wire
