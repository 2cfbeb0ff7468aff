// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_excess
// The first half of saturate: the bits that exceed a range.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.1, optSaturate; SEMANTICS D1 (34 bits)
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=hardware prefix=vidalu_ depth=8 handshake=valid reset=rst sat_o
//                goal=tables adder=ripple multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_excess (
  input  wire [26:0] x_i,       // bits 33 to 7 of the intermediate result
  input  wire        signed_i,  // the result is signed
  output wire        above_o,   // a bit above the word exceeds it
  output wire [2:0]  bytes_o,   // bytes 3 to 1 with a bit that exceeds a range below them
  output wire [2:0]  tops_o     // top bits of word, half and byte that exceed a signed range
);

  // A value fits if every bit above the range repeats the sign, which is 0 for an unsigned type. A
  // signed range has one bit less.
  wire [33:7] excess = x_i ^ {27{signed_i && x_i[26]}};

  assign above_o = (excess[33:32] != 2'd0);
  assign bytes_o = {excess[31:24] != 8'd0, excess[23:16] != 8'd0, excess[15:8] != 8'd0};
  assign tops_o  = {excess[31], excess[15], excess[7]} & {3{signed_i}};

endmodule

`default_nettype wire
