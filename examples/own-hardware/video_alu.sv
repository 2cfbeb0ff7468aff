// A unit for the scalar video instructions in one file. Ports, names and the code of the operation
// are its own.
module video_alu (
  input  logic [7:0]  operation,   // one bit each: add sub min max absdiff set shl shr
  input  logic        a_unsigned,
  input  logic        b_unsigned,
  input  logic        d_signed,
  input  logic        clamp,
  input  logic [2:0]  a_part,      // 0 to 3 a byte, 4 the lower half, 5 all, 6 the upper half
  input  logic [2:0]  b_part,
  input  logic [2:0]  d_part,
  input  logic [1:0]  finish,      // 1 add c, 2 the lesser of it and c, 3 the greater
  input  logic [2:0]  relation,    // of set: = != < >= <= >
  input  logic        wrap,        // the amount of a shift: modulo 32, or at most 32
  input  logic [31:0] a,
  input  logic [31:0] b,
  input  logic [31:0] c,
  output logic [31:0] result
);
  // A part of a register, moved to the top and back down with its sign.
  function automatic logic signed [33:0] part(logic [31:0] x, logic [2:0] which, logic sign);
    logic [31:0]        high;
    logic signed [33:0] wide;
    case (which)
      3'd0:       high = {x[7:0], 24'd0};
      3'd1:       high = {x[15:8], 24'd0};
      3'd2:       high = {x[23:16], 24'd0};
      3'd4:       high = {x[15:0], 16'd0};
      default:    high = x;
    endcase
    wide = {{2{sign && high[31]}}, high};
    case (which)
      3'd5:       part = wide;
      3'd4, 3'd6: part = wide >>> 16;
      default:    part = wide >>> 24;
    endcase
  endfunction

  logic signed [33:0] select_a, select_b;
  assign select_a = part(a, a_part, !a_unsigned);
  assign select_b = part(b, b_part, !b_unsigned);

  // The operation.
  logic       less, equal, holds;
  logic [5:0] amount;
  assign less   = select_a < select_b;
  assign equal  = select_a == select_b;
  assign amount = wrap ? {1'b0, select_b[4:0]} : select_b[31:0] > 32'd32 ? 6'd32 : select_b[5:0];

  always_comb begin
    case (relation)
      3'd0:    holds = equal;
      3'd1:    holds = !equal;
      3'd2:    holds = less;
      3'd3:    holds = !less;
      3'd4:    holds = less || equal;
      default: holds = !less && !equal;
    endcase
  end

  logic signed [33:0] primary;
  always_comb begin
    primary = select_a + select_b;
    if (operation[1]) primary = select_a - select_b;
    if (operation[2]) primary = less ? select_a : select_b;
    if (operation[3]) primary = less ? select_b : select_a;
    if (operation[4]) primary = less ? select_b - select_a : select_a - select_b;
    if (operation[5]) primary = {33'd0, holds};
    if (operation[6]) primary = select_a <<< amount;
    if (operation[7]) primary = select_a >>> amount;
  end

  // The range of the destination.
  logic signed [33:0] highest, lowest, saturate;
  always_comb begin
    case (d_part)
      3'd5:       highest = d_signed ? 34'sh0_7fff_ffff : 34'sh0_ffff_ffff;
      3'd4, 3'd6: highest = d_signed ? 34'sh0_0000_7fff : 34'sh0_0000_ffff;
      default:    highest = d_signed ? 34'sh0_0000_007f : 34'sh0_0000_00ff;
    endcase
  end

  assign lowest   = d_signed ? -highest - 34'sd1 : 34'sd0;
  assign saturate =
    !clamp ? primary : primary > highest ? highest : primary < lowest ? lowest : primary;

  // A whole word can be combined with c; a part is put into c.
  logic signed [33:0] third;
  logic        [31:0] secondary, merge;
  assign third = {{2{d_signed && c[31]}}, c};
  always_comb begin
    case (finish)
      2'd1:    secondary = saturate[31:0] + c;
      2'd2:    secondary = saturate < third ? saturate[31:0] : c;
      2'd3:    secondary = saturate > third ? saturate[31:0] : c;
      default: secondary = saturate[31:0];
    endcase
    case (d_part)
      3'd0:    merge = {c[31:8], saturate[7:0]};
      3'd1:    merge = {c[31:16], saturate[7:0], c[7:0]};
      3'd2:    merge = {c[31:24], saturate[7:0], c[15:0]};
      3'd3:    merge = {saturate[7:0], c[23:0]};
      3'd4:    merge = {c[31:16], saturate[15:0]};
      default: merge = {saturate[15:0], c[15:0]};
    endcase
  end

  assign result = d_part == 3'd5 ? secondary : merge;
endmodule
