// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_video
// All units behind one issue port, results in order.
//
// Operations     vadd, vsub, vmin, vmax, vabsdiff, vset, vshl, vshr, vmad, vadd2, vsub2, vmin2,
//                vmax2, vabsdiff2, vset2, vavrg2, vadd4, vsub4, vmin4, vmax4, vabsdiff4, vset4,
//                vavrg4, add.cc, addc, sub.cc, subc, mad.cc, madc, mul
// Manual         PTX ISA 9.7.18.1.1, 9.7.18.1.2, 9.7.18.1.3, 9.7.18.1.4, 9.7.18.2.1, 9.7.18.2.2,
//                9.7.18.2.3, 9.7.18.2.4, 9.7.2, 9.7.2.1, 9.7.2.2, 9.7.2.3, 9.7.2.4, 9.7.2.5,
//                9.7.2.6
// Profile        manual (SEMANTICS D1 to D9)
// Latency        2 clock cycles, one instruction per cycle, results in order; the pipeline
//                registers are in the units
// Handshake      a transfer takes place when valid and ready are 1; the pipeline stalls while a
//                result is not taken; ready_o comes from a register; nothing moves in a cycle
//                without ce_i; flush_i drops all instructions in flight; data registers are not
//                reset
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=2 handshake=valid-ready ready=registered
//                clock_enable flush reset=rst tag=5 sat_o contexts=3 adder=+ multiplier=*
//                language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_video (
  input  wire        clk_i,    // clock
  input  wire        rst_i,    // reset, synchronous, active high
  input  wire        ce_i,     // clock enable: nothing moves without it
  input  wire        flush_i,  // drops the instructions in flight and the one at the inputs
  input  wire        valid_i,  // the inputs carry an instruction
  output wire        ready_o,  // the instruction is accepted
  input  wire [4:0]  tag_i,    // tag of the instruction
  input  wire [41:0] ctl_i,    // control word, with the code of the unit
  input  wire [1:0]  ctx_i,    // context, 0 to 2, which selects CC.CF
  input  wire [63:0] a_i,      // first operand
  input  wire [63:0] b_i,      // second operand
  input  wire [63:0] c_i,      // third operand
  output wire        valid_o,  // the outputs carry a result
  input  wire        ready_i,  // the receiver takes the result
  output wire [4:0]  tag_o,    // the tag of the instruction
  output wire [63:0] d_o,      // result, in the low half for 32 bits
  output wire        sat_o,    // .sat has changed the result
  output wire        cf_o      // CC.CF of the context after the instruction
);

  // ==== flow: all stages move together; they stall while a result is not taken ===================
  wire taken   = ready_i || !valid_o;
  wire advance = ce_i && taken;

  // ==== flow: one instruction can wait here, so that ready_o comes from a register ===============
  reg full;
  reg [41:0] ctl_held;
  reg [1:0]  ctx_held;
  reg [63:0] a_held;
  reg [63:0] b_held;
  reg [63:0] c_held;
  reg [4:0]  tag_held;

  always @(posedge clk_i) begin
    if (ce_i && !full) begin
      ctl_held <= ctl_i;
      ctx_held <= ctx_i;
      a_held <= a_i;
      b_held <= b_i;
      c_held <= c_i;
      tag_held <= tag_i;
    end
  end

  wire valid_in = full || valid_i;
  always @(posedge clk_i) begin
    if (rst_i) begin
      full <= 1'b0;
    end else if (ce_i && flush_i) begin
      full <= 1'b0;
    end else if (ce_i) begin
      full <= valid_in && !advance;
    end
  end

  assign ready_o = !full;
  wire [41:0] ctl_in = full ? ctl_held : ctl_i;
  wire [1:0] ctx_in = full ? ctx_held : ctx_i;
  wire [63:0] a_in = full ? a_held : a_i;
  wire [63:0] b_in = full ? b_held : b_i;
  wire [63:0] c_in = full ? c_held : c_i;
  wire [4:0] tag_in = full ? tag_held : tag_i;

  // ==== issue: every instruction is for one of the units ========================================
  wire [1:0] unit = ctl_in[41:40];

  localparam [1:0] UnitScalar = 2'd0;
  localparam [1:0] UnitSimd   = 2'd2;
  localparam [1:0] UnitVmad   = 2'd1;
  localparam [1:0] UnitCarry  = 2'd3;
  wire flush = ce_i && flush_i;

  // ==== execute: the units side by side, each with the latency of the whole =====================

  // scalar video instructions on one shared datapath
  wire [31:0] scalar_d;
  wire scalar_sat;

  vidalu_scalar u_scalar (
    .clk_i     (clk_i),
    .advance_i (advance),
    .ctl_i     (ctl_in[21:0]),
    .a_i       (a_in[31:0]),
    .b_i       (b_in[31:0]),
    .c_i       (c_in[31:0]),
    .d_o       (scalar_d),
    .sat_o     (scalar_sat)
  );

  // SIMD video instructions on one segmented datapath
  wire [31:0] simd_d;
  wire simd_sat;

  vidalu_simd u_simd (
    .clk_i     (clk_i),
    .advance_i (advance),
    .ctl_i     (ctl_in[39:0]),
    .a_i       (a_in[31:0]),
    .b_i       (b_in[31:0]),
    .c_i       (c_in[31:0]),
    .d_o       (simd_d),
    .sat_o     (simd_sat)
  );

  // vmad: multiply, add, scale, saturate
  wire [31:0] vmad_d;
  wire vmad_sat;

  vidalu_vmad u_vmad (
    .clk_i     (clk_i),
    .advance_i (advance),
    .ctl_i     (ctl_in[13:0]),
    .a_i       (a_in[31:0]),
    .b_i       (b_in[31:0]),
    .c_i       (c_in[31:0]),
    .d_o       (vmad_d),
    .sat_o     (vmad_sat)
  );

  // add, subtract and multiply-add with the carry flag CC.CF
  wire carry_valid = valid_in && (unit == UnitCarry);
  wire [6:0] carry_word = ctl_in[6:0] & {7{unit == UnitCarry}};
  wire [63:0] carry_d;
  wire carry_cf;

  vidalu_carry u_carry (
    .clk_i     (clk_i),
    .rst_i     (rst_i),
    .advance_i (advance),
    .flush_i   (flush),
    .valid_i   (carry_valid),
    .ctl_i     (carry_word),
    .ctx_i     (ctx_in),
    .a_i       (a_in),
    .b_i       (b_in),
    .c_i       (c_in),
    .d_o       (carry_d),
    .cf_o      (carry_cf)
  );

  // ---- registers: execute -> output -------------------------------------------------------------
  reg [1:0] unit_q;
  reg [4:0] tag_q;

  always @(posedge clk_i) begin
    if (advance) begin
      unit_q <= unit;
      tag_q <= tag_in;
    end
  end

  reg valid_q;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q <= 1'b0;
    end else if (ce_i && flush_i) begin
      valid_q <= 1'b0;
    end else if (advance) begin
      valid_q <= valid_in;
    end
  end

  // ---- registers: execute -> output -------------------------------------------------------------
  reg [1:0] unit_q2;
  reg [4:0] tag_q2;

  always @(posedge clk_i) begin
    if (advance) begin
      unit_q2 <= unit_q;
      tag_q2 <= tag_q;
    end
  end

  reg valid_q2;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q2 <= 1'b0;
    end else if (ce_i && flush_i) begin
      valid_q2 <= 1'b0;
    end else if (advance) begin
      valid_q2 <= valid_q;
    end
  end

  // ==== result: that of the unit that had the instruction =======================================
  assign d_o   = (unit_q2 == UnitScalar) ? {32'd0, scalar_d}
               : (unit_q2 == UnitSimd)   ? {32'd0, simd_d}
               : (unit_q2 == UnitVmad)   ? {32'd0, vmad_d}
               : carry_d;
  assign sat_o = (unit_q2 == UnitScalar) ? scalar_sat
               : (unit_q2 == UnitSimd)   ? simd_sat
               : (unit_q2 == UnitVmad)   ? vmad_sat
               : 1'd0;
  assign cf_o  = carry_cf;
  assign valid_o = valid_q2;
  assign tag_o = tag_q2;

endmodule

`default_nettype wire
