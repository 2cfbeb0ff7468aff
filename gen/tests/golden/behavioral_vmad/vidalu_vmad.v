// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_vmad
// Vmad: multiply, add, scale, saturate.
//
// Operations     vmad
// Manual         PTX ISA 9.7.18.1.3
// Profile        manual and hardware agree (SEMANTICS D5): the sum is exact, -c is ~c + 1
// Latency        1 clock cycle, one instruction per cycle; registers at the outputs
// Handshake      valid_o is valid_i after the latency; the result is valid while valid_o is 1; data
//                registers are not reset
// Control word   vidalu_defs.vh lists the fields; the result of any other code is undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=1 handshake=valid reset=rst style=behavioral
//                adder=+ multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_vmad (
  input  wire        clk_i,    // clock
  input  wire        rst_i,    // reset, synchronous, active high
  input  wire        valid_i,  // the inputs carry an instruction
  input  wire [13:0] ctl_i,    // control word
  input  wire [31:0] a_i,      // left factor
  input  wire [31:0] b_i,      // right factor
  input  wire [31:0] c_i,      // addend
  output wire        valid_o,  // the outputs carry a result
  output wire [31:0] d_o       // result
);

  // ==== control word =============================================================================
  wire       atype = ctl_i[0];      // a is signed (.s32)
  wire       btype = ctl_i[1];      // b is signed (.s32)
  wire       sat   = ctl_i[3];      // saturate the result (.sat)
  wire [2:0] asel  = ctl_i[6:4];    // part of a that is read
  wire [2:0] bsel  = ctl_i[9:7];    // part of b that is read
  wire [1:0] mode  = ctl_i[11:10];  // negation or plus one
  wire [1:0] scale = ctl_i[13:12];  // right shift of the sum
  wire       unused_dtype = ctl_i[2];

  localparam [1:0] ModeNegateProduct = 2'd1;
  localparam [1:0] ModeNegateC       = 2'd2;
  localparam [1:0] ModePlusOne       = 2'd3;
  localparam [1:0] ScaleShr7         = 2'd1;
  localparam [1:0] ScaleShr15        = 2'd2;

  // ==== execute: one step of the manual after the other (9.7.18.1.3) =============================
  reg signed [32:0] ta;         // the part of a, extended
  reg signed [32:0] tb;         // the part of b, extended
  reg               is_signed;  // signedFinal
  reg signed [65:0] product;
  reg signed [65:0] addend;     // c, extended
  reg signed [65:0] sum;        // the exact sum (SEMANTICS D5)
  reg signed [65:0] scaled;
  reg signed [65:0] low;        // the least value of the result's type
  reg signed [65:0] high;       // the greatest value
  reg        [31:0] d;

  always @* begin
    // partSelectSignExtend (9.7.18.1)
    case (asel)
      3'd0:    ta = {{25{atype && a_i[7]}}, a_i[7:0]};
      3'd1:    ta = {{25{atype && a_i[15]}}, a_i[15:8]};
      3'd2:    ta = {{25{atype && a_i[23]}}, a_i[23:16]};
      3'd3:    ta = {{25{atype && a_i[31]}}, a_i[31:24]};
      3'd4:    ta = {{17{atype && a_i[15]}}, a_i[15:0]};  // h0
      3'd6:    ta = {{17{atype && a_i[31]}}, a_i[31:16]};  // h1
      default: ta = {atype && a_i[31], a_i[31:0]};  // word
    endcase
    case (bsel)
      3'd0:    tb = {{25{btype && b_i[7]}}, b_i[7:0]};
      3'd1:    tb = {{25{btype && b_i[15]}}, b_i[15:8]};
      3'd2:    tb = {{25{btype && b_i[23]}}, b_i[23:16]};
      3'd3:    tb = {{25{btype && b_i[31]}}, b_i[31:24]};
      3'd4:    tb = {{17{btype && b_i[15]}}, b_i[15:0]};  // h0
      3'd6:    tb = {{17{btype && b_i[31]}}, b_i[31:16]};  // h1
      default: tb = {btype && b_i[31], b_i[31:0]};  // word
    endcase
  end

  wire signed [33:0] product_high;
  wire        [31:0] product_low;

  vidalu_multiplier u_multiplier (
    .a_i    (ta),
    .b_i    (tb),
    .high_o (product_high),
    .low_o  (product_low)
  );

  always @* begin
    is_signed = atype || btype || (mode == ModeNegateProduct) || (mode == ModeNegateC);
    product   = {product_high, product_low};
    // c is signed if the result is, and -c is ~c + 1 (SEMANTICS D5).
    addend    = {{34{is_signed && c_i[31]}}, c_i};
    case (mode)
      ModeNegateProduct: sum = addend - product;
      ModeNegateC:       sum = product - addend;
      ModePlusOne:       sum = product + addend + 66'sd1;
      default:           sum = product + addend;
    endcase
    // An unsigned sum is never negative: >>> shifts zeros into it.
    case (scale)
      ScaleShr7:  scaled = sum >>> 3'd7;
      ScaleShr15: scaled = sum >>> 4'd15;
      default:    scaled = sum;
    endcase

    // .sat clamps to the range of a signed or an unsigned word.
    low  = is_signed ? -66'sd2147483648 : 66'sd0;
    high = is_signed ? 66'sd2147483647 : 66'sd4294967295;
    d = scaled[31:0];
    if (sat && (scaled < low)) d = low[31:0];
    if (sat && (scaled > high)) d = high[31:0];
  end

  // ---- registers: execute -> output -------------------------------------------------------------
  reg [31:0] d_q;

  always @(posedge clk_i) begin
    d_q <= d;
  end

  reg valid_q;
  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q <= 1'b0;
    end else begin
      valid_q <= valid_i;
    end
  end

  assign d_o = d_q;
  assign valid_o = valid_q;

endmodule

`default_nettype wire
