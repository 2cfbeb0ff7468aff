// The SIMD video instructions, transcribed from the manual (PTX ISA 9.7.18.2): one operator for
// each line of its pseudocode, all operations side by side in each lane, with two lanes of 16 bits
// and four of 8 bits. This is the text with which `cargo xtask quality` compares the generated
// unit. It has the ports and the control word of that unit; docs/semantics.md explains D7.

`default_nettype none

module vidalu_simd (
  input  wire        valid_i,
  input  wire [39:0] ctl_i,
  input  wire [31:0] a_i,
  input  wire [31:0] b_i,
  input  wire [31:0] c_i,
  output wire        valid_o,
  output reg  [31:0] d_o
);

  // ==== the fields of the control word ===========================================================
  wire        atype      = ctl_i[0];      // 1: .s32, 0: .u32
  wire        btype      = ctl_i[1];
  wire        dtype      = ctl_i[2];
  wire        sat        = ctl_i[3];
  wire [2:0]  op         = ctl_i[6:4];
  wire [2:0]  cmp        = ctl_i[9:7];    // 0: eq, 1: ne, 2: lt, 3: ge, 4: le, 5: gt
  wire        quad       = ctl_i[10];     // 1: four lanes of 8 bits, 0: two lanes of 16 bits
  wire        accumulate = ctl_i[11];     // 1: .add, which sums the lanes onto c
  wire [3:0]  mask       = ctl_i[15:12];  // a bit for each byte of d that is written
  wire [11:0] asel       = ctl_i[27:16];  // for each byte of the first vector, its byte in {b, a}
  wire [11:0] bsel       = ctl_i[39:28];  // the same for the second vector

  // ==== the vectors: any byte of both registers in any place =====================================
  function [7:0] pick;
    input [63:0] x;
    input [2:0]  sel;
    pick = x[8*sel +: 8];
  endfunction

  wire [63:0] ba = {b_i, a_i};
  wire [31:0] va = {pick(ba, asel[11:9]), pick(ba, asel[8:6]), pick(ba, asel[5:3]),
                    pick(ba, asel[2:0])};
  wire [31:0] vb = {pick(ba, bsel[11:9]), pick(ba, bsel[8:6]), pick(ba, bsel[5:3]),
                    pick(ba, bsel[2:0])};

  // ==== the operation on 16 bits, exact in 18 ====================================================
  function signed [17:0] lane_of_16;
    input [2:0]         op;
    input [2:0]         cmp;
    input signed [16:0] x;
    input signed [16:0] y;
    reg signed [17:0] sum;
    reg               compared;
    begin
      sum = {x[16], x} + {y[16], y};
      case (cmp)
        3'd0:    compared = (x == y);
        3'd1:    compared = (x != y);
        3'd2:    compared = (x < y);
        3'd3:    compared = (x >= y);
        3'd4:    compared = (x <= y);
        default: compared = (x > y);
      endcase
      case (op)
        3'd0:    lane_of_16 = sum;                                           // vadd2
        3'd1:    lane_of_16 = {x[16], x} - {y[16], y};                       // vsub2
        3'd2:    lane_of_16 = (x < y) ? {x[16], x} : {y[16], y};             // vmin2
        3'd3:    lane_of_16 = (x > y) ? {x[16], x} : {y[16], y};             // vmax2
        3'd4:    lane_of_16 = (x < y) ? {y[16], y} - {x[16], x}
                                      : {x[16], x} - {y[16], y};             // vabsdiff2
        3'd5:    lane_of_16 = {17'd0, compared};                             // vset2
        default: lane_of_16 = sum[17] ? sum >>> 1 : (sum + 18'sd1) >>> 1;    // vavrg2
      endcase
    end
  endfunction

  // ==== the operation on 8 bits, exact in 10 =====================================================
  function signed [9:0] lane_of_8;
    input [2:0]        op;
    input [2:0]        cmp;
    input signed [8:0] x;
    input signed [8:0] y;
    reg signed [9:0] sum;
    reg              compared;
    begin
      sum = {x[8], x} + {y[8], y};
      case (cmp)
        3'd0:    compared = (x == y);
        3'd1:    compared = (x != y);
        3'd2:    compared = (x < y);
        3'd3:    compared = (x >= y);
        3'd4:    compared = (x <= y);
        default: compared = (x > y);
      endcase
      case (op)
        3'd0:    lane_of_8 = sum;                                            // vadd4
        3'd1:    lane_of_8 = {x[8], x} - {y[8], y};                          // vsub4
        3'd2:    lane_of_8 = (x < y) ? {x[8], x} : {y[8], y};                // vmin4
        3'd3:    lane_of_8 = (x > y) ? {x[8], x} : {y[8], y};                // vmax4
        3'd4:    lane_of_8 = (x < y) ? {y[8], y} - {x[8], x}
                                     : {x[8], x} - {y[8], y};                // vabsdiff4
        3'd5:    lane_of_8 = {9'd0, compared};                               // vset4
        default: lane_of_8 = sum[9] ? sum >>> 1 : (sum + 10'sd1) >>> 1;      // vavrg4
      endcase
    end
  endfunction

  // ==== optSaturate ==============================================================================
  function signed [17:0] clamp_16;
    input signed [17:0] x;
    input               is_signed;
    reg signed [17:0] low;
    reg signed [17:0] high;
    begin
      low  = is_signed ? -18'sd32768 : 18'sd0;
      high = is_signed ? 18'sd32767 : 18'sd65535;
      clamp_16 = (x < low) ? low : (x > high) ? high : x;
    end
  endfunction

  function signed [9:0] clamp_8;
    input signed [9:0] x;
    input              is_signed;
    reg signed [9:0] low;
    reg signed [9:0] high;
    begin
      low  = is_signed ? -10'sd128 : 10'sd0;
      high = is_signed ? 10'sd127 : 10'sd255;
      clamp_8 = (x < low) ? low : (x > high) ? high : x;
    end
  endfunction

  // ==== lane by lane: operate, saturate, then merge into c or sum onto c =========================
  integer i;
  reg signed [17:0] half;
  reg signed [9:0]  short;
  always @* begin
    d_o   = c_i;
    half  = 18'sd0;
    short = 10'sd0;
    if (quad) begin
      for (i = 0; i < 4; i = i + 1) begin
        short = lane_of_8(op, cmp, {atype & va[8*i + 7], va[8*i +: 8]},
                          {btype & vb[8*i + 7], vb[8*i +: 8]});
        if (sat) short = clamp_8(short, dtype);
        if (accumulate) d_o = d_o + (mask[i] ? {{22{short[9]}}, short} : 32'd0);
        else if (mask[i]) d_o[8*i +: 8] = short[7:0];
      end
    end else begin
      for (i = 0; i < 2; i = i + 1) begin
        half = lane_of_16(op, cmp, {atype & va[16*i + 15], va[16*i +: 16]},
                          {btype & vb[16*i + 15], vb[16*i +: 16]});
        if (sat) half = clamp_16(half, dtype);
        if (accumulate) d_o = d_o + (mask[2*i] ? {{14{half[17]}}, half} : 32'd0);
        else if (mask[2*i]) d_o[16*i +: 16] = half[15:0];
      end
    end
  end

  assign valid_o = valid_i;

endmodule

`default_nettype wire
