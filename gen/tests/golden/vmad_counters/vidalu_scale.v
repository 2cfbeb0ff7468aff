// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_scale
// Shifts the sum of vmad right, by 0, 7 or 15.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.1.3, .shr7 .shr15; SEMANTICS D5 (exact)
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst adder=ripple
//                multiplier=booth4-counters language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_scale (
  input  wire signed [33:0] high_i,   // the sum, bits 65 to 32
  input  wire [31:0]        low_i,    // the sum, bits 31 to 0
  input  wire [1:0]         scale_i,  // 0 none, 1 .shr7, 2 .shr15
  output wire signed [33:0] y_o       // scaled sum; beyond 33 bits, one that saturates alike
);

  wire [65:0] sum      = {high_i, low_i};
  wire        negative = sum[65];
  wire        shr7     = scale_i[0];
  wire        shr15    = scale_i[1];

  // The low word of the result. An unsigned sum is never negative, so one shift serves both types.
  wire [31:0] word = shr15 ? sum[46:15] : (shr7 ? sum[38:7] : sum[31:0]);

  // The bits above the word repeat the sign if the result fits 33 bits.
  wire [65:32] excess = sum[65:32] ^ {34{negative}};
  wire         beyond = (excess[65:47] != 19'd0) ||
                        (!shr15 && (excess[46:39] != 8'd0)) ||
                        (!shr15 && !shr7 && (excess[38:32] != 7'd0));

  // Replace a result of more than 33 bits by a 34-bit one that saturates to the same bound: the bit
  // below the sign differs from the sign.
  assign y_o = {negative, negative ^ beyond, word};

endmodule

`default_nettype wire
