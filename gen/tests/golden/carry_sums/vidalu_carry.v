// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_carry
// Add, subtract and multiply-add with the carry flag CC.CF.
//
// Operations     add.cc, addc, sub.cc, subc
// Manual         PTX ISA 9.7.2.1, 9.7.2.2, 9.7.2.3, 9.7.2.4
// Profile        manual (SEMANTICS D8, D9): CC.CF is a borrow after a subtraction, otherwise a
//                carry
// Latency        0: combinational from the instruction to its result
// Handshake      valid_o is valid_i; the result is valid while valid_o is 1; data registers are not
//                reset
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst adder=+ multiplier=*
//                language=verilog ops=add.cc,addc,sub.cc,subc
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_carry (
  input  wire        clk_i,    // clock
  input  wire        rst_i,    // reset, synchronous, active high
  input  wire        valid_i,  // the inputs carry an instruction
  input  wire [6:0]  ctl_i,    // control word
  input  wire [63:0] a_i,      // first operand
  input  wire [63:0] b_i,      // second operand
  output wire        valid_o,  // the outputs carry a result
  output wire [63:0] d_o,      // result, in the low half for 32 bits
  output wire        cf_o      // CC.CF of the context after the instruction
);

  // ==== control word =============================================================================
  wire       wide       = ctl_i[1];    // operands have 64 bits
  wire [1:0] op         = ctl_i[3:2];  // operation
  wire       read_flag  = ctl_i[5];    // CC.CF is an input
  wire       write_flag = ctl_i[6];    // CC.CF is written (.cc)
  // Fields that no operation of this unit reads
  wire [1:0] unused_fields = {ctl_i[4], ctl_i[0]};

  localparam [1:0] OpSub = 2'd1;
  wire subtract = (op == OpSub);

  // ==== add: the sum, with CC.CF (9.7.2) =========================================================
  // CC.CF is read and written in this stage only. So an instruction sees the flag that the one
  // directly before it wrote.
  reg cf_q;
  wire flag = cf_q;
  wire flag_new;
  wire [63:0] sum;

  vidalu_carry_adder u_carry_adder (
    .a_i         (a_i),
    .b_i         (b_i),
    .wide_i      (wide),
    .subtract_i  (subtract),
    .read_flag_i (read_flag),
    .flag_i      (flag),
    .d_o         (sum),
    .flag_o      (flag_new)
  );

  // Without .cc, the flag keeps its value (SEMANTICS D8).
  wire flag_left = write_flag ? flag_new : flag;

  always @(posedge clk_i) begin
    if (rst_i) begin
      cf_q <= 1'd0;
    end else if (valid_i && write_flag) begin
      cf_q <= flag_new;
    end
  end

  assign d_o  = sum;
  assign cf_o = flag_left;
  assign valid_o = valid_i;

endmodule

`default_nettype wire
