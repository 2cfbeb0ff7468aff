// The scalar video instructions, transcribed as in `../scalar.v`, and cut by hand into stages with
// 1 to 6 rows of registers between them. The rows stand where the manual's steps end, and behind
// the operators inside a step. This is the text with which `cargo xtask devices` compares the
// generated unit. It has the ports and the control word of that unit.

`default_nettype none

module vidalu_scalar #(
  parameter ROWS = 1  // the number of rows
) (
  input  wire        clk_i,
  input  wire        rst_i,
  input  wire        valid_i,
  input  wire [21:0] ctl_i,
  input  wire [31:0] a_i,
  input  wire [31:0] b_i,
  input  wire [31:0] c_i,
  output wire        valid_o,
  output reg  [31:0] d_o
);

  // A bit for each place of a row: behind select, the operators, their choice, the comparison with
  // the bounds, the clamp, and the secondary operators.
  localparam [1:6] CUTS = (ROWS == 1) ? 6'b001000
                        : (ROWS == 2) ? 6'b010010
                        : (ROWS == 3) ? 6'b101010
                        : (ROWS == 4) ? 6'b110101
                        : (ROWS == 5) ? 6'b111011 : 6'b111111;

  // ==== extract a byte, a half-word or the word, and extend its sign: partSelectSignExtend =======
  function signed [32:0] part_select_sign_extend;
    input [31:0] x;
    input        is_signed;
    input [2:0]  sel;
    case (sel)
      3'd0:    part_select_sign_extend = {{25{is_signed & x[7]}}, x[7:0]};
      3'd1:    part_select_sign_extend = {{25{is_signed & x[15]}}, x[15:8]};
      3'd2:    part_select_sign_extend = {{25{is_signed & x[23]}}, x[23:16]};
      3'd3:    part_select_sign_extend = {{25{is_signed & x[31]}}, x[31:24]};
      3'd4:    part_select_sign_extend = {{17{is_signed & x[15]}}, x[15:0]};
      3'd6:    part_select_sign_extend = {{17{is_signed & x[31]}}, x[31:16]};
      default: part_select_sign_extend = {is_signed & x[31], x};
    endcase
  endfunction

  wire signed [32:0] a = part_select_sign_extend(a_i, ctl_i[0], ctl_i[6:4]);
  wire signed [32:0] b = part_select_sign_extend(b_i, ctl_i[1], ctl_i[9:7]);

  // if ( .wrap )  tb = tb & 0x1f;   if ( .clamp )  tb = min(tb, 32);
  wire [5:0] shift_by = ctl_i[21] ? {1'b0, b[4:0]} : (b[31:0] > 32'd32) ? 6'd32 : b[5:0];

  wire [21:0]        ctl_1;
  wire [31:0]        c_1;
  wire signed [32:0] ta;
  wire signed [32:0] tb;
  wire [5:0]         amount;
  plain_row #(.WIDTH(126), .IS_PRESENT(CUTS[1])) u_row_1 (
    .clk_i (clk_i),
    .x_i   ({ctl_i, c_i, a, b, shift_by}),
    .x_o   ({ctl_1, c_1, ta, tb, amount})
  );

  // ==== the operators, in 34 bits so that no sum overflows (decisions D1 and D2) =================
  wire signed [33:0] xa = {ta[32], ta};
  wire signed [33:0] xb = {tb[32], tb};

  wire [21:0]        ctl_2;
  wire [31:0]        c_2;
  wire signed [33:0] xa_2;
  wire signed [33:0] xb_2;
  wire signed [33:0] sum;
  wire signed [33:0] difference;
  wire signed [33:0] reverse;
  wire signed [33:0] left;
  wire signed [33:0] right;
  wire               equal;
  wire               less;
  wire               greater;
  wire signed [33:0] shifted_right = xa >>> amount;
  plain_row #(.WIDTH(295), .IS_PRESENT(CUTS[2])) u_row_2 (
    .clk_i (clk_i),
    .x_i   ({ctl_1, c_1, xa, xb, xa + xb, xa - xb, xb - xa, xa << amount, shifted_right,
             ta == tb, ta < tb, ta > tb}),
    .x_o   ({ctl_2, c_2, xa_2, xb_2, sum, difference, reverse, left, right, equal, less, greater})
  );

  // ==== the choice of the operation ==============================================================
  reg compared;
  always @* begin
    case (ctl_2[20:18])
      3'd0:    compared = equal;
      3'd1:    compared = !equal;
      3'd2:    compared = less;
      3'd3:    compared = !less;
      3'd4:    compared = !greater;
      default: compared = greater;
    endcase
  end

  reg signed [33:0] result;
  always @* begin
    case (ctl_2[12:10])
      3'd0:    result = sum;                          // vadd
      3'd1:    result = difference;                   // vsub
      3'd2:    result = less ? xa_2 : xb_2;           // vmin
      3'd3:    result = greater ? xa_2 : xb_2;        // vmax
      3'd4:    result = less ? reverse : difference;  // vabsdiff: | ta - tb |
      3'd5:    result = {33'd0, compared};            // vset
      3'd6:    result = left;                         // vshl
      default: result = right;                        // vshr
    endcase
  end

  wire [21:0]        ctl_3;
  wire [31:0]        c_3;
  wire signed [33:0] tmp;
  plain_row #(.WIDTH(88), .IS_PRESENT(CUTS[3])) u_row_3 (
    .clk_i (clk_i),
    .x_i   ({ctl_2, c_2, result}),
    .x_o   ({ctl_3, c_3, tmp})
  );

  // ==== optSaturate: compare with the bounds of the part of d that is written ====================
  function signed [33:0] low;
    input       is_signed;
    input [2:0] sel;
    case (sel)
      3'd5:       low = is_signed ? -34'sd2147483648 : 34'sd0;
      3'd4, 3'd6: low = is_signed ? -34'sd32768 : 34'sd0;
      default:    low = is_signed ? -34'sd128 : 34'sd0;
    endcase
  endfunction

  function signed [33:0] high;
    input       is_signed;
    input [2:0] sel;
    case (sel)
      3'd5:       high = is_signed ? 34'sd2147483647 : 34'sd4294967295;
      3'd4, 3'd6: high = is_signed ? 34'sd32767 : 34'sd65535;
      default:    high = is_signed ? 34'sd127 : 34'sd255;
    endcase
  endfunction

  wire [21:0]        ctl_4;
  wire [31:0]        c_4;
  wire signed [33:0] tmp_4;
  wire               below;
  wire               above;
  plain_row #(.WIDTH(90), .IS_PRESENT(CUTS[4])) u_row_4 (
    .clk_i (clk_i),
    .x_i   ({ctl_3, c_3, tmp, tmp < low(ctl_3[2], ctl_3[15:13]),
             tmp > high(ctl_3[2], ctl_3[15:13])}),
    .x_o   ({ctl_4, c_4, tmp_4, below, above})
  );

  // ==== optSaturate: clamp =======================================================================
  wire signed [33:0] clamped = !ctl_4[3] ? tmp_4
                             : below ? low(ctl_4[2], ctl_4[15:13])
                             : above ? high(ctl_4[2], ctl_4[15:13]) : tmp_4;

  wire [21:0]        ctl_5;
  wire [31:0]        c_5;
  wire signed [33:0] value;
  plain_row #(.WIDTH(88), .IS_PRESENT(CUTS[5])) u_row_5 (
    .clk_i (clk_i),
    .x_i   ({ctl_4, c_4, clamped}),
    .x_o   ({ctl_5, c_5, value})
  );

  // ==== the operators of optSecOp ================================================================
  wire signed [33:0] xc = {{2{ctl_5[2] & c_5[31]}}, c_5};

  wire [21:0] ctl_6;
  wire [31:0] c_6;
  wire [31:0] value_6;
  wire [31:0] total;
  wire        is_less;
  wire        is_greater;
  plain_row #(.WIDTH(120), .IS_PRESENT(CUTS[6])) u_row_6 (
    .clk_i (clk_i),
    .x_i   ({ctl_5, c_5, value[31:0], value[31:0] + c_5, value < xc, value > xc}),
    .x_o   ({ctl_6, c_6, value_6, total, is_less, is_greater})
  );

  // ==== optMerge into c, or the choice of optSecOp ===============================================
  always @* begin
    case (ctl_6[15:13])
      3'd0: d_o = {c_6[31:8], value_6[7:0]};
      3'd1: d_o = {c_6[31:16], value_6[7:0], c_6[7:0]};
      3'd2: d_o = {c_6[31:24], value_6[7:0], c_6[15:0]};
      3'd3: d_o = {value_6[7:0], c_6[23:0]};
      3'd4: d_o = {c_6[31:16], value_6[15:0]};
      3'd6: d_o = {value_6[15:0], c_6[15:0]};
      default:
        case (ctl_6[17:16])
          2'd1:    d_o = total;
          2'd2:    d_o = is_less ? value_6 : c_6;
          2'd3:    d_o = is_greater ? value_6 : c_6;
          default: d_o = value_6;
        endcase
    endcase
  end

  // ==== the valid bits ===========================================================================
  reg [ROWS:1] valid_q;
  always @(posedge clk_i) begin
    if (rst_i) valid_q <= {ROWS{1'b0}};
    else valid_q <= {valid_q, valid_i};
  end
  assign valid_o = valid_q[ROWS];

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
