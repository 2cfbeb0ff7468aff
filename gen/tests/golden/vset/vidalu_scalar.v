// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_scalar
// Scalar video instructions on one shared datapath.
//
// Operations     vset
// Manual         PTX ISA 9.7.18.1.4
// Profile        manual (SEMANTICS D1 to D6): .min and .max compare the whole 34-bit intermediate
// Latency        2 clock cycles, one instruction per cycle; registers after order, after primary
// Handshake      valid_o is valid_i after the latency; the result is valid while valid_o is 1; data
//                registers are not reset
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=2 handshake=valid reset=rst adder=+
//                multiplier=* language=verilog ops=vset
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_scalar (
  input  wire        clk_i,    // clock
  input  wire        rst_i,    // reset, synchronous, active high
  input  wire        valid_i,  // the inputs carry an instruction
  input  wire [21:0] ctl_i,    // control word
  input  wire [31:0] a_i,      // first operand
  input  wire [31:0] b_i,      // second operand
  input  wire [31:0] c_i,      // third operand, for the secondary operation or the merge
  output wire        valid_o,  // the outputs carry a result
  output wire [31:0] d_o       // result
);

  // ==== control word =============================================================================
  wire       atype = ctl_i[0];      // a is signed (.s32)
  wire       btype = ctl_i[1];      // b is signed (.s32)
  wire [2:0] asel  = ctl_i[6:4];    // part of a that is read
  wire [2:0] bsel  = ctl_i[9:7];    // part of b that is read
  wire [2:0] dsel  = ctl_i[15:13];  // part of c that the result replaces; word: no merge
  wire [1:0] secop = ctl_i[17:16];  // secondary operation with c; none unless dsel is word
  wire [2:0] cmp   = ctl_i[20:18];  // comparison of vset, else 0
  // Fields that no operation of this unit reads
  wire [5:0] unused_fields = {ctl_i[21], ctl_i[12:10], ctl_i[3], ctl_i[2]};

  // ==== select: the parts of a and b, extended to 33 bits (9.7.18.1) =============================
  wire signed [32:0] ta_s33;
  wire signed [32:0] tb_s33;

  vidalu_select u_select_a (
    .x_i      (a_i),
    .sel_i    (asel),
    .signed_i (atype),
    .y_o      (ta_s33)
  );

  vidalu_select u_select_b (
    .x_i      (b_i),
    .sel_i    (bsel),
    .signed_i (btype),
    .y_o      (tb_s33)
  );

  // ==== order: which operand is less, for vmin, vmax, vabsdiff and vset (9.7.18.1.1, 9.7.18.1.4) =
  wire unused_less;
  wire holds;

  vidalu_compare u_compare (
    .a_i    (ta_s33),
    .b_i    (tb_s33),
    .cmp_i  (cmp),
    .less_o (unused_less),
    .true_o (holds)
  );

  // ---- registers: order -> primary --------------------------------------------------------------
  reg        holds_q;
  reg [2:0]  dsel_q;
  reg [1:0]  secop_q;
  reg [31:0] c_q;

  always @(posedge clk_i) begin
    holds_q <= holds;
    dsel_q <= dsel;
    secop_q <= secop;
    c_q <= c_i;
  end

  reg valid_q;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q <= 1'b0;
    end else begin
      valid_q <= valid_i;
    end
  end

  // ==== primary: the operation, to 34 bits (9.7.18.1.4) ==========================================

  // Select the result of the operation.
  wire signed [33:0] tmp_s34;
  assign tmp_s34 = {33'd0, holds_q};

  // ---- registers: primary -> secondary | merge --------------------------------------------------
  reg signed [33:0] tmp_s34_q;
  reg [2:0]         dsel_q2;
  reg [1:0]         secop_q2;
  reg [31:0]        c_q2;

  always @(posedge clk_i) begin
    tmp_s34_q <= tmp_s34;
    dsel_q2 <= dsel_q;
    secop_q2 <= secop_q;
    c_q2 <= c_q;
  end

  reg valid_q2;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q2 <= 1'b0;
    end else begin
      valid_q2 <= valid_q;
    end
  end

  // ==== secondary | merge (9.7.18.1, optSecondaryOp and optMerge) ================================
  // No instruction does both: a merge has no secondary operation, and a secondary operation needs a
  // word, which passes through the merge unchanged. So the two blocks are in series.
  wire [31:0] merged;
  wire [31:0] d;

  vidalu_merge u_merge (
    .x_i    (tmp_s34_q[31:0]),
    .c_i    (c_q2),
    .dsel_i (dsel_q2),
    .d_o    (merged)
  );

  vidalu_secondary u_secondary (
    .x_i      ($signed({tmp_s34_q[33:32], merged})),
    .c_i      (c_q2),
    .signed_i (1'd0),
    .secop_i  (secop_q2),
    .d_o      (d)
  );

  assign d_o = d;
  assign valid_o = valid_q2;

endmodule

`default_nettype wire
