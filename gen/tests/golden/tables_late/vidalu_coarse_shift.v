// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_coarse_shift
// The first half of a shifter: by multiples of four bits.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.1.2, vshl vshr; SEMANTICS D2 (clamp, wrap, 34 bits)
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=hardware prefix=vidalu_ depth=4 handshake=valid reset=rst goal=tables
//                adder=+ multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_coarse_shift (
  input  wire signed [32:0] x_i,        // value to be shifted
  input  wire               wrap_i,     // 1 .wrap: amount modulo 32; 0 .clamp: at most 32
  input  wire               right_i,    // shift to the right, filling with the sign
  input  wire               turns_i,    // shift to the left
  input  wire [2:0]         fours_i,    // number of bits, divided by four
  input  wire [26:0]        above_i,    // the bits of the amount from bit 5 on
  input  wire               shift_i,    // 1: shift; 0: keep the value
  output wire signed [34:0] y_o,        // the value, in reverse order for a left shift, below its filling
  output wire               all_out_o,  // no bit of the word is left
  output wire [1:0]         lowest_o    // the bits that a left shift by 32 moves above the word
);

  // 9.7.18.1.2: .clamp limits the amount to 32; .wrap uses its low five bits. An amount of 32
  // shifts every bit of the word out. For other operations the second half gives 0, as if they
  // shifted by 32.
  assign all_out_o = !shift_i || (!wrap_i && (above_i != 27'd0));
  assign lowest_o  = x_i[1:0] & {2{shift_i}};

  // One right shifter serves both directions: for a left shift, it gets the bits in reverse order.
  wire [33:0] x_s34    = {x_i[32], x_i};
  wire [33:0] mirrored = {
    x_s34[0], x_s34[1], x_s34[2], x_s34[3], x_s34[4], x_s34[5], x_s34[6], x_s34[7], x_s34[8],
    x_s34[9], x_s34[10], x_s34[11], x_s34[12], x_s34[13], x_s34[14], x_s34[15], x_s34[16],
    x_s34[17], x_s34[18], x_s34[19], x_s34[20], x_s34[21], x_s34[22], x_s34[23], x_s34[24],
    x_s34[25], x_s34[26], x_s34[27], x_s34[28], x_s34[29], x_s34[30], x_s34[31], x_s34[32],
    x_s34[33]
  };

  // A right shift fills with the sign, whatever dtype is (SEMANTICS D2); a left shift with zeros.
  wire               fill   = shift_i && right_i && x_i[32];
  wire signed [34:0] turned = {fill, turns_i ? mirrored : x_s34};

  // For other operations, the adder reads the value instead, so it stays what it is.
  assign y_o = turned >>> {fours_i, 2'd0};

endmodule

`default_nettype wire
