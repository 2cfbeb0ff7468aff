// add.cc, addc, sub.cc, subc, mad.cc, madc and mul with 32 and 64 bits, transcribed from the manual
// (PTX ISA 9.7.2): an adder, a subtractor and a multiply-add for each width, side by side. All
// products are of one multiplication, whose factors are extended. This is the text with which
// `cargo xtask quality` compares the generated unit. It has the ports and the control word of that
// unit; docs/semantics.md explains D8.

`default_nettype none

module vidalu_carry (
  input  wire        clk_i,
  input  wire        rst_i,
  input  wire        valid_i,
  input  wire [6:0]  ctl_i,
  input  wire [63:0] a_i,
  input  wire [63:0] b_i,
  input  wire [63:0] c_i,
  output wire        valid_o,
  output wire [63:0] d_o,
  output wire        cf_o
);

  // ==== the fields of the control word ===========================================================
  wire       is_signed  = ctl_i[0];    // 1: .s32 or .s64
  wire       wide       = ctl_i[1];    // 1: 64 bits, 0: 32 bits
  wire [1:0] op         = ctl_i[3:2];  // 0: add, 1: sub, 2: mad, 3: mul
  wire       hi         = ctl_i[4];    // 1: .hi, 0: .lo
  wire       read_flag  = ctl_i[5];    // CC.CF is an operand
  wire       write_flag = ctl_i[6];    // .cc

  // ==== d = a + b + CC.CF;  d = a - (b + CC.CF);  one bit more than d is the carry or borrow =====
  reg  cf_q;
  wire carry = read_flag & cf_q;

  wire [32:0] sum_32        = {1'b0, a_i[31:0]} + {1'b0, b_i[31:0]} + {32'd0, carry};
  wire [64:0] sum_64        = {1'b0, a_i} + {1'b0, b_i} + {64'd0, carry};
  wire [32:0] difference_32 = {1'b0, a_i[31:0]} - {1'b0, b_i[31:0]} - {32'd0, carry};
  wire [64:0] difference_64 = {1'b0, a_i} - {1'b0, b_i} - {64'd0, carry};

  // ==== t = a * b;  d = a half of t + c + CC.CF ==================================================
  wire signed [64:0] xa = wide ? {is_signed & a_i[63], a_i}
                               : {{33{is_signed & a_i[31]}}, a_i[31:0]};
  wire signed [64:0] xb = wide ? {is_signed & b_i[63], b_i}
                               : {{33{is_signed & b_i[31]}}, b_i[31:0]};
  wire signed [129:0] t;
  vidalu_mul65 u_multiplier (
    .a_i       (xa),
    .b_i       (xb),
    .product_o (t)
  );

  wire [31:0] half_32 = hi ? t[63:32] : t[31:0];
  wire [63:0] half_64 = hi ? t[127:64] : t[63:0];
  wire [32:0] mad_32  = {1'b0, half_32} + {1'b0, c_i[31:0]} + {32'd0, carry};
  wire [64:0] mad_64  = {1'b0, half_64} + {1'b0, c_i} + {64'd0, carry};

  // ==== the result; mul neither reads nor writes CC.CF ===========================================
  reg [32:0] result_32;
  reg [64:0] result_64;
  always @* begin
    case (op)
      2'd0: begin
        result_32 = sum_32;
        result_64 = sum_64;
      end
      2'd1: begin
        result_32 = difference_32;
        result_64 = difference_64;
      end
      2'd2: begin
        result_32 = mad_32;
        result_64 = mad_64;
      end
      default: begin
        result_32 = {1'b0, half_32};
        result_64 = {1'b0, half_64};
      end
    endcase
  end

  assign d_o  = wide ? result_64[63:0] : {32'd0, result_32[31:0]};
  assign cf_o = !write_flag ? cf_q : wide ? result_64[64] : result_32[32];

  always @(posedge clk_i) begin
    if (rst_i) cf_q <= 1'b0;
    else if (valid_i) cf_q <= cf_o;
  end

  assign valid_o = valid_i;

endmodule

// `*`, in a module of its own, so that a proof can treat its result as any number.
module vidalu_mul65 (
  input  wire signed [64:0]  a_i,
  input  wire signed [64:0]  b_i,
  output wire signed [129:0] product_o
);

  assign product_o = a_i * b_i;

endmodule

`default_nettype wire
