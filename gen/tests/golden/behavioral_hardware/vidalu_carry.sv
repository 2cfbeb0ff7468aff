// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_carry
// Add, subtract and multiply-add with the carry flag CC.CF.
//
// Operations     add.cc, addc, sub.cc, subc, mad.cc, madc, mul
// Manual         PTX ISA 9.7.2, 9.7.2.1, 9.7.2.2, 9.7.2.3, 9.7.2.4, 9.7.2.5, 9.7.2.6
// Profile        hardware (SEMANTICS D8, H1): CC.CF is a carry, after a subtraction too
// Latency        0: combinational from the instruction to its result
// Handshake      valid_o is valid_i; the result is valid while valid_o is 1; data registers are not
//                reset
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=hardware prefix=vidalu_ handshake=valid reset=rst wide=false
//                style=behavioral adder=+ multiplier=* language=systemverilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_carry (
  input  wire logic        clk_i,    // clock
  input  wire logic        rst_i,    // reset, synchronous, active high
  input  wire logic        valid_i,  // the inputs carry an instruction
  input  wire logic [6:0]  ctl_i,    // control word
  input  wire logic [31:0] a_i,      // first operand
  input  wire logic [31:0] b_i,      // second operand
  input  wire logic [31:0] c_i,      // third operand of mad and madc
  output wire logic        valid_o,  // the outputs carry a result
  output wire logic [31:0] d_o,      // result
  output wire logic        cf_o      // CC.CF of the context after the instruction
);

  // ==== control word =============================================================================
  wire       is_signed  = ctl_i[0];    // operands are signed (.s32 .s64)
  wire [1:0] op         = ctl_i[3:2];  // operation
  wire       hi         = ctl_i[4];    // the high half of the product is used (.hi)
  wire       read_flag  = ctl_i[5];    // CC.CF is an input
  wire       write_flag = ctl_i[6];    // CC.CF is written (.cc)
  // Fields that no operation of this unit reads
  wire unused_fields = {ctl_i[1]};

  localparam [1:0] OpSub = 2'd1;
  localparam [1:0] OpMad = 2'd2;
  localparam [1:0] OpMul = 2'd3;
  wire is_product = (op == OpMad) || (op == OpMul);
  wire subtract = (op == OpSub);

  // ==== execute: the product, of signed factors for all types (9.7.2) ============================
  logic signed [32:0] xa_s33;
  logic signed [32:0] xb_s33;

  always @* begin
    xa_s33 = {is_signed && a_i[31], a_i};
    xb_s33 = {is_signed && b_i[31], b_i};
    // Multiply zeros if the product is not used, which saves a simulator most of its work.
    if (!is_product) begin
      xa_s33 = 33'sd0;
      xb_s33 = 33'sd0;
    end
  end

  wire signed [65:0] product_s66;

  vidalu_mul33 u_multiplier (
    .a_i       (xa_s33),
    .b_i       (xb_s33),
    .product_o (product_s66)
  );

  wire [1:0] unused_top = product_s66[65:64];

  // ==== execute: the sum, with CC.CF (9.7.2) =====================================================
  // CC.CF is read and written in this stage only. So an instruction sees the flag that the one
  // directly before it wrote.
  logic cf_q;
  wire flag = cf_q;
  logic [31:0] half;       // the half of the product that is used
  logic [32:0] augend;     // with one bit above it
  logic [32:0] addend;
  logic        carry_in;   // the carry or borrow that enters
  logic [32:0] total;
  logic        carry_out;  // the carry or borrow that leaves
  logic        flag_new;
  logic        flag_left;
  logic [31:0] d;

  always @* begin
    // .lo or .hi (SEMANTICS D8)
    half = hi ? product_s66[63:32] : product_s66[31:0];
    augend = {1'b0, is_product ? half : a_i};
    addend = {1'b0, is_product ? ((op == OpMad) ? c_i : 32'd0) : b_i};

    // The flag is a carry, after a subtraction the complement of the borrow (SEMANTICS H1).
    carry_in  = read_flag && (subtract ? !flag : flag);
    total     = subtract ? (augend - addend - {32'd0, carry_in})
                         : (augend + addend + {32'd0, carry_in});
    carry_out = total[32];
    flag_new  = subtract ? !carry_out : carry_out;
    flag_left = write_flag ? flag_new : flag;  // without .cc, keep it (SEMANTICS D8)
    d         = total[31:0];
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      cf_q <= 1'd0;
    end else if (valid_i && write_flag) begin
      cf_q <= flag_new;
    end
  end

  assign d_o  = d;
  assign cf_o = flag_left;
  assign valid_o = valid_i;

endmodule

`default_nettype wire
