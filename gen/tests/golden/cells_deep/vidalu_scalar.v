// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_scalar
// Scalar video instructions on one shared datapath.
//
// Operations     vadd, vsub, vmin, vmax, vabsdiff, vset, vshl, vshr
// Manual         PTX ISA 9.7.18.1.1, 9.7.18.1.2, 9.7.18.1.4
// Profile        hardware (SEMANTICS H2): .min and .max compare 32 bits of it, read as dtype
// Latency        6 clock cycles, one instruction per cycle; registers at the inputs, after select,
//                after add | shift, after primary, after saturate | secondary, at the outputs
// Handshake      valid_o is valid_i after the latency; the result is valid while valid_o is 1; data
//                registers are not reset
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=hardware prefix=vidalu_ depth=6 handshake=valid reset=rst sat_o goal=cells
//                adder=brent-kung multiplier=* language=verilog ops=all
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
  output wire [31:0] d_o,      // result
  output wire        sat_o     // .sat has changed the result
);

  // ---- registers: input -> select ---------------------------------------------------------------
  reg [21:0] ctl_q;
  reg [31:0] a_q;
  reg [31:0] b_q;
  reg [31:0] c_q;

  always @(posedge clk_i) begin
    ctl_q <= ctl_i;
    a_q <= a_i;
    b_q <= b_i;
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

  // ==== control word =============================================================================
  wire       atype = ctl_q[0];      // a is signed (.s32)
  wire       btype = ctl_q[1];      // b is signed (.s32)
  wire       dtype = ctl_q[2];      // the result is signed (.s32)
  wire       sat   = ctl_q[3];      // saturate the result (.sat)
  wire [2:0] asel  = ctl_q[6:4];    // part of a that is read
  wire [2:0] bsel  = ctl_q[9:7];    // part of b that is read
  wire [2:0] op    = ctl_q[12:10];  // primary operation
  wire [2:0] dsel  = ctl_q[15:13];  // part of c that the result replaces; word: no merge
  wire [1:0] secop = ctl_q[17:16];  // secondary operation with c; none unless dsel is word
  wire [2:0] cmp   = ctl_q[20:18];  // comparison of vset, else 0
  wire       wrap  = ctl_q[21];     // shift amount: 1 .wrap, 0 .clamp

  localparam [2:0] OpVadd     = 3'd0;
  localparam [2:0] OpVsub     = 3'd1;
  localparam [2:0] OpVmin     = 3'd2;
  localparam [2:0] OpVmax     = 3'd3;
  localparam [2:0] OpVabsdiff = 3'd4;
  localparam [2:0] OpVset     = 3'd5;
  localparam [2:0] OpVshl     = 3'd6;
  localparam [2:0] OpVshr     = 3'd7;

  // ==== select: the parts of a and b, extended to 33 bits (9.7.18.1) =============================
  wire signed [32:0] ta_s33;
  wire signed [32:0] tb_s33;

  vidalu_select u_select_a (
    .x_i      (a_q),
    .sel_i    (asel),
    .signed_i (atype),
    .y_o      (ta_s33)
  );

  vidalu_select u_select_b (
    .x_i      (b_q),
    .sel_i    (bsel),
    .signed_i (btype),
    .y_o      (tb_s33)
  );

  // ---- registers: select -> add | shift ---------------------------------------------------------
  reg signed [32:0] ta_s33_q;
  reg signed [32:0] tb_s33_q;
  reg [2:0]         op_q;
  reg [2:0]         cmp_q;
  reg               wrap_q;
  reg               sat_q;
  reg               dtype_q;
  reg [2:0]         dsel_q;
  reg [1:0]         secop_q;
  reg [31:0]        c_q2;

  always @(posedge clk_i) begin
    ta_s33_q <= ta_s33;
    tb_s33_q <= tb_s33;
    op_q <= op;
    cmp_q <= cmp;
    wrap_q <= wrap;
    sat_q <= sat;
    dtype_q <= dtype;
    dsel_q <= dsel;
    secop_q <= secop;
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

  // ==== add | shift: a + b or a - b, and the order of the operands (9.7.18.1.1, 9.7.18.1.4) ======
  // a - b is a + ~b + 1, and a + ~b is negative if a <= b. So one addition gives both the order of
  // the operands and, with its carries completed for the 1, their difference.
  wire        subtract = (op_q != OpVadd);
  wire [33:0] augend   = {ta_s33_q[32], ta_s33_q};
  wire [33:0] addend   = {tb_s33_q[32], tb_s33_q} ^ {34{subtract}};
  wire [33:0] differ   = augend ^ addend;
  // Bit i of carries is the carry into bit i. If 1 is added to the sum, that is bit i of
  // carries | passed.
  wire [33:0] carries;
  wire [33:0] passed;

  vidalu_carries33_brent_kung u_carries (
    .a_i       (augend[32:0]),
    .b_i       (addend[32:0]),
    .carries_o (carries),
    .passed_o  (passed)
  );

  // After a subtraction: a is equal to b, so that a and ~b differ in every bit.
  wire equal = &differ[32:0];

  // vshl and vshr share one shifter.
  wire right = (op_q == OpVshr);
  wire signed [33:0] shifted_s34;

  vidalu_shifter u_shifter (
    .x_i      (ta_s33_q),
    .amount_i (tb_s33_q[31:0]),
    .wrap_i   (wrap_q),
    .right_i  (right),
    .y_o      (shifted_s34)
  );

  // ---- registers: add | shift -> primary --------------------------------------------------------
  reg [33:0]        differ_q;
  reg [33:0]        carries_q;
  reg [33:0]        passed_q;
  reg               equal_q;
  reg signed [33:0] shifted_s34_q;
  reg signed [32:0] ta_s33_q2;
  reg signed [32:0] tb_s33_q2;
  reg [2:0]         op_q2;
  reg [2:0]         cmp_q2;
  reg               sat_q2;
  reg               dtype_q2;
  reg [2:0]         dsel_q2;
  reg [1:0]         secop_q2;
  reg [31:0]        c_q3;

  always @(posedge clk_i) begin
    differ_q <= differ;
    carries_q <= carries;
    passed_q <= passed;
    equal_q <= equal;
    shifted_s34_q <= shifted_s34;
    ta_s33_q2 <= ta_s33_q;
    tb_s33_q2 <= tb_s33_q;
    op_q2 <= op_q;
    cmp_q2 <= cmp_q;
    sat_q2 <= sat_q;
    dtype_q2 <= dtype_q;
    dsel_q2 <= dsel_q;
    secop_q2 <= secop_q;
    c_q3 <= c_q2;
  end

  reg valid_q3;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q3 <= 1'b0;
    end else begin
      valid_q3 <= valid_q2;
    end
  end

  // ==== primary: the operation, to 34 bits (9.7.18.1.1, 9.7.18.1.2, 9.7.18.1.4) ==================

  // The sign of a + ~b. After a subtraction: a is at most b.
  wire at_most = differ_q[33] ^ carries_q[33];

  // plus_one makes a + ~b the difference a - b.
  wire        plus_one = (op_q2 == OpVsub) || ((op_q2 == OpVabsdiff) && !at_most);
  // reverse makes it b - a, which is ~(a + ~b).
  wire        reverse  = (op_q2 == OpVabsdiff) && at_most;
  wire [33:0] total    = differ_q ^ (carries_q | (passed_q & {34{plus_one}})) ^
                         {34{reverse}};

  // 9.7.18.1.4. Bit 1 of the code means "less", bit 2 "less or equal", neither of them "equal". Bit
  // 0 inverts the answer.
  wire low   = cmp_q2[2] ? at_most : (at_most && !equal_q);
  wire holds = ((cmp_q2[2:1] == 2'd0) ? equal_q : low) ^ cmp_q2[0];

  // Select the result of the operation.
  wire signed [33:0] tmp_s34;
  wire is_sum   = (op_q2 == OpVadd) || (op_q2 == OpVsub) || (op_q2 == OpVabsdiff);
  wire takes_a  = ((op_q2 == OpVmin) && at_most) || ((op_q2 == OpVmax) && !at_most);
  wire takes_b  = ((op_q2 == OpVmin) && !at_most) || ((op_q2 == OpVmax) && at_most);
  wire is_shift = (op_q2 == OpVshl) || (op_q2 == OpVshr);
  wire is_set   = (op_q2 == OpVset);
  assign tmp_s34 =
      ({34{is_sum}}   & total) |
      ({34{takes_a}}  & {ta_s33_q2[32], ta_s33_q2}) |
      ({34{takes_b}}  & {tb_s33_q2[32], tb_s33_q2}) |
      ({34{is_shift}} & shifted_s34_q) |
      ({34{is_set}}   & {33'd0, holds});

  // ---- registers: primary -> saturate | secondary -----------------------------------------------
  reg signed [33:0] tmp_s34_q;
  reg               sat_q3;
  reg               dtype_q3;
  reg [2:0]         dsel_q3;
  reg [1:0]         secop_q3;
  reg [31:0]        c_q4;

  always @(posedge clk_i) begin
    tmp_s34_q <= tmp_s34;
    sat_q3 <= sat_q2;
    dtype_q3 <= dtype_q2;
    dsel_q3 <= dsel_q2;
    secop_q3 <= secop_q2;
    c_q4 <= c_q3;
  end

  reg valid_q4;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q4 <= 1'b0;
    end else begin
      valid_q4 <= valid_q3;
    end
  end

  // ==== saturate | secondary: in parallel (9.7.18.1, optSaturate and optSecondaryOp) =============
  // The secondary operation does not wait for the clamp. It is computed for the value as it is, and
  // for the bound that may replace it.
  // Of the clamp, only hit is read. The bound that it would give is computed below.
  wire [33:0] unused_clamped;
  wire hit;
  wire [31:0] of_value;

  vidalu_saturate u_saturate (
    .x_i      (tmp_s34_q),
    .sat_i    (sat_q3),
    .signed_i (dtype_q3),
    .dsel_i   (dsel_q3),
    .y_o      (unused_clamped),
    .hit_o    (hit)
  );

  vidalu_secondary u_secondary_of_value (
    .x_i      (tmp_s34_q),
    .c_i      (c_q4),
    .signed_i (dtype_q3),
    .secop_i  (secop_q3),
    .d_o      (of_value)
  );

  // All bits of a bound are equal, except for the highest bit of a signed part. The bits above the
  // part are not written.
  wire        negative = tmp_s34_q[33];
  wire        is_byte  = !dsel_q3[2];
  wire        is_half  = dsel_q3[2] && !dsel_q3[0];
  wire [31:0] tops     = {1'b1, 15'd0, is_half, 7'd0, is_byte, 7'd0};
  wire [31:0] bound    = {32{!negative}} ^ (tops & {32{dtype_q3}});

  // Only a word has a secondary operation. Its bounds are 0 and 2^32 - 1, or -2^31 and 2^31 - 1.
  // Because c does not lie beyond them, the sign says which of bound and c is less.
  wire [31:0] bound_sum = (negative ? c_q4 : (c_q4 - 32'd1)) ^ {dtype_q3, 31'd0};
  wire        takes_c   = secop_q3[1] && (negative == secop_q3[0]);
  wire [31:0] of_bound  = takes_c ? c_q4 : ((secop_q3 == 2'd1) ? bound_sum : bound);

  wire [31:0] finished;
  assign finished = hit ? of_bound : of_value;

  // ---- registers: saturate | secondary -> merge -------------------------------------------------
  reg [31:0] finished_q;
  reg [2:0]  dsel_q4;
  reg [31:0] c_q5;
  reg        hit_q;

  always @(posedge clk_i) begin
    finished_q <= finished;
    dsel_q4 <= dsel_q3;
    c_q5 <= c_q4;
    hit_q <= hit;
  end

  reg valid_q5;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q5 <= 1'b0;
    end else begin
      valid_q5 <= valid_q4;
    end
  end

  // ==== merge: the result replaces the part of c that is written (9.7.18.1, optMerge) ============
  wire [31:0] d;

  vidalu_merge u_last_merge (
    .x_i    (finished_q),
    .c_i    (c_q5),
    .dsel_i (dsel_q4),
    .d_o    (d)
  );

  // ---- registers: merge -> output ---------------------------------------------------------------
  reg [31:0] d_q;
  reg        hit_q2;

  always @(posedge clk_i) begin
    d_q <= d;
    hit_q2 <= hit_q;
  end

  reg valid_q6;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q6 <= 1'b0;
    end else begin
      valid_q6 <= valid_q5;
    end
  end

  assign d_o   = d_q;
  assign sat_o = hit_q2;
  assign valid_o = valid_q6;

endmodule

`default_nettype wire
