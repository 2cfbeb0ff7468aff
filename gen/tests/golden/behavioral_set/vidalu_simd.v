// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_simd
// SIMD video instructions on one segmented datapath.
//
// Operations     set.16x2, set.8x4
// Manual         PTX ISA 9.7.6.1
// Profile        manual (SEMANTICS D7: whole signed lanes, a half rounded away from zero; the same
//                in every profile)
// Latency        0: combinational from the instruction to its result
// Handshake      valid_o is valid_i; the result is valid while valid_o is 1
// Control word   vidalu_defs.vh lists the fields; the result of any other code or operation is
//                undefined
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst style=behavioral adder=+
//                multiplier=* language=verilog ops=set.16x2,set.8x4
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_simd (
  input  wire        valid_i,  // the inputs carry an instruction
  input  wire [39:0] ctl_i,    // control word
  input  wire [31:0] a_i,      // first operand
  input  wire [31:0] b_i,      // second operand
  input  wire [31:0] c_i,      // third operand, of the merge or the sum
  output wire        valid_o,  // the outputs carry a result
  output wire [31:0] d_o       // result
);

  // ==== control word =============================================================================
  wire        atype      = ctl_i[0];      // a is signed (.s32)
  wire        btype      = ctl_i[1];      // b is signed (.s32)
  wire [2:0]  cmp        = ctl_i[9:7];    // comparison of vset and set, else 0
  wire        quad       = ctl_i[10];     // 1: four bytes, 0: two half-words
  wire        accumulate = ctl_i[11];     // sum the lanes onto c (.add) instead of merging
  wire [3:0]  mask       = ctl_i[15:12];  // bytes that are written or summed, one bit each
  wire [11:0] asel       = ctl_i[27:16];  // for each byte of the first vector, its byte in {b, a}
  wire [11:0] bsel       = ctl_i[39:28];  // for each byte of the second vector, its byte in {b, a}
  // Fields that no operation of this unit reads
  wire [4:0] unused_fields = {ctl_i[6:4], ctl_i[3], ctl_i[2]};

  // ==== execute: one step of the manual after the other, in each lane (9.7.18.2) =================
  reg        [2:0]  lane;
  reg        [63:0] bytes;   // of both registers
  reg        [31:0] va;      // the first vector; shifted down lane by lane
  reg        [31:0] vb;      // the second vector; shifted down likewise
  reg        [3:0]  rest;    // the mask; shifted down likewise
  reg signed [17:0] xa;      // the lowest lane of va, extended
  reg signed [17:0] xb;      // the lowest lane of vb, extended
  reg signed [17:0] tmp;     // result of the operation in this lane, exact (SEMANTICS D7)
  reg        [15:0] value;   // the low bits of tmp or of its bound, for a merge
  reg        [31:0] lanes;   // the values; filled from the top, lane by lane
  reg        [31:0] summed;  // the sum of c and the lanes in the mask
  reg        [31:0] merged;  // c, with the values of the lanes in the mask
  reg        [31:0] d;

  always @* begin
    // 9.7.18.2: each byte of a vector can be any byte of both registers.
    bytes = {b_i, a_i};
    va = {bytes[{asel[11:9], 3'd0} +: 8], bytes[{asel[8:6], 3'd0} +: 8],
          bytes[{asel[5:3], 3'd0} +: 8], bytes[{asel[2:0], 3'd0} +: 8]};
    vb = {bytes[{bsel[11:9], 3'd0} +: 8], bytes[{bsel[8:6], 3'd0} +: 8],
          bytes[{bsel[5:3], 3'd0} +: 8], bytes[{bsel[2:0], 3'd0} +: 8]};

    // Each iteration takes the lowest lane. The zeros only make sure that every variable is
    // assigned.
    xa     = 18'sd0;
    xb     = 18'sd0;
    tmp    = 18'sd0;
    value  = 16'd0;
    rest   = mask;
    lanes  = 32'd0;
    summed = c_i;
    for (lane = 3'd0; lane < 3'd4; lane = lane + 3'd1) begin
      if (quad || (lane < 3'd2)) begin
        // extractAndSignExt_2 and extractAndSignExt_4 (9.7.18.2)
        xa = quad ? {{10{atype && va[7]}}, va[7:0]} : {{2{atype && va[15]}}, va[15:0]};
        xb = quad ? {{10{btype && vb[7]}}, vb[7:0]} : {{2{btype && vb[15]}}, vb[15:0]};
        va = quad ? {8'd0, va[31:8]} : {16'd0, va[31:16]};
        vb = quad ? {8'd0, vb[31:8]} : {16'd0, vb[31:16]};

        // 9.7.6.1
        case (cmp)
          3'd0:    tmp = {18{xa == xb}};  // eq
          3'd1:    tmp = {18{xa != xb}};  // ne
          3'd2:    tmp = {18{xa < xb}};  // lt
          3'd3:    tmp = {18{xa >= xb}};  // ge
          3'd4:    tmp = {18{xa <= xb}};  // le
          default: tmp = {18{xa > xb}};  // gt
        endcase

        value = tmp[15:0];

        // .add sums whole lanes; a merge takes their low bits (SEMANTICS D7).
        if (rest[0]) begin
          summed = summed + {{14{tmp[17]}}, tmp};
        end
        lanes  = quad ? {value[7:0], lanes[31:8]} : {value, lanes[31:16]};
        rest   = quad ? {1'd0, rest[3:1]} : {2'd0, rest[3:2]};
      end
    end

    merged = {mask[3] ? lanes[31:24] : c_i[31:24], mask[2] ? lanes[23:16] : c_i[23:16],
              mask[1] ? lanes[15:8] : c_i[15:8], mask[0] ? lanes[7:0] : c_i[7:0]};
    d = accumulate ? summed : merged;
  end

  assign d_o = d;
  assign valid_o = valid_i;

endmodule

`default_nettype wire
