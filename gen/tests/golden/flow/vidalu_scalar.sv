// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_scalar
// Scalar video instructions on one shared datapath.
//
// Operations     vadd, vmin
// Manual         PTX ISA 9.7.18.1.1
// Profile        manual (SEMANTICS D1 to D6): .min and .max compare the whole 34-bit intermediate
// Latency        2 clock cycles, one instruction per cycle; registers after order, after primary
// Handshake      a transfer takes place when valid and ready are 1; the pipeline stalls while a
//                result is not taken; ready_o comes from a register; nothing moves in a cycle
//                without ce_i; flush_i drops all instructions in flight
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=2 handshake=valid-ready ready=registered
//                clock_enable flush reset=rst reset_data tag=4 adder=+ multiplier=*
//                language=systemverilog ops=vadd,vmin
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_scalar (
  input  wire logic        clk_i,    // clock
  input  wire logic        rst_i,    // reset, synchronous, active high
  input  wire logic        ce_i,     // clock enable: nothing moves without it
  input  wire logic        flush_i,  // drops the instructions in flight and the one at the inputs
  input  wire logic        valid_i,  // the inputs carry an instruction
  output wire logic        ready_o,  // the instruction is accepted
  input  wire logic [3:0]  tag_i,    // tag of the instruction
  input  wire logic [21:0] ctl_i,    // control word
  input  wire logic [31:0] a_i,      // first operand
  input  wire logic [31:0] b_i,      // second operand
  input  wire logic [31:0] c_i,      // third operand, for the secondary operation or the merge
  output wire logic        valid_o,  // the outputs carry a result
  input  wire logic        ready_i,  // the receiver takes the result
  output wire logic [3:0]  tag_o,    // the tag of the instruction
  output wire logic [31:0] d_o       // result
);

  // ==== flow: all stages move together; they stall while a result is not taken ===================
  wire taken   = ready_i || !valid_o;
  wire advance = ce_i && taken;

  // ==== flow: one instruction can wait here, so that ready_o comes from a register ===============
  logic full;
  logic [21:0] ctl_held;
  logic [31:0] a_held;
  logic [31:0] b_held;
  logic [31:0] c_held;
  logic [3:0]  tag_held;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      ctl_held <= 22'd0;
      a_held <= 32'd0;
      b_held <= 32'd0;
      c_held <= 32'd0;
      tag_held <= 4'd0;
    end else if (ce_i && !full) begin
      ctl_held <= ctl_i;
      a_held <= a_i;
      b_held <= b_i;
      c_held <= c_i;
      tag_held <= tag_i;
    end
  end

  wire valid_in = full || valid_i;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      full <= 1'b0;
    end else if (ce_i && flush_i) begin
      full <= 1'b0;
    end else if (ce_i) begin
      full <= valid_in && !advance;
    end
  end

  assign ready_o = !full;
  wire [21:0] ctl_in = full ? ctl_held : ctl_i;
  wire [31:0] a_in = full ? a_held : a_i;
  wire [31:0] b_in = full ? b_held : b_i;
  wire [31:0] c_in = full ? c_held : c_i;
  wire [3:0] tag_in = full ? tag_held : tag_i;

  // ==== control word =============================================================================
  wire       atype = ctl_in[0];      // a is signed (.s32)
  wire       btype = ctl_in[1];      // b is signed (.s32)
  wire       dtype = ctl_in[2];      // the result is signed (.s32)
  wire       sat   = ctl_in[3];      // saturate the result (.sat)
  wire [2:0] asel  = ctl_in[6:4];    // part of a that is read
  wire [2:0] bsel  = ctl_in[9:7];    // part of b that is read
  wire [2:0] op    = ctl_in[12:10];  // primary operation
  wire [2:0] dsel  = ctl_in[15:13];  // part of c that the result replaces; word: no merge
  wire [1:0] secop = ctl_in[17:16];  // secondary operation with c; none unless dsel is word
  // Fields that no operation of this unit reads
  wire [3:0] unused_fields = {ctl_in[21], ctl_in[20:18]};

  localparam [2:0] OpVadd = 3'd0;
  localparam [2:0] OpVmin = 3'd2;

  // ==== select: the parts of a and b, extended to 33 bits (9.7.18.1) =============================
  wire signed [32:0] ta_s33;
  wire signed [32:0] tb_s33;

  vidalu_select u_select_a (
    .x_i      (a_in),
    .sel_i    (asel),
    .signed_i (atype),
    .y_o      (ta_s33)
  );

  vidalu_select u_select_b (
    .x_i      (b_in),
    .sel_i    (bsel),
    .signed_i (btype),
    .y_o      (tb_s33)
  );

  // ==== order: which operand is less, for vmin, vmax, vabsdiff and vset (9.7.18.1.1, 9.7.18.1.4) =
  wire less;
  wire unused_holds;

  vidalu_compare u_compare (
    .a_i    (ta_s33),
    .b_i    (tb_s33),
    .cmp_i  (3'd2),
    .less_o (less),
    .true_o (unused_holds)
  );

  // ---- registers: order -> primary --------------------------------------------------------------
  logic signed [32:0] ta_s33_q;
  logic signed [32:0] tb_s33_q;
  logic               less_q;
  logic [2:0]         op_q;
  logic               sat_q;
  logic               dtype_q;
  logic [2:0]         dsel_q;
  logic [1:0]         secop_q;
  logic [31:0]        c_q;
  logic [3:0]         tag_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      ta_s33_q <= 33'd0;
      tb_s33_q <= 33'd0;
      less_q <= 1'd0;
      op_q <= 3'd0;
      sat_q <= 1'd0;
      dtype_q <= 1'd0;
      dsel_q <= 3'd0;
      secop_q <= 2'd0;
      c_q <= 32'd0;
      tag_q <= 4'd0;
    end else if (advance) begin
      ta_s33_q <= ta_s33;
      tb_s33_q <= tb_s33;
      less_q <= less;
      op_q <= op;
      sat_q <= sat;
      dtype_q <= dtype;
      dsel_q <= dsel;
      secop_q <= secop;
      c_q <= c_in;
      tag_q <= tag_in;
    end
  end

  logic valid_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      valid_q <= 1'b0;
    end else if (ce_i && flush_i) begin
      valid_q <= 1'b0;
    end else if (advance) begin
      valid_q <= valid_in;
    end
  end

  // ==== primary: the operation, to 34 bits (9.7.18.1.1) ==========================================

  // vadd, vsub and vabsdiff share one adder. |a - b| is b - a if a is less than b.
  wire subtract = 1'b0;
  wire reverse  = 1'b0;
  wire signed [33:0] sum_s34;

  vidalu_adder34 u_adder34 (
    .a_i        ($signed({ta_s33_q[32], ta_s33_q})),
    .b_i        ($signed({tb_s33_q[32], tb_s33_q})),
    .subtract_i (subtract),
    .reverse_i  (reverse),
    .sum_o      (sum_s34)
  );

  // vmin and vmax select one of the operands.
  wire takes_a = (less_q);
  wire signed [32:0] pick_s33;
  assign pick_s33 = takes_a ? ta_s33_q : tb_s33_q;

  // Select the result of the operation.
  wire signed [33:0] tmp_s34;
  wire is_sum  = (op_q == OpVadd);
  wire is_pick = (op_q == OpVmin);
  assign tmp_s34 =
      ({34{is_sum}}  & sum_s34) |
      ({34{is_pick}} & {pick_s33[32], pick_s33});

  // ---- registers: primary -> saturate -----------------------------------------------------------
  logic signed [33:0] tmp_s34_q;
  logic               sat_q2;
  logic               dtype_q2;
  logic [2:0]         dsel_q2;
  logic [1:0]         secop_q2;
  logic [31:0]        c_q2;
  logic [3:0]         tag_q2;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      tmp_s34_q <= 34'd0;
      sat_q2 <= 1'd0;
      dtype_q2 <= 1'd0;
      dsel_q2 <= 3'd0;
      secop_q2 <= 2'd0;
      c_q2 <= 32'd0;
      tag_q2 <= 4'd0;
    end else if (advance) begin
      tmp_s34_q <= tmp_s34;
      sat_q2 <= sat_q;
      dtype_q2 <= dtype_q;
      dsel_q2 <= dsel_q;
      secop_q2 <= secop_q;
      c_q2 <= c_q;
      tag_q2 <= tag_q;
    end
  end

  logic valid_q2;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      valid_q2 <= 1'b0;
    end else if (ce_i && flush_i) begin
      valid_q2 <= 1'b0;
    end else if (advance) begin
      valid_q2 <= valid_q;
    end
  end

  // ==== saturate: .sat clamps to the range of the result (9.7.18.1, optSaturate) =================
  wire signed [33:0] sat_s34;
  wire unused_hit;

  vidalu_saturate u_saturate (
    .x_i      (tmp_s34_q),
    .sat_i    (sat_q2),
    .signed_i (dtype_q2),
    .dsel_i   (dsel_q2),
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
    .c_i    (c_q2),
    .dsel_i (dsel_q2),
    .d_o    (merged)
  );

  vidalu_secondary u_secondary (
    .x_i      ($signed({sat_s34[33:32], merged})),
    .c_i      (c_q2),
    .signed_i (dtype_q2),
    .secop_i  (secop_q2),
    .d_o      (d)
  );

  assign d_o = d;
  assign valid_o = valid_q2;
  assign tag_o = tag_q2;

endmodule

`default_nettype wire
