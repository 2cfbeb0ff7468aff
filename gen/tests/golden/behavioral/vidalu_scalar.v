// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_scalar
// Scalar video instructions on one shared datapath.
//
// Operations     vadd, vsub, vmin, vmax, vabsdiff, vset, vshl, vshr
// Manual         PTX ISA 9.7.18.1.1, 9.7.18.1.2, 9.7.18.1.4
// Profile        manual (SEMANTICS D1 to D6): .min and .max compare the whole 34-bit intermediate
// Latency        0: combinational from the instruction to its result
// Handshake      valid_o is valid_i; the result is valid while valid_o is 1
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst style=behavioral adder=+
//                multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_scalar (
  input  wire        valid_i,  // the inputs carry an instruction
  input  wire [21:0] ctl_i,    // control word
  input  wire [31:0] a_i,      // first operand
  input  wire [31:0] b_i,      // second operand
  input  wire [31:0] c_i,      // third operand, for the secondary operation or the merge
  output wire        valid_o,  // the outputs carry a result
  output wire [31:0] d_o       // result
);

  // ==== control word =============================================================================
  wire       atype = ctl_i[0];      // a is signed (.s32)
  wire       btype = ctl_i[1];      // b is signed (.s32)
  wire       dtype = ctl_i[2];      // the result is signed (.s32)
  wire       sat   = ctl_i[3];      // saturate the result (.sat)
  wire [2:0] asel  = ctl_i[6:4];    // part of a that is read
  wire [2:0] bsel  = ctl_i[9:7];    // part of b that is read
  wire [2:0] op    = ctl_i[12:10];  // primary operation
  wire [2:0] dsel  = ctl_i[15:13];  // part of c that the result replaces; word: no merge
  wire [1:0] secop = ctl_i[17:16];  // secondary operation with c; none unless dsel is word
  wire [2:0] cmp   = ctl_i[20:18];  // comparison of vset, else 0
  wire       wrap  = ctl_i[21];     // shift amount: 1 .wrap, 0 .clamp

  localparam [2:0] OpVadd     = 3'd0;
  localparam [2:0] OpVsub     = 3'd1;
  localparam [2:0] OpVmin     = 3'd2;
  localparam [2:0] OpVmax     = 3'd3;
  localparam [2:0] OpVabsdiff = 3'd4;
  localparam [2:0] OpVset     = 3'd5;
  localparam [2:0] OpVshl     = 3'd6;

  // ==== execute: one step of the manual after the other (9.7.18.1) ===============================
  reg signed [33:0] ta;      // the part of a, extended
  reg signed [33:0] tb;      // the part of b, extended
  reg        [5:0]  amount;  // the amount of a shift, 0 to 32
  reg signed [33:0] tmp;     // the result of the operation, in 34 bits (SEMANTICS D1, D2)
  reg signed [33:0] low;     // the least value of the result's type
  reg signed [33:0] high;    // the greatest value
  reg signed [33:0] value;   // tmp, saturated
  reg signed [33:0] c_s34;   // c, extended according to dtype (SEMANTICS D1)
  reg        [31:0] d;

  always @* begin
    // partSelectSignExtend (9.7.18.1)
    case (asel)
      3'd0:    ta = {{26{atype && a_i[7]}}, a_i[7:0]};
      3'd1:    ta = {{26{atype && a_i[15]}}, a_i[15:8]};
      3'd2:    ta = {{26{atype && a_i[23]}}, a_i[23:16]};
      3'd3:    ta = {{26{atype && a_i[31]}}, a_i[31:24]};
      3'd4:    ta = {{18{atype && a_i[15]}}, a_i[15:0]};  // h0
      3'd6:    ta = {{18{atype && a_i[31]}}, a_i[31:16]};  // h1
      default: ta = {{2{atype && a_i[31]}}, a_i[31:0]};  // word
    endcase
    case (bsel)
      3'd0:    tb = {{26{btype && b_i[7]}}, b_i[7:0]};
      3'd1:    tb = {{26{btype && b_i[15]}}, b_i[15:8]};
      3'd2:    tb = {{26{btype && b_i[23]}}, b_i[23:16]};
      3'd3:    tb = {{26{btype && b_i[31]}}, b_i[31:24]};
      3'd4:    tb = {{18{btype && b_i[15]}}, b_i[15:0]};  // h0
      3'd6:    tb = {{18{btype && b_i[31]}}, b_i[31:16]};  // h1
      default: tb = {{2{btype && b_i[31]}}, b_i[31:0]};  // word
    endcase

    // 9.7.18.1.2: .clamp limits the amount to 32; .wrap uses its low five bits (SEMANTICS D2).
    amount = wrap ? {1'b0, tb[4:0]} : ((tb[31:0] > 32'd32) ? 6'd32 : tb[5:0]);

    // 9.7.18.1.1, 9.7.18.1.2, 9.7.18.1.4
    case (op)
      OpVadd:     tmp = ta + tb;
      OpVsub:     tmp = ta - tb;
      OpVmin:     tmp = (ta < tb) ? ta : tb;
      OpVmax:     tmp = (ta > tb) ? ta : tb;
      OpVabsdiff: tmp = (ta < tb) ? (tb - ta) : (ta - tb);
      OpVset:
        case (cmp)
          3'd0:    tmp = {33'd0, ta == tb};  // eq
          3'd1:    tmp = {33'd0, ta != tb};  // ne
          3'd2:    tmp = {33'd0, ta < tb};  // lt
          3'd3:    tmp = {33'd0, ta >= tb};  // ge
          3'd4:    tmp = {33'd0, ta <= tb};  // le
          default: tmp = {33'd0, ta > tb};  // gt
        endcase
      OpVshl:     tmp = ta << amount;
      default:    tmp = ta >>> amount;
    endcase

    value = tmp;

    // optSaturate (9.7.18.1): the range is that of the part of the register that is written.
    case (dsel)
      3'd5: begin  // word
        low  = dtype ? -34'sd2147483648 : 34'sd0;
        high = dtype ? 34'sd2147483647 : 34'sd4294967295;
      end
      3'd4, 3'd6: begin  // h0, h1
        low  = dtype ? -34'sd32768 : 34'sd0;
        high = dtype ? 34'sd32767 : 34'sd65535;
      end
      default: begin  // a byte
        low  = dtype ? -34'sd128 : 34'sd0;
        high = dtype ? 34'sd127 : 34'sd255;
      end
    endcase
    if (sat && (tmp < low)) value = low;
    if (sat && (tmp > high)) value = high;

    // optMerge or optSecOp, never both (9.7.18.1; SEMANTICS D3)
    c_s34 = {{2{dtype && c_i[31]}}, c_i};
    case (dsel)
      3'd0:    d = {c_i[31:8], value[7:0]};
      3'd1:    d = {c_i[31:16], value[7:0], c_i[7:0]};
      3'd2:    d = {c_i[31:24], value[7:0], c_i[15:0]};
      3'd3:    d = {value[7:0], c_i[23:0]};
      3'd4:    d = {c_i[31:16], value[15:0]};  // h0
      3'd6:    d = {value[15:0], c_i[15:0]};  // h1
      default:  // word
        case (secop)
          2'd1:    d = value[31:0] + c_i;  // .add
          2'd2:    d = (value < c_s34) ? value[31:0] : c_i;  // .min
          2'd3:    d = (value > c_s34) ? value[31:0] : c_i;  // .max
          default: d = value[31:0];
        endcase
    endcase
  end

  assign d_o = d;
  assign valid_o = valid_i;

endmodule

`default_nettype wire
