// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_lanes
// Scalar and SIMD video instructions on one datapath.
//
// Operations     vadd, vsub, vmin, vmax, vabsdiff, vset, vshl, vshr, vadd2, vsub2, vmin2, vmax2,
//                vabsdiff2, vset2, vavrg2, vadd4, vsub4, vmin4, vmax4, vabsdiff4, vset4, vavrg4
// Manual         PTX ISA 9.7.18.1.1, 9.7.18.1.2, 9.7.18.1.4, 9.7.18.2.1, 9.7.18.2.2, 9.7.18.2.3,
//                9.7.18.2.4
// Profile        manual (SEMANTICS D1 to D7): .min and .max compare the whole 34-bit intermediate
// Latency        0: combinational from the instruction to its result
// Handshake      valid_o is valid_i; the result is valid while valid_o is 1
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst adder=+ multiplier=*
//                language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_lanes (
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

  localparam [2:0] OpVadd     = 3'd0;
  localparam [2:0] OpVsub     = 3'd1;
  localparam [2:0] OpVmin     = 3'd2;
  localparam [2:0] OpVmax     = 3'd3;
  localparam [2:0] OpVabsdiff = 3'd4;
  localparam [2:0] OpVset     = 3'd5;
  localparam [2:0] OpVavrg    = 3'd6;
  localparam [2:0] OpVshl     = 3'd6;
  localparam [2:0] OpVshr     = 3'd7;

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
  wire subtract = (op != OpVadd) && (op != OpVavrg);
  // by_sign: for vavrg, add 1 unless the sum is negative; for vabsdiff, unless a <= b.
  wire by_sign  = (op == OpVabsdiff) || (op == OpVavrg);
  wire [39:0] sum;
  wire [3:0] negative;
  wire [3:0] equal;

  vidalu_segmented_adder u_segmented_adder (
    .a_i        (va),
    .b_i        (vb),
    .quad_i     (quad),
    .word_i     (word),
    .subtract_i (subtract),
    .by_sign_i  (by_sign),
    .sum_o      (sum),
    .negative_o (negative),
    .equal_o    (equal)
  );

  // vshl and vshr (9.7.18.1.2) share one shifter, which shifts words only.
  wire right = (op == OpVshr);
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

  // ==== decide: the order of the operands and the operation (9.7.18.1, 9.7.18.2) =================
  // vabsdiff: if a <= b, |a - b| is b - a, which is a - b - 1 with all bits inverted.
  wire [3:0] flip = negative & {4{(op == OpVabsdiff)}};
  // vmin and vmax select one of the operands.
  wire [3:0] takes_a = negative ^ {4{(op == OpVmax)}};
  // The answer of vset and set. Bit 1 of the code means "less", bit 2 "less or equal", neither of
  // them "equal". Bit 0 inverts the answer.
  wire [3:0] low   = cmp[2] ? negative : (negative & ~equal);
  wire [3:0] holds = ((cmp[2:1] == 2'd0) ? equal : low) ^ {4{cmp[0]}};
  wire is_sum   = (op == OpVadd) || (op == OpVsub) || (op == OpVabsdiff);
  wire is_half  = (!word && (op == OpVavrg));
  wire is_pick  = (op == OpVmin) || (op == OpVmax);
  wire is_set   = (op == OpVset);
  wire is_shift = (word && (op == OpVshl)) || (op == OpVshr);

  // ==== primary: the result of each lane, whole and signed (9.7.18.1, 9.7.18.2) ==================
  // If a <= b, |a - b| is b - a, which is a - b - 1 with all bits inverted.
  wire [39:0] total = sum ^ spread(flip);

  // vavrg: shift each lane right by one bit. The lowest bit of the upper byte of a half moves into
  // the lower byte.
  wire [39:0] half = {sum[39], sum[39:31],
                      sum[29], sum[29],
                      quad ? sum[28] : sum[30], sum[27:21],
                      sum[19], sum[19:11],
                      sum[9], sum[9],
                      quad ? sum[8] : sum[10], sum[7:1]};

  // vmin and vmax select one of the operands.
  wire [39:0] pick_a  = {va[35], va[35:27], va[26], va[26:18],
                         va[17], va[17:9], va[8], va[8:0]};
  wire [39:0] pick_b  = {vb[35], vb[35:27], vb[26], vb[26:18],
                         vb[17], vb[17:9], vb[8], vb[8:0]};
  wire [39:0] pick    = (spread(takes_a) & pick_a) | (spread(~takes_a) & pick_b);

  // vset is 1 or 0 (9.7.18.2.2, 9.7.18.2.4).
  wire [39:0] set    = {9'd0, quad && holds[3], 9'd0, !word && holds[2],
                        9'd0, quad && holds[1], 9'd0, holds[0]};

  // Select the result of the operation. Only the highest byte of a lane has bits above it.
  wire [39:0] bits = {10'h3ff, {2{quad}}, 8'hff, {2{!word}}, 8'hff, {2{quad}}, 8'hff};
  wire [39:0] lanes;
  assign lanes = bits & (
      ({40{is_sum}}   & total) |
      ({40{is_half}}  & half) |
      ({40{is_pick}}  & pick) |
      ({40{is_set}}   & set) |
      ({40{is_shift}} & shifted));

  // ==== saturate: .sat clamps to the range of the result (9.7.18.1, optSaturate, and 9.7.18.2) ===
  wire [31:0] clamped;
  wire [3:0] unused_hit;

  vidalu_lane_saturate u_lane_saturate (
    .x_i      (lanes),
    .sat_i    (sat),
    .signed_i (dtype),
    .quad_i   (quad),
    .word_i   (word),
    .part_i   (is_part),
    .byte_i   (is_byte),
    .y_o      (clamped),
    .hit_o    (unused_hit)
  );

  // The bits above the lanes keep their values. That is right for .add of lanes, which never
  // saturates, and for .min and .max of a word, because c is never beyond the bound that the word
  // was clamped to.
  wire [39:0] value = {lanes[39:38], clamped[31:24], lanes[29:28], clamped[23:16],
                       lanes[19:18], clamped[15:8], lanes[9:8], clamped[7:0]};

  // ==== secondary | merge | accumulate: with c (9.7.18.1, optSecondaryOp and optMerge; 9.7.18.2) =
  // One adder for both kinds of .add and for the comparison of .min and .max.
  wire [31:0] summed;
  wire less;

  vidalu_accumulate u_accumulate (
    .x_i        (value),
    .c_i        (c_i),
    .mask_i     (mask),
    .quad_i     (quad),
    .word_i     (word),
    .subtract_i (picks),
    .signed_i   (dtype),
    .d_o        (summed),
    .less_o     (less)
  );

  // optMerge writes the low byte or half of a word into one place; here every place has a copy.
  wire [7:0]  upper  = is_byte ? value[7:0] : value[17:10];
  wire [31:0] placed = {is_part ? upper : value[37:30],
                        is_part ? value[7:0] : value[27:20], upper, value[7:0]};

  // Bytes outside the mask come from c. All bytes do if .min or .max chooses c.
  wire        takes_c = picks && (less == max);
  wire [3:0]  written = mask & {4{!takes_c}};
  wire [31:0] merged;

  vidalu_lane_merge u_lane_merge (
    .x_i    (placed),
    .c_i    (c_i),
    .mask_i (written),
    .d_o    (merged)
  );

  wire [31:0] d = accumulate ? summed : merged;

  assign d_o = d;
  assign valid_o = valid_i;

endmodule

`default_nettype wire
