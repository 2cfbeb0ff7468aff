// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_shifter
// One shifter for both directions.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.1.2, vshl vshr; SEMANTICS D2 (clamp, wrap, 34 bits)
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=2 handshake=valid reset=rst goal=tables
//                adder=ripple multiplier=* language=verilog ops=vadd,vmin,vshr
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_shifter (
  input  wire signed [32:0] x_i,       // value to be shifted
  input  wire [31:0]        amount_i,  // number of bits
  input  wire               wrap_i,    // 1 .wrap: amount modulo 32; 0 .clamp: at most 32
  input  wire               right_i,   // shift to the right, filling with the sign
  output wire signed [33:0] y_o        // the result, modulo 2^34
);

  // 9.7.18.1.2: .clamp limits the amount to 32; .wrap uses its low five bits. An amount of 32
  // shifts every bit of the word out.
  wire       all_out = !wrap_i && (amount_i[31:5] != 27'd0);
  wire [4:0] amount  = amount_i[4:0];

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
  wire               fill        = right_i && x_i[32];
  wire signed [34:0] turned      = {fill, right_i ? x_s34 : mirrored};
  wire signed [34:0] shifted     = turned >>> amount;
  wire               unused_sign = shifted[34];

  wire [33:0] down = shifted[33:0];
  wire [33:0] up   = {
    down[0], down[1], down[2], down[3], down[4], down[5], down[6], down[7], down[8], down[9],
    down[10], down[11], down[12], down[13], down[14], down[15], down[16], down[17], down[18],
    down[19], down[20], down[21], down[22], down[23], down[24], down[25], down[26], down[27],
    down[28], down[29], down[30], down[31], down[32], down[33]
  };

  // A left shift by 32 moves the low bits of the value above the word.
  wire [1:0]  top  = right_i ? {2{fill}} : (all_out ? x_i[1:0] : up[33:32]);
  wire [31:0] word = right_i ? down[31:0] : up[31:0];

  assign y_o = {top, (word & {32{!all_out}}) | {32{all_out && fill}}};

endmodule

`default_nettype wire
