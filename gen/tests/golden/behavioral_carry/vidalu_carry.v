// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_carry
// Add, subtract and multiply-add with the carry flag CC.CF.
//
// Operations     add.cc, addc, sub.cc, subc, mad.cc, madc, mul
// Manual         PTX ISA 9.7.2, 9.7.2.1, 9.7.2.2, 9.7.2.3, 9.7.2.4, 9.7.2.5, 9.7.2.6
// Profile        manual (SEMANTICS D8, D9): CC.CF is a borrow after a subtraction, otherwise a
//                carry
// Latency        1 clock cycle, one instruction per cycle; registers at the inputs
// Handshake      valid_o is valid_i after the latency; the result is valid while valid_o is 1; data
//                registers are not reset
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=1 handshake=valid reset=rst contexts=3
//                style=behavioral adder=+ multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_carry (
  input  wire        clk_i,    // clock
  input  wire        rst_i,    // reset, synchronous, active high
  input  wire        valid_i,  // the inputs carry an instruction
  input  wire [6:0]  ctl_i,    // control word
  input  wire [1:0]  ctx_i,    // context, 0 to 2, which selects CC.CF
  input  wire [63:0] a_i,      // first operand
  input  wire [63:0] b_i,      // second operand
  input  wire [63:0] c_i,      // third operand of mad and madc
  output wire        valid_o,  // the outputs carry a result
  output wire [63:0] d_o,      // result, in the low half for 32 bits
  output wire        cf_o      // CC.CF of the context after the instruction
);

  // ---- registers: input -> execute --------------------------------------------------------------
  reg [6:0]  ctl_q;
  reg [1:0]  ctx_q;
  reg [63:0] a_q;
  reg [63:0] b_q;
  reg [63:0] c_q;

  always @(posedge clk_i) begin
    ctl_q <= ctl_i;
    ctx_q <= ctx_i;
    a_q <= a_i;
    b_q <= b_i;
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

  // ==== control word =============================================================================
  wire       is_signed  = ctl_q[0];    // operands are signed (.s32 .s64)
  wire       wide       = ctl_q[1];    // operands have 64 bits
  wire [1:0] op         = ctl_q[3:2];  // operation
  wire       hi         = ctl_q[4];    // the high half of the product is used (.hi)
  wire       read_flag  = ctl_q[5];    // CC.CF is an input
  wire       write_flag = ctl_q[6];    // CC.CF is written (.cc)

  localparam [1:0] OpSub = 2'd1;
  localparam [1:0] OpMad = 2'd2;
  localparam [1:0] OpMul = 2'd3;
  wire is_product = (op == OpMad) || (op == OpMul);
  wire subtract = (op == OpSub);

  // ==== execute: the product, of signed factors for all types (9.7.2) ============================
  reg signed [64:0] xa_s65;
  reg signed [64:0] xb_s65;

  always @* begin
    xa_s65 = $signed(wide ? {is_signed && a_q[63], a_q}
                          : {{33{is_signed && a_q[31]}}, a_q[31:0]});
    xb_s65 = $signed(wide ? {is_signed && b_q[63], b_q}
                          : {{33{is_signed && b_q[31]}}, b_q[31:0]});
    // Multiply zeros if the product is not used, which saves a simulator most of its work.
    if (!is_product) begin
      xa_s65 = 65'sd0;
      xb_s65 = 65'sd0;
    end
  end

  wire signed [129:0] product_s130;

  vidalu_mul65 u_multiplier (
    .a_i       (xa_s65),
    .b_i       (xb_s65),
    .product_o (product_s130)
  );

  wire [1:0] unused_top = product_s130[129:128];

  // ==== execute: the sum, with CC.CF (9.7.2) =====================================================
  // CC.CF is read and written in this stage only. So an instruction sees the flag that the one
  // directly before it wrote.
  reg [2:0] cf_q;
  wire flag = cf_q[ctx_q];
  reg [63:0] half;       // the half of the product that is used
  reg [64:0] augend;     // with one bit above it
  reg [64:0] addend;
  reg        carry_in;   // the carry or borrow that enters
  reg [64:0] total;
  reg        carry_out;  // the carry or borrow that leaves
  reg        flag_new;
  reg        flag_left;
  reg [63:0] d;

  always @* begin
    // .lo or .hi (SEMANTICS D8)
    half = wide ? (hi ? product_s130[127:64] : product_s130[63:0])
                : {32'd0, hi ? product_s130[63:32] : product_s130[31:0]};
    augend = {1'b0, is_product ? half : a_q};
    addend = {1'b0, is_product ? ((op == OpMad) ? c_q : 64'd0) : b_q};
    if (!wide) begin
      augend[64:32] = 33'd0;
      addend[64:32] = 33'd0;
    end

    // The flag is a borrow in a subtraction, else a carry (9.7.2.3, 9.7.2.4).
    carry_in  = read_flag && flag;
    total     = subtract ? (augend - addend - {64'd0, carry_in})
                         : (augend + addend + {64'd0, carry_in});
    carry_out = wide ? total[64] : total[32];
    flag_new  = carry_out;
    flag_left = write_flag ? flag_new : flag;  // without .cc, keep it (SEMANTICS D8)
    d         = wide ? total[63:0] : {32'd0, total[31:0]};
  end

  always @(posedge clk_i) begin
    if (rst_i) begin
      cf_q <= 3'd0;
    end else if (valid_q && write_flag) begin
      cf_q[ctx_q] <= flag_new;
    end
  end

  assign d_o  = d;
  assign cf_o = flag_left;
  assign valid_o = valid_q;

endmodule

`default_nettype wire
