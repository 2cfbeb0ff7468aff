// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_merge
// Inserts the low byte or half of a value into c.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.1, optMerge; SEMANTICS D3
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst goal=cells
//                adder=kogge-stone multiplier=* language=verilog ops=vadd,vmax,vshl
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_merge (
  input  wire [31:0] x_i,     // value
  input  wire [31:0] c_i,     // third operand
  input  wire [2:0]  dsel_i,  // place: 0 to 3 byte, 4 h0, 5 word, 6 h1
  output wire [31:0] d_o      // c with the value inserted; x for a word
);

  // Bit 2 of the selector is 1 for a half or a word; then bit 1 means the upper half, bit 0 the
  // word.
  wire is_byte = !dsel_i[2];
  wire is_word = dsel_i[2] && dsel_i[0];
  wire is_h0   = (dsel_i == 3'd4);
  wire is_h1   = (dsel_i == 3'd6);

  // optMerge (9.7.18.1), byte by byte: the value or c
  wire in_0 = is_word || is_h0 || (dsel_i == 3'd0);
  wire in_1 = is_word || is_h0 || (dsel_i == 3'd1);
  wire in_2 = is_word || is_h1 || (dsel_i == 3'd2);
  wire in_3 = is_word || is_h1 || (dsel_i == 3'd3);

  assign d_o[7:0]   = in_0 ? x_i[7:0] : c_i[7:0];
  assign d_o[15:8]  = in_1 ? (is_byte ? x_i[7:0] : x_i[15:8]) : c_i[15:8];
  assign d_o[23:16] = in_2 ? (is_word ? x_i[23:16] : x_i[7:0]) : c_i[23:16];
  assign d_o[31:24] = in_3 ? (is_word ? x_i[31:24] : (is_h1 ? x_i[15:8] : x_i[7:0])) : c_i[31:24];

endmodule

`default_nettype wire
