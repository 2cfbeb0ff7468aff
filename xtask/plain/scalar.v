// The scalar video instructions, transcribed from the manual (PTX ISA 9.7.18.1): one operator for
// each line of its pseudocode, all operations side by side, and nothing shared. This is the text
// with which `cargo xtask quality` compares the generated unit. It has the ports and the control
// word of that unit; docs/semantics.md explains the decisions D.

`default_nettype none

module vidalu_scalar (
  input  wire        valid_i,
  input  wire [21:0] ctl_i,
  input  wire [31:0] a_i,
  input  wire [31:0] b_i,
  input  wire [31:0] c_i,
  output wire        valid_o,
  output reg  [31:0] d_o
);

  // ==== the fields of the control word ===========================================================
  wire       atype = ctl_i[0];      // 1: a is .s32, 0: .u32
  wire       btype = ctl_i[1];
  wire       dtype = ctl_i[2];
  wire       sat   = ctl_i[3];
  wire [2:0] asel  = ctl_i[6:4];    // 0 to 3: b0 to b3, 4: h0, 6: h1, 5: the word
  wire [2:0] bsel  = ctl_i[9:7];
  wire [2:0] op    = ctl_i[12:10];
  wire [2:0] dsel  = ctl_i[15:13];
  wire [1:0] secop = ctl_i[17:16];  // 0: none, 1: .add, 2: .min, 3: .max
  wire [2:0] cmp   = ctl_i[20:18];  // 0: eq, 1: ne, 2: lt, 3: ge, 4: le, 5: gt
  wire       wrap  = ctl_i[21];     // 1: .wrap, 0: .clamp

  // ==== extract a byte, a half-word or the word, and extend its sign: partSelectSignExtend =======
  function signed [32:0] part_select_sign_extend;
    input [31:0] x;
    input        is_signed;
    input [2:0]  sel;
    case (sel)
      3'd0:    part_select_sign_extend = {{25{is_signed & x[7]}}, x[7:0]};
      3'd1:    part_select_sign_extend = {{25{is_signed & x[15]}}, x[15:8]};
      3'd2:    part_select_sign_extend = {{25{is_signed & x[23]}}, x[23:16]};
      3'd3:    part_select_sign_extend = {{25{is_signed & x[31]}}, x[31:24]};
      3'd4:    part_select_sign_extend = {{17{is_signed & x[15]}}, x[15:0]};
      3'd6:    part_select_sign_extend = {{17{is_signed & x[31]}}, x[31:16]};
      default: part_select_sign_extend = {is_signed & x[31], x};
    endcase
  endfunction

  wire signed [32:0] ta = part_select_sign_extend(a_i, atype, asel);
  wire signed [32:0] tb = part_select_sign_extend(b_i, btype, bsel);

  // ==== the operation, in 34 bits so that no sum overflows (decisions D1 and D2) =================
  // if ( .wrap )  tb = tb & 0x1f;   if ( .clamp )  tb = min(tb, 32);
  wire [5:0] amount = wrap ? {1'b0, tb[4:0]} : (tb[31:0] > 32'd32) ? 6'd32 : tb[5:0];

  wire signed [33:0] xa = {ta[32], ta};
  wire signed [33:0] xb = {tb[32], tb};

  reg compared;
  always @* begin
    case (cmp)
      3'd0:    compared = (ta == tb);
      3'd1:    compared = (ta != tb);
      3'd2:    compared = (ta < tb);
      3'd3:    compared = (ta >= tb);
      3'd4:    compared = (ta <= tb);
      default: compared = (ta > tb);
    endcase
  end

  reg signed [33:0] tmp;
  always @* begin
    case (op)
      3'd0:    tmp = xa + xb;                               // vadd
      3'd1:    tmp = xa - xb;                               // vsub
      3'd2:    tmp = (ta < tb) ? xa : xb;                   // vmin
      3'd3:    tmp = (ta > tb) ? xa : xb;                   // vmax
      3'd4:    tmp = (ta < tb) ? (xb - xa) : (xa - xb);     // vabsdiff: | ta - tb |
      3'd5:    tmp = {33'd0, compared};                     // vset
      3'd6:    tmp = xa << amount;                          // vshl
      default: tmp = xa >>> amount;                         // vshr
    endcase
  end

  // ==== optSaturate: clamp to the type of the part of d that is written ==========================
  reg signed [33:0] low;
  reg signed [33:0] high;
  always @* begin
    case (dsel)
      3'd5: begin
        low  = dtype ? -34'sd2147483648 : 34'sd0;
        high = dtype ? 34'sd2147483647 : 34'sd4294967295;
      end
      3'd4, 3'd6: begin
        low  = dtype ? -34'sd32768 : 34'sd0;
        high = dtype ? 34'sd32767 : 34'sd65535;
      end
      default: begin
        low  = dtype ? -34'sd128 : 34'sd0;
        high = dtype ? 34'sd127 : 34'sd255;
      end
    endcase
  end
  wire signed [33:0] value = !sat ? tmp : (tmp < low) ? low : (tmp > high) ? high : tmp;

  // ==== optMerge into c, or optSecOp with c ======================================================
  wire signed [33:0] xc = {{2{dtype & c_i[31]}}, c_i};
  always @* begin
    case (dsel)
      3'd0: d_o = {c_i[31:8], value[7:0]};
      3'd1: d_o = {c_i[31:16], value[7:0], c_i[7:0]};
      3'd2: d_o = {c_i[31:24], value[7:0], c_i[15:0]};
      3'd3: d_o = {value[7:0], c_i[23:0]};
      3'd4: d_o = {c_i[31:16], value[15:0]};
      3'd6: d_o = {value[15:0], c_i[15:0]};
      default:
        case (secop)
          2'd1:    d_o = value[31:0] + c_i;
          2'd2:    d_o = (value < xc) ? value[31:0] : c_i;
          2'd3:    d_o = (value > xc) ? value[31:0] : c_i;
          default: d_o = value[31:0];
        endcase
    endcase
  end

  assign valid_o = valid_i;

endmodule

`default_nettype wire
