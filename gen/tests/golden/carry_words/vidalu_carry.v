// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_carry
// Add, subtract and multiply-add with the carry flag CC.CF.
//
// Operations     add.cc, addc, sub.cc, subc, mad.cc, madc, mul
// Manual         PTX ISA 9.7.2, 9.7.2.1, 9.7.2.2, 9.7.2.3, 9.7.2.4, 9.7.2.5, 9.7.2.6
// Profile        hardware (SEMANTICS D8, H1): CC.CF is a carry, after a subtraction too
// Latency        2 clock cycles, one instruction per cycle; registers after multiply (2)
// Handshake      a transfer takes place when valid and ready are 1; the pipeline stalls while a
//                result is not taken; flush_i drops all instructions in flight; data registers are
//                not reset
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=hardware prefix=vidalu_ depth=2 handshake=valid-ready flush reset=rst
//                wide=false adder=+ multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_carry (
  input  wire        clk_i,    // clock
  input  wire        rst_i,    // reset, synchronous, active high
  input  wire        flush_i,  // drops the instructions in flight and the one at the inputs
  input  wire        valid_i,  // the inputs carry an instruction
  output wire        ready_o,  // the instruction is accepted
  input  wire [6:0]  ctl_i,    // control word
  input  wire [31:0] a_i,      // first operand
  input  wire [31:0] b_i,      // second operand
  input  wire [31:0] c_i,      // third operand of mad and madc
  output wire        valid_o,  // the outputs carry a result
  input  wire        ready_i,  // the receiver takes the result
  output wire [31:0] d_o,      // result
  output wire        cf_o      // CC.CF of the context after the instruction
);

  // ==== flow: all stages move together; they stall while a result is not taken ===================
  wire advance = ready_i || !valid_o;
  assign ready_o = advance;

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

  // ==== select: the factors, extended to signed ones, and what is added (9.7.2) ==================
  wire signed [32:0] xa_s33 = {is_signed && a_i[31], a_i};
  wire signed [32:0] xb_s33 = {is_signed && b_i[31], b_i};
  wire [31:0] addend = is_product ? c_i & {32{(op == OpMad)}} : b_i;

  // ==== multiply: the whole product, one multiplier for all types (9.7.2.5, 9.7.2.6) =============
  wire signed [65:0] product_s66;

  vidalu_mul33 u_multiplier (
    .a_i       (xa_s33),
    .b_i       (xb_s33),
    .product_o (product_s66)
  );

  wire [63:0] product = product_s66[63:0];
  wire [1:0] unused_top = product_s66[65:64];
  wire [31:0] left = xa_s33[31:0];

  // ---- registers: multiply -> half --------------------------------------------------------------
  reg [63:0] product_q;
  reg [31:0] left_q;
  reg [31:0] addend_q;
  reg        is_product_q;
  reg        hi_q;
  reg        subtract_q;
  reg        read_flag_q;
  reg        write_flag_q;

  always @(posedge clk_i) begin
    if (advance) begin
      product_q <= product;
      left_q <= left;
      addend_q <= addend;
      is_product_q <= is_product;
      hi_q <= hi;
      subtract_q <= subtract;
      read_flag_q <= read_flag;
      write_flag_q <= write_flag;
    end
  end

  reg valid_q;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q <= 1'b0;
    end else if (flush_i) begin
      valid_q <= 1'b0;
    end else if (advance) begin
      valid_q <= valid_i;
    end
  end

  // ---- registers: multiply -> half --------------------------------------------------------------
  reg [63:0] product_q2;
  reg [31:0] left_q2;
  reg [31:0] addend_q2;
  reg        is_product_q2;
  reg        hi_q2;
  reg        subtract_q2;
  reg        read_flag_q2;
  reg        write_flag_q2;

  always @(posedge clk_i) begin
    if (advance) begin
      product_q2 <= product_q;
      left_q2 <= left_q;
      addend_q2 <= addend_q;
      is_product_q2 <= is_product_q;
      hi_q2 <= hi_q;
      subtract_q2 <= subtract_q;
      read_flag_q2 <= read_flag_q;
      write_flag_q2 <= write_flag_q;
    end
  end

  reg valid_q2;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q2 <= 1'b0;
    end else if (flush_i) begin
      valid_q2 <= 1'b0;
    end else if (advance) begin
      valid_q2 <= valid_q;
    end
  end

  // ==== half: .lo or .hi of the product (9.7.2.5; SEMANTICS D8) ==================================
  wire [31:0] half = hi_q2 ? product_q2[63:32] : product_q2[31:0];
  wire [31:0] augend = is_product_q2 ? half : left_q2;

  // ==== add: the sum, with CC.CF (9.7.2) =========================================================
  // CC.CF is read and written in this stage only. So an instruction sees the flag that the one
  // directly before it wrote.
  reg cf_q;
  wire flag = cf_q;
  wire flag_new;
  wire [31:0] sum;

  vidalu_carry_adder u_carry_adder (
    .a_i         (augend),
    .b_i         (addend_q2),
    .subtract_i  (subtract_q2),
    .read_flag_i (read_flag_q2),
    .flag_i      (flag),
    .d_o         (sum),
    .flag_o      (flag_new)
  );

  // Without .cc, the flag keeps its value (SEMANTICS D8).
  wire flag_left = write_flag_q2 ? flag_new : flag;

  always @(posedge clk_i) begin
    if (rst_i) begin
      cf_q <= 1'd0;
    end else if (valid_q2 && advance && write_flag_q2) begin
      cf_q <= flag_new;
    end
  end

  assign d_o  = sum;
  assign cf_o = flag_left;
  assign valid_o = valid_q2;

endmodule

`default_nettype wire
