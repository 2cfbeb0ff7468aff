// vmad, transcribed from the manual (PTX ISA 9.7.18.1.3): one operator for each line of its
// pseudocode. This is the text with which `cargo xtask quality` compares the generated unit. It has
// the ports and the control word of that unit; docs/semantics.md explains D5.

`default_nettype none

module vidalu_vmad (
  input  wire        valid_i,
  input  wire [13:0] ctl_i,
  input  wire [31:0] a_i,
  input  wire [31:0] b_i,
  input  wire [31:0] c_i,
  output wire        valid_o,
  output wire [31:0] d_o
);

  // ==== the fields of the control word; .dtype has no effect =====================================
  wire       atype = ctl_i[0];      // 1: .s32, 0: .u32
  wire       btype = ctl_i[1];
  wire       sat   = ctl_i[3];
  wire [2:0] asel  = ctl_i[6:4];    // 0 to 3: b0 to b3, 4: h0, 6: h1, 5: the word
  wire [2:0] bsel  = ctl_i[9:7];
  wire [1:0] mode  = ctl_i[11:10];  // 0: none, 1: -(a * b), 2: -c, 3: .po
  wire [1:0] scale = ctl_i[13:12];  // 0: none, 1: .shr7, 2: .shr15

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

  // signedFinal = isSigned(atype) || isSigned(btype) || (a.negate ^ b.negate) || c.negate;
  wire signed_final = atype | btype | (mode == 2'd1) | (mode == 2'd2);

  // tmp = ta * tb;
  wire signed [65:0] product;
  vidalu_mul33 u_multiplier (
    .a_i       (ta),
    .b_i       (tb),
    .product_o (product)
  );

  // ==== negate by a complement, with lsb = 1 =====================================================
  reg signed [65:0] tmp;
  reg        [31:0] c;
  reg               lsb;
  always @* begin
    tmp = product;
    c   = c_i;
    lsb = 1'b0;
    case (mode)
      2'd3: lsb = 1'b1;
      2'd1: begin
        tmp = ~product;
        lsb = 1'b1;
      end
      2'd2: begin
        c   = ~c_i;
        lsb = 1'b1;
      end
      default: ;
    endcase
  end

  // tmp128 = tmp + c + lsb;  the exact sum has 66 bits (decision D5)
  wire signed [65:0] sum = tmp + {{34{signed_final & c[31]}}, c} + {65'd0, lsb};

  // ==== shift and clamp ==========================================================================
  reg signed [65:0] shifted;
  always @* begin
    case (scale)
      2'd1:    shifted = sum >>> 7;
      2'd2:    shifted = sum >>> 15;
      default: shifted = sum;
    endcase
  end

  wire signed [65:0] low     = signed_final ? -66'sd2147483648 : 66'sd0;
  wire signed [65:0] high    = signed_final ? 66'sd2147483647 : 66'sd4294967295;
  wire signed [65:0] clamped = (shifted < low) ? low : (shifted > high) ? high : shifted;

  assign d_o     = sat ? clamped[31:0] : shifted[31:0];
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
