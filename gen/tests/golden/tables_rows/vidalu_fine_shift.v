// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_fine_shift
// The second half of a shifter: by up to three bits.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.1.2, vshl vshr; SEMANTICS D2 (clamp, wrap, 34 bits)
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=6 handshake=valid reset=rst goal=tables
//                adder=+ multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_fine_shift (
  input  wire signed [34:0] x_i,        // the value, shifted by a multiple of four, below its filling
  input  wire [1:0]         amount_i,   // number of bits
  input  wire               all_out_i,  // no bit of the word is left
  input  wire [1:0]         lowest_i,   // the bits that a left shift by 32 moves above the word
  input  wire               right_i,    // shift to the right, filling with the sign
  output wire signed [33:0] y_o         // the result, modulo 2^34
);

  wire               fill        = x_i[34];
  wire signed [34:0] shifted     = x_i >>> amount_i;
  wire               unused_sign = shifted[34];

  wire [33:0] down = shifted[33:0];
  wire [33:0] up   = {
    down[0], down[1], down[2], down[3], down[4], down[5], down[6], down[7], down[8], down[9],
    down[10], down[11], down[12], down[13], down[14], down[15], down[16], down[17], down[18],
    down[19], down[20], down[21], down[22], down[23], down[24], down[25], down[26], down[27],
    down[28], down[29], down[30], down[31], down[32], down[33]
  };

  // A left shift by 32 moves the low bits of the value above the word.
  wire [1:0]  top  = right_i ? {2{fill}} : (all_out_i ? lowest_i : up[33:32]);
  wire [31:0] word = right_i ? down[31:0] : up[31:0];

  assign y_o = {top, (word & {32{!all_out_i}}) | {32{all_out_i && fill}}};

endmodule

`default_nettype wire
