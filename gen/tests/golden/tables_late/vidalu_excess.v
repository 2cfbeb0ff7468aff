// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_excess
// The first half of saturate: the bits that exceed the range.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.1, optSaturate; SEMANTICS D1 (34 bits)
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=hardware prefix=vidalu_ depth=4 handshake=valid reset=rst goal=tables
//                adder=+ multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_excess (
  input  wire [26:0] x_i,       // bits 33 to 7 of the intermediate result
  input  wire        signed_i,  // the result is signed
  input  wire [5:0]  checks_i,  // bits to check: 33 and 32, 31, 30 to 16, 15, 14 to 8, 7
  output wire [3:0]  over_o     // checked bits that exceed the range, by groups
);

  // A value fits if every checked bit repeats the sign, which is 0 for an unsigned type.
  wire [33:7] excess = x_i ^ {27{signed_i && x_i[26]}};

  assign over_o = {
    (checks_i[5] && (excess[33:32] != 2'd0)) || (checks_i[4] && excess[31]),
    checks_i[3] && (excess[30:23] != 8'd0),
    checks_i[3] && (excess[22:16] != 7'd0),
    (checks_i[2] && excess[15]) || (checks_i[1] && (excess[14:8] != 7'd0)) ||
    (checks_i[0] && excess[7])};

endmodule

`default_nettype wire
