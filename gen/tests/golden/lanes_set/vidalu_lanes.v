// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_lanes
// Scalar and SIMD video instructions on one datapath.
//
// Operations     vset, vshr, vset2, set.16x2, set.8x4
// Manual         PTX ISA 9.7.18.1.2, 9.7.18.1.4, 9.7.18.2.2, 9.7.6.1
// Profile        manual (SEMANTICS D1 to D7): .min and .max compare the whole 34-bit intermediate
// Latency        2 clock cycles, one instruction per cycle; registers after add | shift, after
//                saturate
// Handshake      valid_o is valid_i after the latency; the result is valid while valid_o is 1; data
//                registers are not reset
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=2 handshake=valid reset=rst adder=+
//                multiplier=* language=verilog ops=vset,vshr,vset2,set.16x2,set.8x4
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_lanes (
  input  wire        clk_i,    // clock
  input  wire        rst_i,    // reset, synchronous, active high
  input  wire        valid_i,  // the inputs carry an instruction
  input  wire [41:0] ctl_i,    // whole control word, of unit scalar or simd
  input  wire [31:0] a_i,      // first operand
  input  wire [31:0] b_i,      // second operand
  input  wire [31:0] c_i,      // third operand, of all that follows .sat
  output wire        valid_o,  // the outputs carry a result
  output wire [31:0] d_o       // result
);

  // ==== control word =============================================================================
  wire        word       = !ctl_i[41];                          // 1: scalar; 0: SIMD
  wire        atype      = ctl_i[0];                            // a is signed (.s32)
  wire        btype      = ctl_i[1];                            // b is signed (.s32)
  wire        dtype      = ctl_i[2];                            // the result is signed (.s32)
  wire        sat        = ctl_i[3];                            // saturate the result (.sat)
  wire [2:0]  op         = word ? ctl_i[12:10] : ctl_i[6:4];    // primary operation
  wire [2:0]  cmp        = word ? ctl_i[20:18] : ctl_i[9:7];    // comparison of vset, else 0
  wire        wrap       = ctl_i[21];                           // shift amount: 1 .wrap, 0 .clamp
  wire        quad       = !word && ctl_i[10];                  // 1: four bytes; 0: two halves
  wire [2:0]  apart      = ctl_i[6:4];                          // part of a
  wire [2:0]  bpart      = ctl_i[9:7];                          // part of b
  wire [11:0] asel       = ctl_i[27:16];                        // bytes of the first vector
  wire [11:0] bsel       = ctl_i[39:28];                        // bytes of the second vector
  wire [2:0]  dsel       = ctl_i[15:13];                        // part of the result
  wire        is_part    = word && (dsel != 3'd5);              // the part is a byte or a half
  wire        is_byte    = word && !dsel[2];                    // the part is a byte
  wire [1:0]  secop      = ctl_i[17:16];                        // secondary operation with c
  wire        accumulate = word ? (secop == 2'd1) : ctl_i[11];  // .add
  wire        picks      = word && secop[1];                    // .min or .max
  wire        max        = secop[0];                            // .max, if picks is 1
  // Fields that no operation of this unit reads
  wire unused_fields = {ctl_i[40]};

  localparam [2:0] OpVshr = 3'd7;
  localparam [2:0] OpSet  = 3'd7;

  // The bytes of a part of a register. Bit 2 of the part's code is 1 for a half or a word; then bit
  // 1 selects the upper half and bit 0 the whole word. For a byte, bits 1 and 0 are its number.
  function [3:0] bytes_of;
    input [2:0] part;
    bytes_of = part[2] ? {{2{part[1] || part[0]}}, {2{!part[1]}}} : (4'd1 << part[1:0]);
  endfunction

  wire [3:0] mask = word ? bytes_of(dsel) : ctl_i[15:12];

  // Repeats each bit of x for all bits of its byte: the 8 bits and the 2 above them.
  function [39:0] spread;
    input [3:0] x;
    spread = {{10{x[3]}}, {10{x[2]}}, {10{x[1]}}, {10{x[0]}}};
  endfunction

  // ==== select: the operands, a part of a register or lanes from any place (9.7.18.1, 9.7.18.2) ==
  wire [35:0] va;
  wire [35:0] vb;

  vidalu_lane_select u_select_a (
    .x_i      ({b_i, a_i}),
    .sel_i    (asel),
    .word_i   (word),
    .upper_i  (1'd0),
    .part_i   (apart),
    .signed_i (atype),
    .y_o      (va)
  );

  vidalu_lane_select u_select_b (
    .x_i      ({b_i, a_i}),
    .sel_i    (bsel),
    .word_i   (word),
    .upper_i  (1'd1),
    .part_i   (bpart),
    .signed_i (btype),
    .y_o      (vb)
  );

  // ==== add | shift: a + b or a - b in every lane, and their order (9.7.18.1, 9.7.18.2) ==========
  // One adder for a word, for two and for four lanes.
  wire subtract = 1'b1;
  wire by_sign  = 1'b0;
  wire [39:0] unused_sum;
  wire [3:0] negative;
  wire [3:0] equal;

  vidalu_segmented_adder u_segmented_adder (
    .a_i        (va),
    .b_i        (vb),
    .quad_i     (quad),
    .word_i     (word),
    .subtract_i (subtract),
    .by_sign_i  (by_sign),
    .sum_o      (unused_sum),
    .negative_o (negative),
    .equal_o    (equal)
  );

  // vshl and vshr (9.7.18.1.2) share one shifter, which shifts words only.
  wire right = 1'b1;
  wire signed [33:0] shifted_s34;

  vidalu_shifter u_shifter (
    .x_i      ($signed({va[35:27], {va[25:18], {va[16:9], va[7:0]}}})),
    .amount_i ({vb[34:27], {vb[25:18], {vb[16:9], vb[7:0]}}}),
    .wrap_i   (wrap),
    .right_i  (right),
    .y_o      (shifted_s34)
  );

  wire [39:0] shifted = {shifted_s34[33:24], 2'd0, shifted_s34[23:16],
                         2'd0, shifted_s34[15:8], 2'd0, shifted_s34[7:0]};

  // ---- registers: add | shift -> decide ---------------------------------------------------------
  reg [3:0]  negative_q;
  reg [3:0]  equal_q;
  reg [39:0] shifted_q;
  reg [2:0]  op_q;
  reg [2:0]  cmp_q;
  reg        word_q;
  reg        quad_q;
  reg        sat_q;
  reg        dtype_q;
  reg        is_part_q;
  reg        is_byte_q;
  reg [3:0]  mask_q;
  reg        accumulate_q;
  reg        picks_q;
  reg        max_q;
  reg [31:0] c_q;

  always @(posedge clk_i) begin
    negative_q <= negative;
    equal_q <= equal;
    shifted_q <= shifted;
    op_q <= op;
    cmp_q <= cmp;
    word_q <= word;
    quad_q <= quad;
    sat_q <= sat;
    dtype_q <= dtype;
    is_part_q <= is_part;
    is_byte_q <= is_byte;
    mask_q <= mask;
    accumulate_q <= accumulate;
    picks_q <= picks;
    max_q <= max;
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

  // ==== decide: the order of the operands and the operation (9.7.18.1, 9.7.18.2) =================
  // The answer of vset and set. Bit 1 of the code means "less", bit 2 "less or equal", neither of
  // them "equal". Bit 0 inverts the answer.
  wire [3:0] low   = cmp_q[2] ? negative_q : (negative_q & ~equal_q);
  wire [3:0] holds = ((cmp_q[2:1] == 2'd0) ? equal_q : low) ^ {4{cmp_q[0]}};
  wire [3:0] fills = holds & {4{(op_q == OpSet)}};
  wire is_set   = (!word_q || (op_q != OpVshr));
  wire is_shift = (word_q && (op_q == OpVshr));

  // ==== primary: the result of each lane, whole and signed (9.7.18.1, 9.7.18.2) ==================

  // vset is 1 or 0 (9.7.18.2.2, 9.7.18.2.4), and set fills the lane or is 0 (9.7.6.1).
  wire [39:0] filled = spread(fills);
  wire [39:0] set    = filled |
                       {9'd0, quad_q && holds[3], 9'd0, !word_q && holds[2],
                        9'd0, quad_q && holds[1], 9'd0, holds[0]};

  // Select the result of the operation. Only the highest byte of a lane has bits above it.
  wire [39:0] bits = {10'h3ff, {2{quad_q}}, 8'hff, {2{!word_q}}, 8'hff, {2{quad_q}}, 8'hff};
  wire [39:0] lanes;
  assign lanes = bits & (
      ({40{is_set}}   & set) |
      ({40{is_shift}} & shifted_q));

  // ==== saturate: .sat clamps to the range of the result (9.7.18.1, optSaturate, and 9.7.18.2) ===
  wire [31:0] clamped;
  wire [3:0] unused_hit;

  vidalu_lane_saturate u_lane_saturate (
    .x_i      (lanes),
    .sat_i    (sat_q),
    .signed_i (dtype_q),
    .quad_i   (quad_q),
    .word_i   (word_q),
    .part_i   (is_part_q),
    .byte_i   (is_byte_q),
    .y_o      (clamped),
    .hit_o    (unused_hit)
  );

  // The bits above the lanes keep their values. That is right for .add of lanes, which never
  // saturates, and for .min and .max of a word, because c is never beyond the bound that the word
  // was clamped to.
  wire [39:0] value = {lanes[39:38], clamped[31:24], lanes[29:28], clamped[23:16],
                       lanes[19:18], clamped[15:8], lanes[9:8], clamped[7:0]};

  // ---- registers: saturate -> secondary | merge | accumulate ------------------------------------
  reg [39:0] value_q;
  reg        word_q2;
  reg        quad_q2;
  reg        dtype_q2;
  reg        is_part_q2;
  reg        is_byte_q2;
  reg [3:0]  mask_q2;
  reg        accumulate_q2;
  reg        picks_q2;
  reg        max_q2;
  reg [31:0] c_q2;

  always @(posedge clk_i) begin
    value_q <= value;
    word_q2 <= word_q;
    quad_q2 <= quad_q;
    dtype_q2 <= dtype_q;
    is_part_q2 <= is_part_q;
    is_byte_q2 <= is_byte_q;
    mask_q2 <= mask_q;
    accumulate_q2 <= accumulate_q;
    picks_q2 <= picks_q;
    max_q2 <= max_q;
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

  // ==== secondary | merge | accumulate: with c (9.7.18.1, optSecondaryOp and optMerge; 9.7.18.2) =
  // One adder for both kinds of .add and for the comparison of .min and .max.
  wire [31:0] summed;
  wire less;

  vidalu_accumulate u_accumulate (
    .x_i        (value_q),
    .c_i        (c_q2),
    .mask_i     (mask_q2),
    .quad_i     (quad_q2),
    .word_i     (word_q2),
    .subtract_i (picks_q2),
    .signed_i   (dtype_q2),
    .d_o        (summed),
    .less_o     (less)
  );

  // optMerge writes the low byte or half of a word into one place; here every place has a copy.
  wire [7:0]  upper  = is_byte_q2 ? value_q[7:0] : value_q[17:10];
  wire [31:0] placed = {is_part_q2 ? upper : value_q[37:30],
                        is_part_q2 ? value_q[7:0] : value_q[27:20], upper, value_q[7:0]};

  // Bytes outside the mask come from c. All bytes do if .min or .max chooses c.
  wire        takes_c = picks_q2 && (less == max_q2);
  wire [3:0]  written = mask_q2 & {4{!takes_c}};
  wire [31:0] merged;

  vidalu_lane_merge u_lane_merge (
    .x_i    (placed),
    .c_i    (c_q2),
    .mask_i (written),
    .d_o    (merged)
  );

  wire [31:0] d = accumulate_q2 ? summed : merged;

  assign d_o = d;
  assign valid_o = valid_q2;

endmodule

`default_nettype wire
