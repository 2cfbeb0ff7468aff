// The SIMD video instructions, transcribed as in `../simd.v`, and cut by hand into stages with 1 to
// 6 rows of registers between them. The rows stand where the manual's steps end, behind the
// operators inside a lane, and in the middle of the sum of the lanes. This is the text with which
// `cargo xtask devices` compares the generated unit. It has the ports and the control word of that
// unit.

`default_nettype none

module vidalu_simd #(
  parameter ROWS = 1  // the number of rows
) (
  input  wire        clk_i,
  input  wire        rst_i,
  input  wire        valid_i,
  input  wire [39:0] ctl_i,
  input  wire [31:0] a_i,
  input  wire [31:0] b_i,
  input  wire [31:0] c_i,
  output wire        valid_o,
  output wire [31:0] d_o
);

  // A bit for each place of a row: behind the vectors, the operators, the operations that need two
  // operators, the choice of the operation, the clamp, and the first sums of the lanes.
  localparam [1:6] CUTS = (ROWS == 1) ? 6'b000100
                        : (ROWS == 2) ? 6'b010010
                        : (ROWS == 3) ? 6'b010101
                        : (ROWS == 4) ? 6'b101011
                        : (ROWS == 5) ? 6'b110111 : 6'b111111;

  // ==== the vectors: any byte of both registers in any place =====================================
  function [7:0] pick;
    input [63:0] x;
    input [2:0]  sel;
    pick = x[8*sel +: 8];
  endfunction

  wire [63:0] ba   = {b_i, a_i};
  wire [11:0] asel = ctl_i[27:16];
  wire [11:0] bsel = ctl_i[39:28];

  wire [15:0] ctl_1;
  wire [31:0] c_1;
  wire [31:0] va;
  wire [31:0] vb;
  plain_row #(.WIDTH(112), .IS_PRESENT(CUTS[1])) u_row_1 (
    .clk_i (clk_i),
    .x_i   ({ctl_i[15:0], c_i,
             pick(ba, asel[11:9]), pick(ba, asel[8:6]), pick(ba, asel[5:3]), pick(ba, asel[2:0]),
             pick(ba, bsel[11:9]), pick(ba, bsel[8:6]), pick(ba, bsel[5:3]), pick(ba, bsel[2:0])}),
    .x_o   ({ctl_1, c_1, va, vb})
  );

  // ==== lane by lane: operate and saturate =======================================================
  wire [35:0] halves;
  wire [39:0] bytes;
  genvar i;
  generate
    for (i = 0; i < 2; i = i + 1) begin : gen_half
      plain_lane #(.WIDTH(16), .CUTS(CUTS[2:4])) u_lane (
        .clk_i (clk_i),
        .ctl_i (ctl_1[9:0]),
        .x_i   ({ctl_1[0] & va[16*i + 15], va[16*i +: 16]}),
        .y_i   ({ctl_1[1] & vb[16*i + 15], vb[16*i +: 16]}),
        .d_o   (halves[18*i +: 18])
      );
    end
    for (i = 0; i < 4; i = i + 1) begin : gen_byte
      plain_lane #(.WIDTH(8), .CUTS(CUTS[2:4])) u_lane (
        .clk_i (clk_i),
        .ctl_i (ctl_1[9:0]),
        .x_i   ({ctl_1[0] & va[8*i + 7], va[8*i +: 8]}),
        .y_i   ({ctl_1[1] & vb[8*i + 7], vb[8*i +: 8]}),
        .d_o   (bytes[10*i +: 10])
      );
    end
  endgenerate

  // What the merge and the sum need goes along.
  wire [47:0] along_2;
  wire [47:0] along_3;
  wire [47:0] along_4;
  plain_row #(.WIDTH(48), .IS_PRESENT(CUTS[2])) u_along_2 (
    .clk_i (clk_i),
    .x_i   ({ctl_1, c_1}),
    .x_o   (along_2)
  );
  plain_row #(.WIDTH(48), .IS_PRESENT(CUTS[3])) u_along_3 (
    .clk_i (clk_i),
    .x_i   (along_2),
    .x_o   (along_3)
  );
  plain_row #(.WIDTH(48), .IS_PRESENT(CUTS[4])) u_along_4 (
    .clk_i (clk_i),
    .x_i   (along_3),
    .x_o   (along_4)
  );

  wire [15:0] ctl_5;
  wire [31:0] c_5;
  wire [35:0] h;
  wire [39:0] b;
  plain_row #(.WIDTH(124), .IS_PRESENT(CUTS[5])) u_row_5 (
    .clk_i (clk_i),
    .x_i   ({along_4, halves, bytes}),
    .x_o   ({ctl_5, c_5, h, b})
  );

  // ==== sum half of the lanes onto c, or merge into c ============================================
  wire [3:0] mask = ctl_5[15:12];

  wire [31:0] h0 = mask[0] ? {{14{h[17]}}, h[17:0]} : 32'd0;
  wire [31:0] h1 = mask[2] ? {{14{h[35]}}, h[35:18]} : 32'd0;
  wire [31:0] b0 = mask[0] ? {{22{b[9]}}, b[9:0]} : 32'd0;
  wire [31:0] b1 = mask[1] ? {{22{b[19]}}, b[19:10]} : 32'd0;
  wire [31:0] b2 = mask[2] ? {{22{b[29]}}, b[29:20]} : 32'd0;
  wire [31:0] b3 = mask[3] ? {{22{b[39]}}, b[39:30]} : 32'd0;

  wire [31:0] merged_halves = {mask[2] ? h[33:18] : c_5[31:16], mask[0] ? h[15:0] : c_5[15:0]};
  wire [31:0] merged_bytes  = {mask[3] ? b[37:30] : c_5[31:24], mask[2] ? b[27:20] : c_5[23:16],
                               mask[1] ? b[17:10] : c_5[15:8], mask[0] ? b[7:0] : c_5[7:0]};

  wire        quad;
  wire        accumulate;
  wire [31:0] half_sum;
  wire [31:0] half_rest;
  wire [31:0] byte_sum;
  wire [31:0] byte_rest;
  wire [31:0] merged;
  plain_row #(.WIDTH(162), .IS_PRESENT(CUTS[6])) u_row_6 (
    .clk_i (clk_i),
    .x_i   ({ctl_5[10], ctl_5[11], c_5 + h0, h1, c_5 + b0 + b1, b2 + b3,
             ctl_5[10] ? merged_bytes : merged_halves}),
    .x_o   ({quad, accumulate, half_sum, half_rest, byte_sum, byte_rest, merged})
  );

  // ==== the rest of the sum, and the choice ======================================================
  assign d_o = !accumulate ? merged : quad ? byte_sum + byte_rest : half_sum + half_rest;

  // ==== the valid bits ===========================================================================
  reg [ROWS:1] valid_q;
  always @(posedge clk_i) begin
    if (rst_i) valid_q <= {ROWS{1'b0}};
    else valid_q <= {valid_q, valid_i};
  end
  assign valid_o = valid_q[ROWS];

endmodule

// A lane: the operation on its bits and a sign, exact in one bit more, and optSaturate.
module plain_lane #(
  parameter WIDTH = 8,
  parameter [2:4] CUTS = 3'b000
) (
  input  wire                    clk_i,
  input  wire [9:0]              ctl_i,
  input  wire signed [WIDTH:0]   x_i,
  input  wire signed [WIDTH:0]   y_i,
  output wire signed [WIDTH+1:0] d_o
);

  localparam TOP = WIDTH + 1;

  // ==== the operators ============================================================================
  wire signed [TOP:0] wide_x = x_i;
  wire signed [TOP:0] wide_y = y_i;

  wire [9:0]          ctl_2;
  wire signed [TOP:0] x;
  wire signed [TOP:0] y;
  wire signed [TOP:0] sum;
  wire signed [TOP:0] difference;
  wire signed [TOP:0] reverse;
  wire                equal;
  wire                less;
  wire                greater;
  plain_row #(.WIDTH(5 * WIDTH + 23), .IS_PRESENT(CUTS[2])) u_row_2 (
    .clk_i (clk_i),
    .x_i   ({ctl_i, wide_x, wide_y, wide_x + wide_y, wide_x - wide_y, wide_y - wide_x,
             x_i == y_i, x_i < y_i, x_i > y_i}),
    .x_o   ({ctl_2, x, y, sum, difference, reverse, equal, less, greater})
  );

  // ==== the operations that need two operators ===================================================
  reg compared;
  always @* begin
    case (ctl_2[9:7])
      3'd0:    compared = equal;
      3'd1:    compared = !equal;
      3'd2:    compared = less;
      3'd3:    compared = !less;
      3'd4:    compared = !greater;
      default: compared = greater;
    endcase
  end

  wire signed [TOP:0] one     = 1;
  wire signed [TOP:0] rounded = sum[TOP] ? sum : sum + one;
  wire signed [TOP:0] halved  = rounded >>> 1;

  wire [9:0]          ctl_3;
  wire signed [TOP:0] sum_3;
  wire signed [TOP:0] difference_3;
  wire signed [TOP:0] least;
  wire signed [TOP:0] most;
  wire signed [TOP:0] distance;
  wire signed [TOP:0] average;
  wire                answer;
  plain_row #(.WIDTH(6 * WIDTH + 23), .IS_PRESENT(CUTS[3])) u_row_3 (
    .clk_i (clk_i),
    .x_i   ({ctl_2, sum, difference, less ? x : y, greater ? x : y, less ? reverse : difference,
             halved, compared}),
    .x_o   ({ctl_3, sum_3, difference_3, least, most, distance, average, answer})
  );

  // ==== the choice of the operation ==============================================================
  reg signed [TOP:0] result;
  always @* begin
    case (ctl_3[6:4])
      3'd0:    result = sum_3;                    // vadd
      3'd1:    result = difference_3;             // vsub
      3'd2:    result = least;                    // vmin
      3'd3:    result = most;                     // vmax
      3'd4:    result = distance;                 // vabsdiff
      3'd5:    result = {{TOP{1'b0}}, answer};    // vset
      default: result = average;                  // vavrg
    endcase
  end

  wire [9:0]          ctl_4;
  wire signed [TOP:0] tmp;
  plain_row #(.WIDTH(WIDTH + 12), .IS_PRESENT(CUTS[4])) u_row_4 (
    .clk_i (clk_i),
    .x_i   ({ctl_3, result}),
    .x_o   ({ctl_4, tmp})
  );

  // ==== optSaturate ==============================================================================
  wire signed [TOP:0] low  = ctl_4[2] ? {3'b111, {(WIDTH-1){1'b0}}} : {(TOP+1){1'b0}};
  wire signed [TOP:0] high = ctl_4[2] ? {3'b000, {(WIDTH-1){1'b1}}} : {2'b00, {WIDTH{1'b1}}};
  assign d_o = !ctl_4[3] ? tmp : (tmp < low) ? low : (tmp > high) ? high : tmp;

endmodule

// A row of registers, or wires in its place.
module plain_row #(
  parameter WIDTH = 1,
  parameter IS_PRESENT = 1
) (
  input  wire             clk_i,
  input  wire [WIDTH-1:0] x_i,
  output wire [WIDTH-1:0] x_o
);

  generate
    if (IS_PRESENT) begin : gen_row
      reg [WIDTH-1:0] x_q;
      always @(posedge clk_i) x_q <= x_i;
      assign x_o = x_q;
    end else begin : gen_wires
      assign x_o = x_i;
    end
  endgenerate

endmodule

`default_nettype wire
