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
// Latency        3 clock cycles, one instruction per cycle, or one 64-bit product in 3 (.lo) or 4
//                (.hi) cycles; registers after multiply (2), after accumulate
// Handshake      a transfer takes place when valid and ready are 1; the pipeline stalls while a
//                result is not taken; keep a 64-bit product stable at the inputs until it is
//                accepted; withdrawing it restarts it, changing it makes the result wrong; nothing
//                moves in a cycle without ce_i; flush_i drops all instructions in flight; data
//                registers are not reset
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=3 handshake=valid-ready clock_enable flush
//                reset=rst contexts=2 mad64=iterative adder=+ multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_carry (
  input  wire        clk_i,    // clock
  input  wire        rst_i,    // reset, synchronous, active high
  input  wire        ce_i,     // clock enable: nothing moves without it
  input  wire        flush_i,  // drops the instructions in flight and the one at the inputs
  input  wire        valid_i,  // the inputs carry an instruction
  output wire        ready_o,  // the instruction is accepted
  input  wire [6:0]  ctl_i,    // control word
  input  wire        ctx_i,    // context, 0 to 1, which selects CC.CF
  input  wire [63:0] a_i,      // first operand
  input  wire [63:0] b_i,      // second operand
  input  wire [63:0] c_i,      // third operand of mad and madc
  output wire        valid_o,  // the outputs carry a result
  input  wire        ready_i,  // the receiver takes the result
  output wire [63:0] d_o,      // result, in the low half for 32 bits
  output wire        cf_o      // CC.CF of the context after the instruction
);

  // ==== flow: all stages move together; they stall while a result is not taken ===================
  wire taken   = ready_i || !valid_o;
  wire advance = ce_i && taken;
  wire more;  // another step of the instruction follows
  assign ready_o = taken && !more;

  // ==== steps: a 64-bit product enters as products of 32 bits ====================================
  // The instruction stays at the inputs until its last step. Only that step is valid.
  reg [1:0] step;
  wire several = ctl_i[1] && ((ctl_i[3:2] == 2'd2) || (ctl_i[3:2] == 2'd3));
  assign more = valid_i && several && (step < {1'b1, ctl_i[4]});
  wire valid = valid_i && !more;

  always @(posedge clk_i) begin
    if (rst_i) begin
      step <= 2'd0;
    end else if (ce_i && flush_i) begin
      step <= 2'd0;
    end else if (ce_i && !valid_i) begin
      step <= 2'd0;
    end else if (advance) begin
      step <= more ? step + 2'd1 : 2'd0;
    end
  end

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
  wire [31:0] a_word = step[1] ? a_i[63:32] : a_i[31:0];
  wire [31:0] b_word = step[0] ? b_i[63:32] : b_i[31:0];
  wire signed [32:0] xa_s33 = {is_signed && (step[1] == wide) && a_word[31], a_word};
  wire signed [32:0] xb_s33 = {is_signed && (step[0] == wide) && b_word[31], b_word};
  wire [63:0] addend = is_product ? c_i & {64{(op == OpMad)}} : b_i;

  // ==== multiply: the whole product, one multiplier for all types (9.7.2.5, 9.7.2.6) =============
  wire signed [65:0] product_s66;

  vidalu_mul33 u_multiplier (
    .a_i       (xa_s33),
    .b_i       (xb_s33),
    .product_o (product_s66)
  );

  // ---- registers: multiply -> accumulate --------------------------------------------------------
  reg signed [65:0] product_s66_q;
  reg [63:0]        a_q;
  reg [63:0]        addend_q;
  reg [1:0]         step_q;
  reg               is_product_q;
  reg               hi_q;
  reg               wide_q;
  reg               subtract_q;
  reg               read_flag_q;
  reg               write_flag_q;
  reg               ctx_q;

  always @(posedge clk_i) begin
    if (advance) begin
      product_s66_q <= product_s66;
      a_q <= a_i;
      addend_q <= addend;
      step_q <= step;
      is_product_q <= is_product;
      hi_q <= hi;
      wide_q <= wide;
      subtract_q <= subtract;
      read_flag_q <= read_flag;
      write_flag_q <= write_flag;
      ctx_q <= ctx_i;
    end
  end

  reg valid_q;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q <= 1'b0;
    end else if (ce_i && flush_i) begin
      valid_q <= 1'b0;
    end else if (advance) begin
      valid_q <= valid;
    end
  end

  // ---- registers: multiply -> accumulate --------------------------------------------------------
  reg signed [65:0] product_s66_q2;
  reg [63:0]        a_q2;
  reg [63:0]        addend_q2;
  reg [1:0]         step_q2;
  reg               is_product_q2;
  reg               hi_q2;
  reg               wide_q2;
  reg               subtract_q2;
  reg               read_flag_q2;
  reg               write_flag_q2;
  reg               ctx_q2;

  always @(posedge clk_i) begin
    if (advance) begin
      product_s66_q2 <= product_s66_q;
      a_q2 <= a_q;
      addend_q2 <= addend_q;
      step_q2 <= step_q;
      is_product_q2 <= is_product_q;
      hi_q2 <= hi_q;
      wide_q2 <= wide_q;
      subtract_q2 <= subtract_q;
      read_flag_q2 <= read_flag_q;
      write_flag_q2 <= write_flag_q;
      ctx_q2 <= ctx_q;
    end
  end

  reg valid_q2;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q2 <= 1'b0;
    end else if (ce_i && flush_i) begin
      valid_q2 <= 1'b0;
    end else if (advance) begin
      valid_q2 <= valid_q;
    end
  end

  // ==== accumulate: the products of the halves, each at its weight (9.7.2.5, 9.7.2.6) ============
  // Step 0 starts a new sum. The products of steps 1 and 3 weigh 2^32 times as much as the products
  // of the steps before them, so the sum moves down by a word first. The word that leaves it after
  // step 0 is the lowest word of the product.
  reg [65:0] partial_q;
  reg [31:0] low_q;
  wire [65:0] so_far = (step_q2[0] ? {{32{partial_q[65]}}, partial_q[65:32]} : partial_q)
                       & {66{(step_q2 != 2'd0)}};
  wire [65:0] total = product_s66_q2 + so_far;
  wire [63:0] product = total[63:0];

  always @(posedge clk_i) begin
    if (advance) begin
      partial_q <= total;
      low_q <= partial_q[31:0];
    end
  end

  // ---- registers: accumulate -> half ------------------------------------------------------------
  reg [63:0] product_q;
  reg [31:0] low_q2;
  reg [63:0] a_q3;
  reg [63:0] addend_q3;
  reg        is_product_q3;
  reg        hi_q3;
  reg        wide_q3;
  reg        subtract_q3;
  reg        read_flag_q3;
  reg        write_flag_q3;
  reg        ctx_q3;

  always @(posedge clk_i) begin
    if (advance) begin
      product_q <= product;
      low_q2 <= low_q;
      a_q3 <= a_q2;
      addend_q3 <= addend_q2;
      is_product_q3 <= is_product_q2;
      hi_q3 <= hi_q2;
      wide_q3 <= wide_q2;
      subtract_q3 <= subtract_q2;
      read_flag_q3 <= read_flag_q2;
      write_flag_q3 <= write_flag_q2;
      ctx_q3 <= ctx_q2;
    end
  end

  reg valid_q3;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q3 <= 1'b0;
    end else if (ce_i && flush_i) begin
      valid_q3 <= 1'b0;
    end else if (advance) begin
      valid_q3 <= valid_q2;
    end
  end

  // ==== half: .lo or .hi of the product (9.7.2.5; SEMANTICS D8) ==================================
  wire [63:0] half = wide_q3 ? (hi_q3 ? product_q : {product_q[31:0], low_q2})
                             : {32'd0, hi_q3 ? product_q[63:32] : product_q[31:0]};
  wire [63:0] augend = is_product_q3 ? half : a_q3;

  // ==== add: the sum, with CC.CF (9.7.2) =========================================================
  // CC.CF is read and written in this stage only. So an instruction sees the flag that the one
  // directly before it wrote.
  reg [1:0] cf_q;
  wire flag = cf_q[ctx_q3];
  wire flag_new;
  wire [63:0] sum;

  vidalu_carry_adder u_carry_adder (
    .a_i         (augend),
    .b_i         (addend_q3),
    .wide_i      (wide_q3),
    .subtract_i  (subtract_q3),
    .read_flag_i (read_flag_q3),
    .flag_i      (flag),
    .d_o         (sum),
    .flag_o      (flag_new)
  );

  // Without .cc, the flag keeps its value (SEMANTICS D8).
  wire flag_left = write_flag_q3 ? flag_new : flag;

  always @(posedge clk_i) begin
    if (rst_i) begin
      cf_q <= 2'd0;
    end else if (valid_q3 && advance && write_flag_q3) begin
      cf_q[ctx_q3] <= flag_new;
    end
  end

  assign d_o  = sum;
  assign cf_o = flag_left;
  assign valid_o = valid_q3;

endmodule

`default_nettype wire
