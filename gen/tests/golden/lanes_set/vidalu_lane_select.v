// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_lane_select
// Two halves or four bytes, each from any place in a and b.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.1, partSelectSignExtend, and 9.7.18.2, extractAndSignExt_2 and
//                extractAndSignExt_4; SEMANTICS D7 (selectors)
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=2 handshake=valid reset=rst adder=+
//                multiplier=* language=verilog ops=vset,vshr,vset2,set.16x2,set.8x4
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_lane_select (
  input  wire [63:0] x_i,       // the registers, {b, a}
  input  wire [11:0] sel_i,     // 3 bits for each byte of the vector: its byte in x_i
  input  wire        word_i,    // select a part of one register instead
  input  wire        upper_i,   // 1: a part of b; 0: of a
  input  wire [2:0]  part_i,    // part: 0 to 3 byte, 4 h0, 5 word, 6 h1
  input  wire        signed_i,  // the lanes or the part are signed
  output wire [35:0] y_o        // four bytes of 9 bits, each with its sign on top
);

  // Selects one of the eight bytes.
  function [7:0] selected;
    input [63:0] bytes;
    input [2:0]  sel;
    reg [31:0] its_word;
    reg [15:0] its_half;
    begin
      its_word = sel[2] ? bytes[63:32] : bytes[31:0];
      its_half = sel[1] ? its_word[31:16] : its_word[15:0];
      selected = sel[0] ? its_half[15:8] : its_half[7:0];
    end
  endfunction

  // A part of a word is also selected in bytes, with copies of its sign above them. Bit 2 of the
  // code is 1 for a half or a word; then bit 1 means the upper half and bit 0 the whole word. For a
  // byte, bits 1 and 0 are its number.
  wire        wide   = part_i[2];
  wire        whole  = part_i[2] && part_i[0];
  wire [11:0] places = {upper_i, 2'd3, upper_i, 2'd2, upper_i, part_i[1], 1'b1,
                        upper_i, part_i[1], part_i[0] && !wide};
  wire [11:0] sel    = word_i ? places : sel_i;
  wire        keep_1 = !word_i || wide;
  wire        keep_2 = !word_i || whole;

  // partSelectSignExtend (9.7.18.1): the highest bit of the part is the sign if the type is signed.
  wire [3:0]  tops   = upper_i ? {x_i[63], x_i[55], x_i[47], x_i[39]} :
                                 {x_i[31], x_i[23], x_i[15], x_i[7]};
  wire        fill   = signed_i && tops[{part_i[1] || whole, part_i[0] || wide}];

  // Each byte has its own selector. So two lanes are selected in the same way as four: a half is
  // two neighbouring bytes.
  wire [7:0] byte_0 = selected(x_i, sel[2:0]);
  wire [7:0] byte_1 = keep_1 ? selected(x_i, sel[5:3]) : {8{fill}};
  wire [7:0] byte_2 = keep_2 ? selected(x_i, sel[8:6]) : {8{fill}};
  wire [7:0] byte_3 = keep_2 ? selected(x_i, sel[11:9]) : {8{fill}};

  // extractAndSignExt (9.7.18.2): the bit above a byte is the sign of the lane that ends there.
  assign y_o = {signed_i && byte_3[7], byte_3,
                signed_i && byte_2[7], byte_2,
                signed_i && byte_1[7], byte_1,
                signed_i && byte_0[7], byte_0};

endmodule

`default_nettype wire
