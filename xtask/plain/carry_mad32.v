// mad.cc and madc with 32 bits, transcribed from the manual (PTX ISA 9.7.2.5 and 9.7.2.6): a
// multiplication and an addition. This is the text with which `cargo xtask quality` compares the
// generated unit. It has the ports and the control word of that unit.

`default_nettype none

module vidalu_carry (
  input  wire        clk_i,
  input  wire        rst_i,
  input  wire        valid_i,
  input  wire [6:0]  ctl_i,
  input  wire [31:0] a_i,
  input  wire [31:0] b_i,
  input  wire [31:0] c_i,
  output wire        valid_o,
  output wire [31:0] d_o,
  output wire        cf_o
);

  // ==== the fields of the control word ===========================================================
  wire is_signed  = ctl_i[0];  // 1: .s32, 0: .u32
  wire hi         = ctl_i[4];  // 1: .hi, 0: .lo
  wire read_flag  = ctl_i[5];  // CC.CF is an operand
  wire write_flag = ctl_i[6];  // .cc

  // ==== t = a * b;  d = t<63..32> + c + CC.CF or d = t<31..0> + c + CC.CF ========================
  wire signed [32:0] xa = {is_signed & a_i[31], a_i};
  wire signed [32:0] xb = {is_signed & b_i[31], b_i};
  wire signed [65:0] t;
  vidalu_mul33 u_multiplier (
    .a_i       (xa),
    .b_i       (xb),
    .product_o (t)
  );

  reg         cf_q;
  wire        carry = read_flag & cf_q;
  wire [31:0] half  = hi ? t[63:32] : t[31:0];
  wire [32:0] sum   = {1'b0, half} + {1'b0, c_i} + {32'd0, carry};

  assign d_o  = sum[31:0];
  assign cf_o = write_flag ? sum[32] : cf_q;

  always @(posedge clk_i) begin
    if (rst_i) cf_q <= 1'b0;
    else if (valid_i) cf_q <= cf_o;
  end

  assign valid_o = valid_i;

endmodule

// `*`, in a module of its own, so that a proof can treat its result as any number.
module vidalu_mul33 (
  input  wire signed [32:0] a_i,
  input  wire signed [32:0] b_i,
  output wire signed [65:0] product_o
);

  assign product_o = a_i * b_i;

endmodule

`default_nettype wire
