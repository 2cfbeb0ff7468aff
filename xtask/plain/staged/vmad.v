// vmad, transcribed as in `../vmad.v`, and cut by hand into stages with 1 to 6 rows of registers
// between them. The rows stand where the manual's steps end, and inside the multiplication: from
// two rows on, it is four products of half-words and their sum, for multiplier blocks of 18 bits.
// This is the text with which `cargo xtask devices` compares the generated unit. It has the ports
// and the control word of that unit.

`default_nettype none

module vidalu_vmad #(
  parameter ROWS = 1  // the number of rows
) (
  input  wire        clk_i,
  input  wire        rst_i,
  input  wire        valid_i,
  input  wire [13:0] ctl_i,
  input  wire [31:0] a_i,
  input  wire [31:0] b_i,
  input  wire [31:0] c_i,
  output wire        valid_o,
  output wire [31:0] d_o
);

  // A bit for each place of a row: behind select, the products of half-words, the sum of the two in
  // the middle, the product, the sum with c, and the shift.
  localparam [1:6] CUTS = (ROWS == 1) ? 6'b000100
                        : (ROWS == 2) ? 6'b001010
                        : (ROWS == 3) ? 6'b010101
                        : (ROWS == 4) ? 6'b110101
                        : (ROWS == 5) ? 6'b110111 : 6'b111111;

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

  wire [13:0]        ctl_1;
  wire [31:0]        c_1;
  wire signed [32:0] ta;
  wire signed [32:0] tb;
  plain_row #(.WIDTH(112), .IS_PRESENT(CUTS[1])) u_row_1 (
    .clk_i (clk_i),
    .x_i   ({ctl_i, c_i,
             part_select_sign_extend(a_i, ctl_i[0], ctl_i[6:4]),
             part_select_sign_extend(b_i, ctl_i[1], ctl_i[9:7])}),
    .x_o   ({ctl_1, c_1, ta, tb})
  );

  // ==== tmp = ta * tb; ===========================================================================
  wire [13:0]        ctl_4;
  wire [31:0]        c_4;
  wire signed [65:0] product;
  generate
    if (ROWS == 1) begin : gen_whole
      wire signed [65:0] whole = ta * tb;
      plain_row #(.WIDTH(112), .IS_PRESENT(CUTS[4])) u_row_4 (
        .clk_i (clk_i),
        .x_i   ({ctl_1, c_1, whole}),
        .x_o   ({ctl_4, c_4, product})
      );
    end else begin : gen_halves
      wire signed [16:0] ah = ta[32:16];
      wire signed [16:0] al = {1'b0, ta[15:0]};
      wire signed [16:0] bh = tb[32:16];
      wire signed [16:0] bl = {1'b0, tb[15:0]};
      wire signed [33:0] hh_1 = ah * bh;
      wire signed [33:0] hl_1 = ah * bl;
      wire signed [33:0] lh_1 = al * bh;
      wire signed [33:0] ll_1 = al * bl;
      wire [13:0]        ctl_2;
      wire [31:0]        c_2;
      wire signed [33:0] hh;
      wire signed [33:0] hl;
      wire signed [33:0] lh;
      wire signed [33:0] ll;
      plain_row #(.WIDTH(182), .IS_PRESENT(CUTS[2])) u_row_2 (
        .clk_i (clk_i),
        .x_i   ({ctl_1, c_1, hh_1, hl_1, lh_1, ll_1}),
        .x_o   ({ctl_2, c_2, hh, hl, lh, ll})
      );

      wire [13:0]        ctl_3;
      wire [31:0]        c_3;
      wire signed [33:0] hh_3;
      wire signed [34:0] middle;
      wire signed [33:0] ll_3;
      wire signed [34:0] middle_2 = hl + lh;
      plain_row #(.WIDTH(149), .IS_PRESENT(CUTS[3])) u_row_3 (
        .clk_i (clk_i),
        .x_i   ({ctl_2, c_2, hh, middle_2, ll}),
        .x_o   ({ctl_3, c_3, hh_3, middle, ll_3})
      );

      wire signed [49:0] outer = {hh_3, ll_3[31:16]};
      wire signed [49:0] upper = outer + middle;
      plain_row #(.WIDTH(112), .IS_PRESENT(CUTS[4])) u_row_4 (
        .clk_i (clk_i),
        .x_i   ({ctl_3, c_3, upper, ll_3[15:0]}),
        .x_o   ({ctl_4, c_4, product})
      );
    end
  endgenerate

  // ==== negate by a complement, with lsb = 1, and add c ==========================================
  // signedFinal = isSigned(atype) || isSigned(btype) || (a.negate ^ b.negate) || c.negate;
  wire [1:0] mode           = ctl_4[11:10];
  wire       signed_final_4 = ctl_4[0] | ctl_4[1] | (mode == 2'd1) | (mode == 2'd2);

  reg signed [65:0] tmp;
  reg        [31:0] c;
  reg               lsb;
  always @* begin
    tmp = product;
    c   = c_4;
    lsb = 1'b0;
    case (mode)
      2'd3: lsb = 1'b1;
      2'd1: begin
        tmp = ~product;
        lsb = 1'b1;
      end
      2'd2: begin
        c   = ~c_4;
        lsb = 1'b1;
      end
      default: ;
    endcase
  end

  // tmp128 = tmp + c + lsb;  the exact sum has 66 bits (decision D5)
  wire               signed_final;
  wire               sat;
  wire [1:0]         scale;
  wire signed [65:0] sum;
  plain_row #(.WIDTH(70), .IS_PRESENT(CUTS[5])) u_row_5 (
    .clk_i (clk_i),
    .x_i   ({signed_final_4, ctl_4[3], ctl_4[13:12],
             tmp + {{34{signed_final_4 & c[31]}}, c} + {65'd0, lsb}}),
    .x_o   ({signed_final, sat, scale, sum})
  );

  // ==== shift ====================================================================================
  reg signed [65:0] scaled;
  always @* begin
    case (scale)
      2'd1:    scaled = sum >>> 7;
      2'd2:    scaled = sum >>> 15;
      default: scaled = sum;
    endcase
  end

  wire               signed_final_6;
  wire               sat_6;
  wire signed [65:0] shifted;
  plain_row #(.WIDTH(68), .IS_PRESENT(CUTS[6])) u_row_6 (
    .clk_i (clk_i),
    .x_i   ({signed_final, sat, scaled}),
    .x_o   ({signed_final_6, sat_6, shifted})
  );

  // ==== clamp ====================================================================================
  wire signed [65:0] low     = signed_final_6 ? -66'sd2147483648 : 66'sd0;
  wire signed [65:0] high    = signed_final_6 ? 66'sd2147483647 : 66'sd4294967295;
  wire signed [65:0] clamped = (shifted < low) ? low : (shifted > high) ? high : shifted;

  assign d_o = sat_6 ? clamped[31:0] : shifted[31:0];

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
