// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_scalar
// Scalar video instructions on one shared datapath.
//
// Operations     vshl, vshr
// Manual         PTX ISA 9.7.18.1.2
// Profile        hardware (SEMANTICS H2): .min and .max compare 32 bits of it, read as dtype
// Latency        1 clock cycle, one instruction per cycle; registers after primary
// Handshake      every cycle carries an instruction
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=hardware prefix=vidalu_ depth=1 handshake=none reset=rst adder=+
//                multiplier=* language=verilog ops=vshl,vshr
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_scalar (
  input  wire        clk_i,  // clock
  input  wire [21:0] ctl_i,  // control word
  input  wire [31:0] a_i,    // first operand
  input  wire [31:0] b_i,    // second operand
  input  wire [31:0] c_i,    // third operand, for the secondary operation or the merge
  output wire [31:0] d_o     // result
);

  // ==== control word =============================================================================
  wire       atype = ctl_i[0];      // a is signed (.s32)
  wire       dtype = ctl_i[2];      // the result is signed (.s32)
  wire       sat   = ctl_i[3];      // saturate the result (.sat)
  wire [2:0] asel  = ctl_i[6:4];    // part of a that is read
  wire [2:0] bsel  = ctl_i[9:7];    // part of b that is read
  wire [2:0] op    = ctl_i[12:10];  // primary operation
  wire [2:0] dsel  = ctl_i[15:13];  // part of c that the result replaces; word: no merge
  wire [1:0] secop = ctl_i[17:16];  // secondary operation with c; none unless dsel is word
  wire       wrap  = ctl_i[21];     // shift amount: 1 .wrap, 0 .clamp
  // Fields that no operation of this unit reads
  wire [3:0] unused_fields = {ctl_i[20:18], ctl_i[1]};

  localparam [2:0] OpVshr = 3'd7;

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
    .signed_i (1'd0),
    .y_o      (tb_s33)
  );

  // ==== primary: the operation, to 34 bits (9.7.18.1.2) ==========================================

  // vshl and vshr share one shifter.
  wire right = (op == OpVshr);
  wire signed [33:0] shifted_s34;

  vidalu_shifter u_shifter (
    .x_i      (ta_s33),
    .amount_i (tb_s33[31:0]),
    .wrap_i   (wrap),
    .right_i  (right),
    .y_o      (shifted_s34)
  );
  wire unused_tb_sign = tb_s33[32];

  // Select the result of the operation.
  wire signed [33:0] tmp_s34;
  assign tmp_s34 = shifted_s34;

  // ---- registers: primary -> saturate -----------------------------------------------------------
  reg signed [33:0] tmp_s34_q;
  reg               sat_q;
  reg               dtype_q;
  reg [2:0]         dsel_q;
  reg [1:0]         secop_q;
  reg [31:0]        c_q;

  always @(posedge clk_i) begin
    tmp_s34_q <= tmp_s34;
    sat_q <= sat;
    dtype_q <= dtype;
    dsel_q <= dsel;
    secop_q <= secop;
    c_q <= c_i;
  end

  // ==== saturate: .sat clamps to the range of the result (9.7.18.1, optSaturate) =================
  wire signed [33:0] sat_s34;
  wire unused_hit;

  vidalu_saturate u_saturate (
    .x_i      (tmp_s34_q),
    .sat_i    (sat_q),
    .signed_i (dtype_q),
    .dsel_i   (dsel_q),
    .y_o      (sat_s34),
    .hit_o    (unused_hit)
  );

  // ==== secondary | merge (9.7.18.1, optSecondaryOp and optMerge) ================================
  // No instruction does both: a merge has no secondary operation, and a secondary operation needs a
  // word, which passes through the merge unchanged. So the two blocks are in series.
  wire [31:0] merged;
  wire [31:0] d;

  vidalu_merge u_merge (
    .x_i    (sat_s34[31:0]),
    .c_i    (c_q),
    .dsel_i (dsel_q),
    .d_o    (merged)
  );

  vidalu_secondary u_secondary (
    .x_i      ($signed({sat_s34[33:32], merged})),
    .c_i      (c_q),
    .signed_i (dtype_q),
    .secop_i  (secop_q),
    .d_o      (d)
  );

  assign d_o = d;

endmodule

`default_nettype wire
