// add.cc, addc, sub.cc and subc with 32 and 64 bits, transcribed from the manual (PTX ISA 9.7.2.1
// to 9.7.2.4): an adder and a subtractor for each width, side by side. This is the text with which
// `cargo xtask quality` compares the generated unit. It has the ports and the control word of that
// unit.

`default_nettype none

module vidalu_carry (
  input  wire        clk_i,
  input  wire        rst_i,
  input  wire        valid_i,
  input  wire [6:0]  ctl_i,
  input  wire [63:0] a_i,
  input  wire [63:0] b_i,
  output wire        valid_o,
  output wire [63:0] d_o,
  output wire        cf_o
);

  // ==== the fields of the control word ===========================================================
  wire       wide       = ctl_i[1];    // 1: 64 bits, 0: 32 bits
  wire [1:0] op         = ctl_i[3:2];  // 0: add, 1: sub
  wire       read_flag  = ctl_i[5];    // CC.CF is an operand
  wire       write_flag = ctl_i[6];    // .cc

  // ==== d = a + b + CC.CF;  d = a - (b + CC.CF);  one bit more than d is the carry or borrow =====
  reg  cf_q;
  wire carry = read_flag & cf_q;

  wire [32:0] sum_32        = {1'b0, a_i[31:0]} + {1'b0, b_i[31:0]} + {32'd0, carry};
  wire [64:0] sum_64        = {1'b0, a_i} + {1'b0, b_i} + {64'd0, carry};
  wire [32:0] difference_32 = {1'b0, a_i[31:0]} - {1'b0, b_i[31:0]} - {32'd0, carry};
  wire [64:0] difference_64 = {1'b0, a_i} - {1'b0, b_i} - {64'd0, carry};

  wire [32:0] result_32 = (op == 2'd1) ? difference_32 : sum_32;
  wire [64:0] result_64 = (op == 2'd1) ? difference_64 : sum_64;

  assign d_o  = wide ? result_64[63:0] : {32'd0, result_32[31:0]};
  assign cf_o = !write_flag ? cf_q : wide ? result_64[64] : result_32[32];

  always @(posedge clk_i) begin
    if (rst_i) cf_q <= 1'b0;
    else if (valid_i) cf_q <= cf_o;
  end

  assign valid_o = valid_i;

endmodule

`default_nettype wire
