// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_scalar
// Scalar video instructions on one shared datapath.
//
// Operations     vadd, vsub, vmin, vmax, vabsdiff, vset, vshl, vshr
// Manual         PTX ISA 9.7.18.1.1, 9.7.18.1.2, 9.7.18.1.4
// Profile        manual (SEMANTICS D1 to D6): .min and .max compare the whole 34-bit intermediate
// Latency        0: combinational from the instruction to its result
// Handshake      valid_o is valid_i; the result is valid while valid_o is 1
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst goal=cells adder=+
//                multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_scalar (
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
  wire [2:0] cmp   = ctl_i[20:18];  // comparison of vset, else 0
  wire       wrap  = ctl_i[21];     // shift amount: 1 .wrap, 0 .clamp

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

  // ==== add | shift: a + b or a - b, and the order of the operands (9.7.18.1.1, 9.7.18.1.4) ======
  // a - b is a + ~b + 1, and a + ~b is negative if a <= b. So one addition gives both the order of
  // the operands and, with its carries completed for the 1, their difference.
  wire        subtract = (op != OpVadd);
  wire [33:0] augend   = {ta_s33[32], ta_s33};
  wire [33:0] addend   = {tb_s33[32], tb_s33} ^ {34{subtract}};
  wire [33:0] differ   = augend ^ addend;
  // Bit i of carries is the carry into bit i. If 1 is added to the sum, that is bit i of
  // carries | passed.
  wire [33:0] carries;
  wire [33:0] passed;
  assign carries = {1'b0, augend[32:0] ^ addend[32:0]} ^
                   ({1'b0, augend[32:0]} + {1'b0, addend[32:0]});
  assign passed  = {1'b0, augend[32:0] ^ addend[32:0]} ^
                   ({1'b0, augend[32:0]} + {1'b0, addend[32:0]} + 34'd1);

  // After a subtraction: a is equal to b, so that a and ~b differ in every bit.
  wire equal = &differ[32:0];

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

  // ==== primary: the operation, to 34 bits (9.7.18.1.1, 9.7.18.1.2, 9.7.18.1.4) ==================

  // The sign of a + ~b. After a subtraction: a is at most b.
  wire at_most = differ[33] ^ carries[33];

  // plus_one makes a + ~b the difference a - b.
  wire        plus_one = (op == OpVsub) || ((op == OpVabsdiff) && !at_most);
  // reverse makes it b - a, which is ~(a + ~b).
  wire        reverse  = (op == OpVabsdiff) && at_most;
  wire [33:0] total    = differ ^ (carries | (passed & {34{plus_one}})) ^
                         {34{reverse}};

  // 9.7.18.1.4. Bit 1 of the code means "less", bit 2 "less or equal", neither of them "equal". Bit
  // 0 inverts the answer.
  wire low   = cmp[2] ? at_most : (at_most && !equal);
  wire holds = ((cmp[2:1] == 2'd0) ? equal : low) ^ cmp[0];

  // Select the result of the operation.
  wire signed [33:0] tmp_s34;
  wire is_sum   = (op == OpVadd) || (op == OpVsub) || (op == OpVabsdiff);
  wire takes_a  = ((op == OpVmin) && at_most) || ((op == OpVmax) && !at_most);
  wire takes_b  = ((op == OpVmin) && !at_most) || ((op == OpVmax) && at_most);
  wire is_shift = (op == OpVshl) || (op == OpVshr);
  wire is_set   = (op == OpVset);
  assign tmp_s34 =
      ({34{is_sum}}   & total) |
      ({34{takes_a}}  & {ta_s33[32], ta_s33}) |
      ({34{takes_b}}  & {tb_s33[32], tb_s33}) |
      ({34{is_shift}} & shifted_s34) |
      ({34{is_set}}   & {33'd0, holds});

  // ==== saturate | secondary: in parallel (9.7.18.1, optSaturate and optSecondaryOp) =============
  // The secondary operation does not wait for the clamp. It is computed for the value as it is, and
  // for the bound that may replace it.
  // Of the clamp, only hit is read. The bound that it would give is computed below.
  wire [33:0] unused_clamped;
  wire hit;
  wire [31:0] of_value;

  vidalu_saturate u_saturate (
    .x_i      (tmp_s34),
    .sat_i    (sat),
    .signed_i (dtype),
    .dsel_i   (dsel),
    .y_o      (unused_clamped),
    .hit_o    (hit)
  );

  vidalu_secondary u_secondary_of_value (
    .x_i      (tmp_s34),
    .c_i      (c_i),
    .signed_i (dtype),
    .secop_i  (secop),
    .d_o      (of_value)
  );

  // All bits of a bound are equal, except for the highest bit of a signed part. The bits above the
  // part are not written.
  wire        negative = tmp_s34[33];
  wire        is_byte  = !dsel[2];
  wire        is_half  = dsel[2] && !dsel[0];
  wire [31:0] tops     = {1'b1, 15'd0, is_half, 7'd0, is_byte, 7'd0};
  wire [31:0] bound    = {32{!negative}} ^ (tops & {32{dtype}});

  // Only a word has a secondary operation. Its bounds are 0 and 2^32 - 1, or -2^31 and 2^31 - 1.
  // Because c does not lie beyond them, the sign says which of bound and c is less.
  wire [31:0] bound_sum = (negative ? c_i : (c_i - 32'd1)) ^ {dtype, 31'd0};
  wire        takes_c   = secop[1] && (negative == secop[0]);
  wire [31:0] of_bound  = takes_c ? c_i : ((secop == 2'd1) ? bound_sum : bound);

  wire [31:0] finished;
  assign finished = hit ? of_bound : of_value;

  // ==== merge: the result replaces the part of c that is written (9.7.18.1, optMerge) ============
  wire [31:0] d;

  vidalu_merge u_last_merge (
    .x_i    (finished),
    .c_i    (c_i),
    .dsel_i (dsel),
    .d_o    (d)
  );

  assign d_o = d;
  assign valid_o = valid_i;

endmodule

`default_nettype wire
