// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_simd
// SIMD video instructions on one segmented datapath.
//
// Operations     vadd2, vsub2, vmin2, vmax2, vabsdiff2, vset2, vavrg2, vadd4, vsub4, vmin4, vmax4,
//                vabsdiff4, vset4, vavrg4, set.16x2, set.8x4
// Manual         PTX ISA 9.7.18.2.1, 9.7.18.2.2, 9.7.18.2.3, 9.7.18.2.4, 9.7.6.1
// Profile        manual (SEMANTICS D7: whole signed lanes, a half rounded away from zero; the same
//                in every profile)
// Latency        5 clock cycles, one instruction per cycle; registers after select, after order,
//                after primary, after saturate, after merge | lane sum
// Handshake      valid_o is valid_i after the latency; the result is valid while valid_o is 1; data
//                registers are not reset
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=5 handshake=valid reset=rst sat_o goal=tables
//                adder=ripple multiplier=* language=verilog ops=all,set.16x2,set.8x4
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_simd (
  input  wire        clk_i,    // clock
  input  wire        rst_i,    // reset, synchronous, active high
  input  wire        valid_i,  // the inputs carry an instruction
  input  wire [39:0] ctl_i,    // control word
  input  wire [31:0] a_i,      // first operand
  input  wire [31:0] b_i,      // second operand
  input  wire [31:0] c_i,      // third operand, of the merge or the sum
  output wire        valid_o,  // the outputs carry a result
  output wire [31:0] d_o,      // result
  output wire        sat_o     // .sat has changed a lane of the mask
);

  // ==== control word =============================================================================
  wire        atype      = ctl_i[0];      // a is signed (.s32)
  wire        btype      = ctl_i[1];      // b is signed (.s32)
  wire        dtype      = ctl_i[2];      // lanes are clamped as signed (.s32)
  wire        sat        = ctl_i[3];      // saturate the result (.sat)
  wire [2:0]  op         = ctl_i[6:4];    // primary operation
  wire [2:0]  cmp        = ctl_i[9:7];    // comparison of vset and set, else 0
  wire        quad       = ctl_i[10];     // 1: four bytes, 0: two half-words
  wire        accumulate = ctl_i[11];     // sum the lanes onto c (.add) instead of merging
  wire [3:0]  mask       = ctl_i[15:12];  // bytes that are written or summed, one bit each
  wire [11:0] asel       = ctl_i[27:16];  // for each byte of the first vector, its byte in {b, a}
  wire [11:0] bsel       = ctl_i[39:28];  // for each byte of the second vector, its byte in {b, a}

  localparam [2:0] OpVadd     = 3'd0;
  localparam [2:0] OpVmin     = 3'd2;
  localparam [2:0] OpVmax     = 3'd3;
  localparam [2:0] OpVabsdiff = 3'd4;
  localparam [2:0] OpVset     = 3'd5;
  localparam [2:0] OpVavrg    = 3'd6;
  localparam [2:0] OpSet      = 3'd7;

  // Repeats each bit of x for all bits of its byte: the 8 bits and the sign above them.
  function [35:0] spread;
    input [3:0] x;
    spread = {{9{x[3]}}, {9{x[2]}}, {9{x[1]}}, {9{x[0]}}};
  endfunction

  // ==== select: the lanes of the operands, from any place in a and b (9.7.18.2) ==================
  wire [35:0] va;
  wire [35:0] vb;

  vidalu_lane_select u_select_a (
    .x_i      ({b_i, a_i}),
    .sel_i    (asel),
    .signed_i (atype),
    .y_o      (va)
  );

  vidalu_lane_select u_select_b (
    .x_i      ({b_i, a_i}),
    .sel_i    (bsel),
    .signed_i (btype),
    .y_o      (vb)
  );

  // An instruction merges lanes or sums them, so one of these masks is 0. A merge of no lanes is c,
  // and a sum of no lanes is 0, so the result is the merge plus the sum.
  wire [3:0] merged_lanes = mask & {4{!accumulate}};
  wire [3:0] summed_lanes = mask & {4{accumulate}};

  // ---- registers: select -> order ---------------------------------------------------------------
  reg [35:0] va_q;
  reg [35:0] vb_q;
  reg [2:0]  op_q;
  reg [2:0]  cmp_q;
  reg        quad_q;
  reg        sat_q;
  reg        dtype_q;
  reg [3:0]  merged_lanes_q;
  reg [3:0]  summed_lanes_q;
  reg [31:0] c_q;

  always @(posedge clk_i) begin
    va_q <= va;
    vb_q <= vb;
    op_q <= op;
    cmp_q <= cmp;
    quad_q <= quad;
    sat_q <= sat;
    dtype_q <= dtype;
    merged_lanes_q <= merged_lanes;
    summed_lanes_q <= summed_lanes;
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

  // ==== order: the sign of a + b or of a - b - 1 in every lane (9.7.18.2) ========================
  wire subtract = (op_q != OpVadd) && (op_q != OpVavrg);
  wire [31:0] a_bytes = {va_q[34:27], va_q[25:18], va_q[16:9], va_q[7:0]};
  wire [31:0] b_bytes = {vb_q[34:27], vb_q[25:18], vb_q[16:9], vb_q[7:0]} ^ {32{subtract}};
  wire [31:0] unused_order;
  wire [3:0]  order_carries;

  vidalu_lane_adder u_order (
    .a_i     (a_bytes),
    .b_i     (b_bytes),
    .carry_i (4'd0),
    .quad_i  (quad_q),
    .sum_o   (unused_order),
    .carry_o (order_carries)
  );

  // The bits above a lane are the signs of its operands, repeated. If the signs are equal, that is
  // the sign of the sum. Otherwise these bits of the sum are ones, which a carry turns into zeros.
  wire [3:0] sign_a = {va_q[35], va_q[26], va_q[17], va_q[8]};
  wire [3:0] sign_b = {vb_q[35], vb_q[26], vb_q[17], vb_q[8]} ^ {4{subtract}};
  wire [3:0] below  = (sign_a & sign_b) | ((sign_a ^ sign_b) & ~order_carries);

  // Both bytes of a half take the value of the upper byte. a - b - 1 is negative if a <= b.
  wire [3:0] negative = quad_q ? below : {{2{below[3]}}, {2{below[1]}}};

  // ---- registers: order -> primary --------------------------------------------------------------
  reg [35:0] va_q2;
  reg [35:0] vb_q2;
  reg [3:0]  negative_q;
  reg        subtract_q;
  reg [2:0]  op_q2;
  reg [2:0]  cmp_q2;
  reg        quad_q2;
  reg        sat_q2;
  reg        dtype_q2;
  reg [3:0]  merged_lanes_q2;
  reg [3:0]  summed_lanes_q2;
  reg [31:0] c_q2;

  always @(posedge clk_i) begin
    va_q2 <= va_q;
    vb_q2 <= vb_q;
    negative_q <= negative;
    subtract_q <= subtract;
    op_q2 <= op_q;
    cmp_q2 <= cmp_q;
    quad_q2 <= quad_q;
    sat_q2 <= sat_q;
    dtype_q2 <= dtype_q;
    merged_lanes_q2 <= merged_lanes_q;
    summed_lanes_q2 <= summed_lanes_q;
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

  // ==== primary: one adder for every operation (9.7.18.2) ========================================
  // vmin and vmax add 0 to the operand that they select.
  wire       is_pick = (op_q2 == OpVmin) || (op_q2 == OpVmax);
  wire [3:0] takes_a = negative_q ^ {4{(op_q2 == OpVmax)}};
  // |a - b| is b - a if a <= b.
  wire [3:0] reverse = negative_q & {4{(op_q2 == OpVabsdiff)}};
  // vavrg adds 1 unless the sum is negative.
  wire is_half = (op_q2 == OpVavrg);

  // off_a and off_b invert an operand of a sum and clear the operand that is not selected. A bit of
  // the sum has six inputs then, and so has its carry, so each is one table.
  wire [3:0]  off_a    = is_pick ? ~takes_a : reverse;
  wire [3:0]  off_b    = is_pick ? takes_a : (~reverse & {4{subtract_q}});
  wire [3:0]  plus_one = (~negative_q & {4{is_half}}) | {4{subtract_q && !is_pick}};
  wire [35:0] left     = is_pick ? (va_q2 & ~spread(off_a)) : (va_q2 ^ spread(off_a));
  wire [35:0] right    = is_pick ? (vb_q2 & ~spread(off_b)) : (vb_q2 ^ spread(off_b));
  wire [31:0] bytes;
  wire [3:0]  sum_carries;

  vidalu_lane_adder u_sum (
    .a_i     ({left[34:27], left[25:18], left[16:9], left[7:0]}),
    .b_i     ({right[34:27], right[25:18], right[16:9], right[7:0]}),
    .carry_i (plus_one),
    .quad_i  (quad_q2),
    .sum_o   (bytes),
    .carry_o (sum_carries)
  );

  // The two bits above each lane
  wire [3:0]  left_8  = {left[35], left[26], left[17], left[8]};
  wire [3:0]  right_8 = {right[35], right[26], right[17], right[8]};
  wire [3:0]  bit_8   = left_8 ^ right_8 ^ sum_carries;
  wire [3:0]  bit_9   = (left_8 & right_8) | ((left_8 ^ right_8) & ~sum_carries);
  wire [39:0] sums    = {bit_9[3], bit_8[3], bytes[31:24], bit_9[2], bit_8[2], bytes[23:16],
                         bit_9[1], bit_8[1], bytes[15:8], bit_9[0], bit_8[0], bytes[7:0]};

  // a - b is negative if a < b. Bit 1 of the code of a comparison means "less", bit 2 "less or
  // equal", neither of them "equal". Bit 0 inverts the answer.
  wire [3:0] less   = quad_q2 ? bit_9 : {{2{bit_9[3]}}, {2{bit_9[1]}}};
  wire [3:0] equal  = negative_q & ~less;
  wire [3:0] low    = cmp_q2[2] ? negative_q : less;
  wire [3:0] holds  = ((cmp_q2[2:1] == 2'd0) ? equal : low) ^ {4{cmp_q2[0]}};
  wire       is_set = (op_q2 == OpVset) || (op_q2 == OpSet);

  // vset is 1 or 0 (9.7.18.2.2, 9.7.18.2.4), and set fills the lane or is 0 (9.7.6.1).
  wire [3:0] fill   = holds & {4{(op_q2 == OpSet)}};
  wire [3:0] ones   = holds & {quad_q2, 1'b1, quad_q2, 1'b1};

  // ---- registers: primary -> saturate -----------------------------------------------------------
  reg [39:0] sums_q;
  reg        is_half_q;
  reg        is_set_q;
  reg [3:0]  fill_q;
  reg [3:0]  ones_q;
  reg        quad_q3;
  reg        sat_q3;
  reg        dtype_q3;
  reg [3:0]  merged_lanes_q3;
  reg [3:0]  summed_lanes_q3;
  reg [31:0] c_q3;

  always @(posedge clk_i) begin
    sums_q <= sums;
    is_half_q <= is_half;
    is_set_q <= is_set;
    fill_q <= fill;
    ones_q <= ones;
    quad_q3 <= quad_q2;
    sat_q3 <= sat_q2;
    dtype_q3 <= dtype_q2;
    merged_lanes_q3 <= merged_lanes_q2;
    summed_lanes_q3 <= summed_lanes_q2;
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

  // ==== saturate: .sat clamps each lane to the range of its type (9.7.18.2) ======================
  // vavrg: shift each lane right by one bit. The lowest bit of the upper byte of a half moves into
  // the lower byte.
  wire [39:0] half  = {sums_q[39], sums_q[39:31],
                       sums_q[29], sums_q[29],
                       quad_q3 ? sums_q[28] : sums_q[30], sums_q[27:21],
                       sums_q[19], sums_q[19:11],
                       sums_q[9], sums_q[9],
                       quad_q3 ? sums_q[8] : sums_q[10], sums_q[7:1]};
  wire [39:0] lanes = is_half_q ? half : sums_q;

  // The three highest bits of each byte lane: the sign, the bit below, the highest that is written.
  wire [3:0] sign = {lanes[39], lanes[29], lanes[19], lanes[9]};
  wire [3:0] more = {lanes[38], lanes[28], lanes[18], lanes[8]};
  wire [3:0] top  = {lanes[37], lanes[27], lanes[17], lanes[7]};

  // A lane stays (0), becomes a truth value (1), or is clamped as unsigned (2) or signed (3). It
  // fits if the bits above the range repeat the sign, which is 0 for an unsigned type. A bit of
  // over is then one table: the two bits of clamp, and the bits of the sum.
  wire [1:0] clamp  = is_set_q ? 2'd1 : {sat_q3, sat_q3 && dtype_q3};
  wire [3:0] excess = clamp[0] ? ((sign ^ more) | (sign ^ top)) : (sign | more);
  wire [3:0] over   = clamp[1] ? excess : {4{clamp[0]}};

  // The two bytes of a half change together; the upper byte decides. The nearest bound has equal
  // bits, except for the highest bit of a signed lane.
  wire [3:0] hit      = quad_q3 ? over : {{2{over[3]}}, {2{over[1]}}};
  wire [3:0] positive = ~(quad_q3 ? sign : {{2{sign[3]}}, {2{sign[1]}}});
  wire [3:0] highest  = positive ^ ({4{dtype_q3}} & {1'b1, quad_q3, 1'b1, quad_q3});
  wire [3:0] bit_7    = is_set_q ? fill_q : highest;
  wire [3:0] bits_6_1 = is_set_q ? fill_q : positive;
  wire [3:0] bit_0    = is_set_q ? fill_q | ones_q : positive;
  wire [7:0] above    = {lanes[39:38], lanes[29:28], lanes[19:18], lanes[9:8]} & {8{!is_set_q}};
  wire [39:0] results = {
    above[7:6], hit[3] ? {bit_7[3], {6{bits_6_1[3]}}, bit_0[3]} : lanes[37:30],
    above[5:4], hit[2] ? {bit_7[2], {6{bits_6_1[2]}}, bit_0[2]} : lanes[27:20],
    above[3:2], hit[1] ? {bit_7[1], {6{bits_6_1[1]}}, bit_0[1]} : lanes[17:10],
    above[1:0], hit[0] ? {bit_7[0], {6{bits_6_1[0]}}, bit_0[0]} : lanes[7:0]
  };

  wire saturated = !is_set_q && |(hit & merged_lanes_q3);

  // ---- registers: saturate -> merge | lane sum --------------------------------------------------
  reg [39:0] results_q;
  reg        saturated_q;
  reg        quad_q4;
  reg [3:0]  merged_lanes_q4;
  reg [3:0]  summed_lanes_q4;
  reg [31:0] c_q4;

  always @(posedge clk_i) begin
    results_q <= results;
    saturated_q <= saturated;
    quad_q4 <= quad_q3;
    merged_lanes_q4 <= merged_lanes_q3;
    summed_lanes_q4 <= summed_lanes_q3;
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

  // ==== merge | lane sum: the lanes of the mask, into c or summed without it (9.7.18.2) ==========
  wire [31:0] merged;
  wire [19:0] lane_sum_s20;
  wire [11:0] unused_top;

  vidalu_lane_merge u_lane_merge (
    .x_i    ({{results_q[37:30], results_q[27:20]}, {results_q[17:10], results_q[7:0]}}),
    .c_i    (c_q4),
    .mask_i (merged_lanes_q4),
    .d_o    (merged)
  );

  vidalu_accumulate u_lane_sum (
    .x_i    (results_q),
    .c_i    (32'd0),
    .mask_i (summed_lanes_q4),
    .quad_i (quad_q4),
    .d_o    ({unused_top, lane_sum_s20})
  );

  // ---- registers: merge | lane sum -> result ----------------------------------------------------
  reg [31:0] merged_q;
  reg [19:0] lane_sum_s20_q;
  reg        saturated_q2;

  always @(posedge clk_i) begin
    merged_q <= merged;
    lane_sum_s20_q <= lane_sum_s20;
    saturated_q2 <= saturated_q;
  end

  reg valid_q5;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q5 <= 1'b0;
    end else begin
      valid_q5 <= valid_q4;
    end
  end

  // ==== result: the sum of the lanes is added to the merge (9.7.18.2) ============================
  wire [31:0] d;
  wire unused_carry;
  vidalu_add32_ripple u_total (
    .a_i     ({{12{lane_sum_s20_q[19]}}, lane_sum_s20_q}),
    .b_i     (merged_q),
    .carry_i (1'd0),
    .sum_o   (d),
    .carry_o (unused_carry)
  );

  assign d_o   = d;
  assign sat_o = saturated_q2;
  assign valid_o = valid_q5;

endmodule

`default_nettype wire
