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
// Latency        5 clock cycles, one instruction per cycle; registers after multiply (4), after
//                half
// Handshake      valid_o is valid_i after the latency; the result is valid while valid_o is 1; data
//                registers are not reset
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=5 handshake=valid reset=rst contexts=3 adder=+
//                multiplier=* language=verilog ops=all
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

  // ==== control word =============================================================================
  wire       is_signed  = ctl_i[0];    // operands are signed (.s32 .s64)
  wire       wide       = ctl_i[1];    // operands have 64 bits
  wire [1:0] op         = ctl_i[3:2];  // operation
  wire       hi         = ctl_i[4];    // the high half of the product is used (.hi)
  wire       read_flag  = ctl_i[5];    // CC.CF is an input
  wire       write_flag = ctl_i[6];    // CC.CF is written (.cc)

  localparam [1:0] OpSub = 2'd1;
  localparam [1:0] OpMad = 2'd2;
  localparam [1:0] OpMul = 2'd3;
  wire is_product = (op == OpMad) || (op == OpMul);
  wire subtract = (op == OpSub);

  // ==== select: the factors, extended to signed ones, and what is added (9.7.2) ==================
  wire signed [64:0] xa_s65 = $signed(wide ? {is_signed && a_i[63], a_i}
                                           : {{33{is_signed && a_i[31]}}, a_i[31:0]});
  wire signed [64:0] xb_s65 = $signed(wide ? {is_signed && b_i[63], b_i}
                                           : {{33{is_signed && b_i[31]}}, b_i[31:0]});
  wire [63:0] addend = is_product ? c_i & {64{(op == OpMad)}} : b_i;

  // ==== multiply: the whole product, one multiplier for all types (9.7.2.5, 9.7.2.6) =============
  wire signed [129:0] product_s130;

  vidalu_mul65 u_multiplier (
    .a_i       (xa_s65),
    .b_i       (xb_s65),
    .product_o (product_s130)
  );

  wire [127:0] product = product_s130[127:0];
  wire [1:0] unused_top = product_s130[129:128];
  wire [63:0] left = xa_s65[63:0];

  // ---- registers: multiply -> half --------------------------------------------------------------
  reg [127:0] product_q;
  reg [63:0]  left_q;
  reg [63:0]  addend_q;
  reg         is_product_q;
  reg         hi_q;
  reg         wide_q;
  reg         subtract_q;
  reg         read_flag_q;
  reg         write_flag_q;
  reg [1:0]   ctx_q;

  always @(posedge clk_i) begin
    product_q <= product;
    left_q <= left;
    addend_q <= addend;
    is_product_q <= is_product;
    hi_q <= hi;
    wide_q <= wide;
    subtract_q <= subtract;
    read_flag_q <= read_flag;
    write_flag_q <= write_flag;
    ctx_q <= ctx_i;
  end

  reg valid_q;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q <= 1'b0;
    end else begin
      valid_q <= valid_i;
    end
  end

  // ---- registers: multiply -> half --------------------------------------------------------------
  reg [127:0] product_q2;
  reg [63:0]  left_q2;
  reg [63:0]  addend_q2;
  reg         is_product_q2;
  reg         hi_q2;
  reg         wide_q2;
  reg         subtract_q2;
  reg         read_flag_q2;
  reg         write_flag_q2;
  reg [1:0]   ctx_q2;

  always @(posedge clk_i) begin
    product_q2 <= product_q;
    left_q2 <= left_q;
    addend_q2 <= addend_q;
    is_product_q2 <= is_product_q;
    hi_q2 <= hi_q;
    wide_q2 <= wide_q;
    subtract_q2 <= subtract_q;
    read_flag_q2 <= read_flag_q;
    write_flag_q2 <= write_flag_q;
    ctx_q2 <= ctx_q;
  end

  reg valid_q2;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q2 <= 1'b0;
    end else begin
      valid_q2 <= valid_q;
    end
  end

  // ---- registers: multiply -> half --------------------------------------------------------------
  reg [127:0] product_q3;
  reg [63:0]  left_q3;
  reg [63:0]  addend_q3;
  reg         is_product_q3;
  reg         hi_q3;
  reg         wide_q3;
  reg         subtract_q3;
  reg         read_flag_q3;
  reg         write_flag_q3;
  reg [1:0]   ctx_q3;

  always @(posedge clk_i) begin
    product_q3 <= product_q2;
    left_q3 <= left_q2;
    addend_q3 <= addend_q2;
    is_product_q3 <= is_product_q2;
    hi_q3 <= hi_q2;
    wide_q3 <= wide_q2;
    subtract_q3 <= subtract_q2;
    read_flag_q3 <= read_flag_q2;
    write_flag_q3 <= write_flag_q2;
    ctx_q3 <= ctx_q2;
  end

  reg valid_q3;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q3 <= 1'b0;
    end else begin
      valid_q3 <= valid_q2;
    end
  end

  // ---- registers: multiply -> half --------------------------------------------------------------
  reg [127:0] product_q4;
  reg [63:0]  left_q4;
  reg [63:0]  addend_q4;
  reg         is_product_q4;
  reg         hi_q4;
  reg         wide_q4;
  reg         subtract_q4;
  reg         read_flag_q4;
  reg         write_flag_q4;
  reg [1:0]   ctx_q4;

  always @(posedge clk_i) begin
    product_q4 <= product_q3;
    left_q4 <= left_q3;
    addend_q4 <= addend_q3;
    is_product_q4 <= is_product_q3;
    hi_q4 <= hi_q3;
    wide_q4 <= wide_q3;
    subtract_q4 <= subtract_q3;
    read_flag_q4 <= read_flag_q3;
    write_flag_q4 <= write_flag_q3;
    ctx_q4 <= ctx_q3;
  end

  reg valid_q4;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q4 <= 1'b0;
    end else begin
      valid_q4 <= valid_q3;
    end
  end

  // ==== half: .lo or .hi of the product (9.7.2.5; SEMANTICS D8) ==================================
  wire [63:0] half = wide_q4 ? (hi_q4 ? product_q4[127:64] : product_q4[63:0])
                             : {32'd0, hi_q4 ? product_q4[63:32] : product_q4[31:0]};
  wire [63:0] augend = is_product_q4 ? half : left_q4;

  // ---- registers: half -> add -------------------------------------------------------------------
  reg [63:0] augend_q;
  reg [63:0] addend_q5;
  reg        wide_q5;
  reg        subtract_q5;
  reg        read_flag_q5;
  reg        write_flag_q5;
  reg [1:0]  ctx_q5;

  always @(posedge clk_i) begin
    augend_q <= augend;
    addend_q5 <= addend_q4;
    wide_q5 <= wide_q4;
    subtract_q5 <= subtract_q4;
    read_flag_q5 <= read_flag_q4;
    write_flag_q5 <= write_flag_q4;
    ctx_q5 <= ctx_q4;
  end

  reg valid_q5;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q5 <= 1'b0;
    end else begin
      valid_q5 <= valid_q4;
    end
  end

  // ==== add: the sum, with CC.CF (9.7.2) =========================================================
  // CC.CF is read and written in this stage only. So an instruction sees the flag that the one
  // directly before it wrote.
  reg [2:0] cf_q;
  wire flag = cf_q[ctx_q5];
  wire flag_new;
  wire [63:0] sum;

  vidalu_carry_adder u_carry_adder (
    .a_i         (augend_q),
    .b_i         (addend_q5),
    .wide_i      (wide_q5),
    .subtract_i  (subtract_q5),
    .read_flag_i (read_flag_q5),
    .flag_i      (flag),
    .d_o         (sum),
    .flag_o      (flag_new)
  );

  // Without .cc, the flag keeps its value (SEMANTICS D8).
  wire flag_left = write_flag_q5 ? flag_new : flag;

  always @(posedge clk_i) begin
    if (rst_i) begin
      cf_q <= 3'd0;
    end else if (valid_q5 && write_flag_q5) begin
      cf_q[ctx_q5] <= flag_new;
    end
  end

  assign d_o  = sum;
  assign cf_o = flag_left;
  assign valid_o = valid_q5;

endmodule

`default_nettype wire
