// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_video
// All units behind one issue port, results in order.
//
// Operations     vadd, vadd4
// Manual         PTX ISA 9.7.18.1.1, 9.7.18.2.3
// Profile        manual (SEMANTICS D1 to D9)
// Latency        0: combinational from the instruction to its result
// Handshake      every cycle carries an instruction
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=none reset=rst adder=+ multiplier=*
//                language=verilog ops=vadd,vadd4
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_video (
  input  wire [41:0] ctl_i,  // control word, with the code of the unit
  input  wire [31:0] a_i,    // first operand
  input  wire [31:0] b_i,    // second operand
  input  wire [31:0] c_i,    // third operand
  output wire [31:0] d_o     // result
);

  // ==== issue: every instruction is for one of the units ========================================
  wire [1:0] unit = ctl_i[41:40];

  localparam [1:0] UnitScalar = 2'd0;

  // ==== execute: the units side by side, each with the latency of the whole =====================

  // scalar video instructions on one shared datapath
  wire [31:0] scalar_d;

  vidalu_scalar u_scalar (
    .ctl_i (ctl_i[21:0]),
    .a_i   (a_i),
    .b_i   (b_i),
    .c_i   (c_i),
    .d_o   (scalar_d)
  );

  // SIMD video instructions on one segmented datapath
  wire [31:0] simd_d;

  vidalu_simd u_simd (
    .ctl_i (ctl_i[39:0]),
    .a_i   (a_i),
    .b_i   (b_i),
    .c_i   (c_i),
    .d_o   (simd_d)
  );

  // ==== result: that of the unit that had the instruction =======================================
  assign d_o = (unit == UnitScalar) ? scalar_d
             : simd_d;

endmodule

`default_nettype wire
