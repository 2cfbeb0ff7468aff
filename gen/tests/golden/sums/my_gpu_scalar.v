// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// my_gpu_scalar
// Scalar video instructions on one shared datapath.
//
// Operations     vadd, vsub, vabsdiff
// Manual         PTX ISA 9.7.18.1.1
// Profile        manual (SEMANTICS D1 to D6): .min and .max compare the whole 34-bit intermediate
// Latency        1 clock cycle, one instruction per cycle; registers after primary
// Handshake      valid_o is valid_i after the latency; the result is valid while valid_o is 1; data
//                registers are not reset
// Control word   my_gpu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=my_gpu_ depth=1 handshake=valid reset=rst_n adder=+
//                multiplier=* language=verilog ops=vadd,vsub,vabsdiff
// Generator      vidalu 0.1.0

`default_nettype none

module my_gpu_scalar (
  input  wire        clk_i,    // clock
  input  wire        rst_ni,   // reset, synchronous, active low
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
  wire       dtype = ctl_i[2];      // the result is signed (.s32)
  wire       sat   = ctl_i[3];      // saturate the result (.sat)
  wire [2:0] asel  = ctl_i[6:4];    // part of a that is read
  wire [2:0] bsel  = ctl_i[9:7];    // part of b that is read
  wire [2:0] op    = ctl_i[12:10];  // primary operation
  wire [2:0] dsel  = ctl_i[15:13];  // part of c that the result replaces; word: no merge
  wire [1:0] secop = ctl_i[17:16];  // secondary operation with c; none unless dsel is word
  // Fields that no operation of this unit reads
  wire [3:0] unused_fields = {ctl_i[21], ctl_i[20:18]};

  localparam [2:0] OpVadd     = 3'd0;
  localparam [2:0] OpVabsdiff = 3'd4;

  // ==== select: the parts of a and b, extended to 33 bits (9.7.18.1) =============================
  wire signed [32:0] ta_s33;
  wire signed [32:0] tb_s33;

  my_gpu_select u_select_a (
    .x_i      (a_i),
    .sel_i    (asel),
    .signed_i (atype),
    .y_o      (ta_s33)
  );

  my_gpu_select u_select_b (
    .x_i      (b_i),
    .sel_i    (bsel),
    .signed_i (btype),
    .y_o      (tb_s33)
  );

  // ==== order: which operand is less, for vmin, vmax, vabsdiff and vset (9.7.18.1.1, 9.7.18.1.4) =
  wire less;
  wire unused_holds;

  my_gpu_compare u_compare (
    .a_i    (ta_s33),
    .b_i    (tb_s33),
    .cmp_i  (3'd2),
    .less_o (less),
    .true_o (unused_holds)
  );

  // ==== primary: the operation, to 34 bits (9.7.18.1.1) ==========================================

  // vadd, vsub and vabsdiff share one adder. |a - b| is b - a if a is less than b.
  wire subtract = (op != OpVadd);
  wire reverse  = (op == OpVabsdiff) && less;
  wire signed [33:0] sum_s34;

  my_gpu_adder34 u_adder34 (
    .a_i        ($signed({ta_s33[32], ta_s33})),
    .b_i        ($signed({tb_s33[32], tb_s33})),
    .subtract_i (subtract),
    .reverse_i  (reverse),
    .sum_o      (sum_s34)
  );

  // Select the result of the operation.
  wire signed [33:0] tmp_s34;
  assign tmp_s34 = sum_s34;

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

  reg valid_q;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
    end else begin
      valid_q <= valid_i;
    end
  end

  // ==== saturate: .sat clamps to the range of the result (9.7.18.1, optSaturate) =================
  wire signed [33:0] sat_s34;
  wire unused_hit;

  my_gpu_saturate u_saturate (
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

  my_gpu_merge u_merge (
    .x_i    (sat_s34[31:0]),
    .c_i    (c_q),
    .dsel_i (dsel_q),
    .d_o    (merged)
  );

  my_gpu_secondary u_secondary (
    .x_i      ($signed({sat_s34[33:32], merged})),
    .c_i      (c_q),
    .signed_i (dtype_q),
    .secop_i  (secop_q),
    .d_o      (d)
  );

  assign d_o = d;
  assign valid_o = valid_q;

endmodule

`default_nettype wire
