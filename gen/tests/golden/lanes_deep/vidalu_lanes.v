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
// Profile        hardware (SEMANTICS H2, D7): .min and .max compare 32 bits of it, read as dtype
// Latency        5 clock cycles, one instruction per cycle; registers after select, after add |
//                shift, after decide, after primary, after saturate
// Handshake      valid_o is valid_i after the latency; the result is valid while valid_o is 1; data
//                registers are not reset
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=hardware prefix=vidalu_ depth=5 handshake=valid reset=arst_n sat_o adder=+
//                multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_lanes (
  input  wire        clk_i,    // clock
  input  wire        rst_ni,   // reset, asynchronous, active low
  input  wire        valid_i,  // the inputs carry an instruction
  input  wire [41:0] ctl_i,    // whole control word, of unit scalar or simd
  input  wire [31:0] a_i,      // first operand
  input  wire [31:0] b_i,      // second operand
  input  wire [31:0] c_i,      // third operand, of all that follows .sat
  output wire        valid_o,  // the outputs carry a result
  output wire [31:0] d_o,      // result
  output wire        sat_o     // .sat has changed the value, or a lane of the mask
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

  // ---- registers: select -> add | shift ---------------------------------------------------------
  reg [35:0] va_q;
  reg [35:0] vb_q;
  reg [2:0]  op_q;
  reg [2:0]  cmp_q;
  reg        wrap_q;
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
    va_q <= va;
    vb_q <= vb;
    op_q <= op;
    cmp_q <= cmp;
    wrap_q <= wrap;
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
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
    end else begin
      valid_q <= valid_i;
    end
  end

  // ==== add | shift: a + b or a - b in every lane, and their order (9.7.18.1, 9.7.18.2) ==========
  // One adder for a word, for two and for four lanes.
  wire subtract = (op_q != OpVadd) && (op_q != OpVavrg);
  // by_sign: for vavrg, add 1 unless the sum is negative; for vabsdiff, unless a <= b.
  wire by_sign  = (op_q == OpVabsdiff) || (op_q == OpVavrg);
  wire [39:0] sum;
  wire [3:0] negative;
  wire [3:0] equal;

  vidalu_segmented_adder u_segmented_adder (
    .a_i        (va_q),
    .b_i        (vb_q),
    .quad_i     (quad_q),
    .word_i     (word_q),
    .subtract_i (subtract),
    .by_sign_i  (by_sign),
    .sum_o      (sum),
    .negative_o (negative),
    .equal_o    (equal)
  );

  // vshl and vshr (9.7.18.1.2) share one shifter, which shifts words only.
  wire right = (op_q == OpVshr);
  wire signed [33:0] shifted_s34;

  vidalu_shifter u_shifter (
    .x_i      ($signed({va_q[35:27], {va_q[25:18], {va_q[16:9], va_q[7:0]}}})),
    .amount_i ({vb_q[34:27], {vb_q[25:18], {vb_q[16:9], vb_q[7:0]}}}),
    .wrap_i   (wrap_q),
    .right_i  (right),
    .y_o      (shifted_s34)
  );

  wire [39:0] shifted = {shifted_s34[33:24], 2'd0, shifted_s34[23:16],
                         2'd0, shifted_s34[15:8], 2'd0, shifted_s34[7:0]};

  // ---- registers: add | shift -> decide ---------------------------------------------------------
  reg [39:0] sum_q;
  reg [3:0]  negative_q;
  reg [3:0]  equal_q;
  reg [35:0] va_q2;
  reg [35:0] vb_q2;
  reg [39:0] shifted_q;
  reg [2:0]  op_q2;
  reg [2:0]  cmp_q2;
  reg        word_q2;
  reg        quad_q2;
  reg        sat_q2;
  reg        dtype_q2;
  reg        is_part_q2;
  reg        is_byte_q2;
  reg [3:0]  mask_q2;
  reg        accumulate_q2;
  reg        picks_q2;
  reg        max_q2;
  reg [31:0] c_q2;

  always @(posedge clk_i) begin
    sum_q <= sum;
    negative_q <= negative;
    equal_q <= equal;
    va_q2 <= va_q;
    vb_q2 <= vb_q;
    shifted_q <= shifted;
    op_q2 <= op_q;
    cmp_q2 <= cmp_q;
    word_q2 <= word_q;
    quad_q2 <= quad_q;
    sat_q2 <= sat_q;
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
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q2 <= 1'b0;
    end else begin
      valid_q2 <= valid_q;
    end
  end

  // ==== decide: the order of the operands and the operation (9.7.18.1, 9.7.18.2) =================
  // vabsdiff: if a <= b, |a - b| is b - a, which is a - b - 1 with all bits inverted.
  wire [3:0] flip = negative_q & {4{(op_q2 == OpVabsdiff)}};
  // vmin and vmax select one of the operands.
  wire [3:0] takes_a = negative_q ^ {4{(op_q2 == OpVmax)}};
  // The answer of vset and set. Bit 1 of the code means "less", bit 2 "less or equal", neither of
  // them "equal". Bit 0 inverts the answer.
  wire [3:0] low   = cmp_q2[2] ? negative_q : (negative_q & ~equal_q);
  wire [3:0] holds = ((cmp_q2[2:1] == 2'd0) ? equal_q : low) ^ {4{cmp_q2[0]}};
  wire is_sum   = (op_q2 == OpVadd) || (op_q2 == OpVsub) || (op_q2 == OpVabsdiff);
  wire is_half  = (!word_q2 && (op_q2 == OpVavrg));
  wire is_pick  = (op_q2 == OpVmin) || (op_q2 == OpVmax);
  wire is_set   = (op_q2 == OpVset);
  wire is_shift = (word_q2 && (op_q2 == OpVshl)) || (op_q2 == OpVshr);

  // ---- registers: decide -> primary -------------------------------------------------------------
  reg [3:0]  flip_q;
  reg [3:0]  takes_a_q;
  reg [3:0]  holds_q;
  reg        is_sum_q;
  reg        is_half_q;
  reg        is_pick_q;
  reg        is_set_q;
  reg        is_shift_q;
  reg [39:0] sum_q2;
  reg [35:0] va_q3;
  reg [35:0] vb_q3;
  reg [39:0] shifted_q2;
  reg        word_q3;
  reg        quad_q3;
  reg        sat_q3;
  reg        dtype_q3;
  reg        is_part_q3;
  reg        is_byte_q3;
  reg [3:0]  mask_q3;
  reg        accumulate_q3;
  reg        picks_q3;
  reg        max_q3;
  reg [31:0] c_q3;

  always @(posedge clk_i) begin
    flip_q <= flip;
    takes_a_q <= takes_a;
    holds_q <= holds;
    is_sum_q <= is_sum;
    is_half_q <= is_half;
    is_pick_q <= is_pick;
    is_set_q <= is_set;
    is_shift_q <= is_shift;
    sum_q2 <= sum_q;
    va_q3 <= va_q2;
    vb_q3 <= vb_q2;
    shifted_q2 <= shifted_q;
    word_q3 <= word_q2;
    quad_q3 <= quad_q2;
    sat_q3 <= sat_q2;
    dtype_q3 <= dtype_q2;
    is_part_q3 <= is_part_q2;
    is_byte_q3 <= is_byte_q2;
    mask_q3 <= mask_q2;
    accumulate_q3 <= accumulate_q2;
    picks_q3 <= picks_q2;
    max_q3 <= max_q2;
    c_q3 <= c_q2;
  end

  reg valid_q3;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q3 <= 1'b0;
    end else begin
      valid_q3 <= valid_q2;
    end
  end

  // ==== primary: the result of each lane, whole and signed (9.7.18.1, 9.7.18.2) ==================
  // If a <= b, |a - b| is b - a, which is a - b - 1 with all bits inverted.
  wire [39:0] total = sum_q2 ^ spread(flip_q);

  // vavrg: shift each lane right by one bit. The lowest bit of the upper byte of a half moves into
  // the lower byte.
  wire [39:0] half = {sum_q2[39], sum_q2[39:31],
                      sum_q2[29], sum_q2[29],
                      quad_q3 ? sum_q2[28] : sum_q2[30], sum_q2[27:21],
                      sum_q2[19], sum_q2[19:11],
                      sum_q2[9], sum_q2[9],
                      quad_q3 ? sum_q2[8] : sum_q2[10], sum_q2[7:1]};

  // vmin and vmax select one of the operands.
  wire [39:0] pick_a  = {va_q3[35], va_q3[35:27], va_q3[26], va_q3[26:18],
                         va_q3[17], va_q3[17:9], va_q3[8], va_q3[8:0]};
  wire [39:0] pick_b  = {vb_q3[35], vb_q3[35:27], vb_q3[26], vb_q3[26:18],
                         vb_q3[17], vb_q3[17:9], vb_q3[8], vb_q3[8:0]};
  wire [39:0] pick    = (spread(takes_a_q) & pick_a) | (spread(~takes_a_q) & pick_b);

  // vset is 1 or 0 (9.7.18.2.2, 9.7.18.2.4).
  wire [39:0] set    = {9'd0, quad_q3 && holds_q[3], 9'd0, !word_q3 && holds_q[2],
                        9'd0, quad_q3 && holds_q[1], 9'd0, holds_q[0]};

  // Select the result of the operation. Only the highest byte of a lane has bits above it.
  wire [39:0] bits = {10'h3ff, {2{quad_q3}}, 8'hff, {2{!word_q3}}, 8'hff, {2{quad_q3}}, 8'hff};
  wire [39:0] lanes;
  assign lanes = bits & (
      ({40{is_sum_q}}   & total) |
      ({40{is_half_q}}  & half) |
      ({40{is_pick_q}}  & pick) |
      ({40{is_set_q}}   & set) |
      ({40{is_shift_q}} & shifted_q2));

  // ---- registers: primary -> saturate -----------------------------------------------------------
  reg [39:0] lanes_q;
  reg        word_q4;
  reg        quad_q4;
  reg        sat_q4;
  reg        dtype_q4;
  reg        is_part_q4;
  reg        is_byte_q4;
  reg [3:0]  mask_q4;
  reg        accumulate_q4;
  reg        picks_q4;
  reg        max_q4;
  reg [31:0] c_q4;

  always @(posedge clk_i) begin
    lanes_q <= lanes;
    word_q4 <= word_q3;
    quad_q4 <= quad_q3;
    sat_q4 <= sat_q3;
    dtype_q4 <= dtype_q3;
    is_part_q4 <= is_part_q3;
    is_byte_q4 <= is_byte_q3;
    mask_q4 <= mask_q3;
    accumulate_q4 <= accumulate_q3;
    picks_q4 <= picks_q3;
    max_q4 <= max_q3;
    c_q4 <= c_q3;
  end

  reg valid_q4;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q4 <= 1'b0;
    end else begin
      valid_q4 <= valid_q3;
    end
  end

  // ==== saturate: .sat clamps to the range of the result (9.7.18.1, optSaturate, and 9.7.18.2) ===
  wire [31:0] clamped;
  wire [3:0] hit;

  vidalu_lane_saturate u_lane_saturate (
    .x_i      (lanes_q),
    .sat_i    (sat_q4),
    .signed_i (dtype_q4),
    .quad_i   (quad_q4),
    .word_i   (word_q4),
    .part_i   (is_part_q4),
    .byte_i   (is_byte_q4),
    .y_o      (clamped),
    .hit_o    (hit)
  );

  // The bits above the lanes keep their values. That is right for .add of lanes, which never
  // saturates, and for .min and .max of a word, because c is never beyond the bound that the word
  // was clamped to.
  wire [39:0] value = {lanes_q[39:38], clamped[31:24], lanes_q[29:28], clamped[23:16],
                       lanes_q[19:18], clamped[15:8], lanes_q[9:8], clamped[7:0]};

  wire saturated = |(hit & mask_q4);

  // ---- registers: saturate -> secondary | merge | accumulate ------------------------------------
  reg [39:0] value_q;
  reg        saturated_q;
  reg        word_q5;
  reg        quad_q5;
  reg        dtype_q5;
  reg        is_part_q5;
  reg        is_byte_q5;
  reg [3:0]  mask_q5;
  reg        accumulate_q5;
  reg        picks_q5;
  reg        max_q5;
  reg [31:0] c_q5;

  always @(posedge clk_i) begin
    value_q <= value;
    saturated_q <= saturated;
    word_q5 <= word_q4;
    quad_q5 <= quad_q4;
    dtype_q5 <= dtype_q4;
    is_part_q5 <= is_part_q4;
    is_byte_q5 <= is_byte_q4;
    mask_q5 <= mask_q4;
    accumulate_q5 <= accumulate_q4;
    picks_q5 <= picks_q4;
    max_q5 <= max_q4;
    c_q5 <= c_q4;
  end

  reg valid_q5;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q5 <= 1'b0;
    end else begin
      valid_q5 <= valid_q4;
    end
  end

  // ==== secondary | merge | accumulate: with c (9.7.18.1, optSecondaryOp and optMerge; 9.7.18.2) =
  // One adder for both kinds of .add and for the comparison of .min and .max.
  wire [31:0] summed;
  wire less;

  vidalu_accumulate u_accumulate (
    .x_i        (value_q),
    .c_i        (c_q5),
    .mask_i     (mask_q5),
    .quad_i     (quad_q5),
    .word_i     (word_q5),
    .subtract_i (picks_q5),
    .signed_i   (dtype_q5),
    .d_o        (summed),
    .less_o     (less)
  );

  // optMerge writes the low byte or half of a word into one place; here every place has a copy.
  wire [7:0]  upper  = is_byte_q5 ? value_q[7:0] : value_q[17:10];
  wire [31:0] placed = {is_part_q5 ? upper : value_q[37:30],
                        is_part_q5 ? value_q[7:0] : value_q[27:20], upper, value_q[7:0]};

  // Bytes outside the mask come from c. All bytes do if .min or .max chooses c.
  wire        takes_c = picks_q5 && (less == max_q5);
  wire [3:0]  written = mask_q5 & {4{!takes_c}};
  wire [31:0] merged;

  vidalu_lane_merge u_lane_merge (
    .x_i    (placed),
    .c_i    (c_q5),
    .mask_i (written),
    .d_o    (merged)
  );

  wire [31:0] d = accumulate_q5 ? summed : merged;

  assign d_o   = d;
  assign sat_o = saturated_q;
  assign valid_o = valid_q5;

endmodule

`default_nettype wire
