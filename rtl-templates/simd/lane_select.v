${ page.header }$

`default_nettype none

${ page.module }$

  // Selects one of the eight bytes.
  function [7:0] selected;
    input [63:0] bytes;
    input [2:0]  sel;
//%- if in_cells %//
    // Each code is decoded once for all eight bits.
    selected = ({8{sel == 3'd0}} & bytes[7:0]) | ({8{sel == 3'd1}} & bytes[15:8]) |
               ({8{sel == 3'd2}} & bytes[23:16]) | ({8{sel == 3'd3}} & bytes[31:24]) |
               ({8{sel == 3'd4}} & bytes[39:32]) | ({8{sel == 3'd5}} & bytes[47:40]) |
               ({8{sel == 3'd6}} & bytes[55:48]) | ({8{sel == 3'd7}} & bytes[63:56]);
//%- else %//
    reg [31:0] its_word;
    reg [15:0] its_half;
    begin
      its_word = sel[2] ? bytes[63:32] : bytes[31:0];
      its_half = sel[1] ? its_word[31:16] : its_word[15:0];
      selected = sel[0] ? its_half[15:8] : its_half[7:0];
    end
//%- endif %//
  endfunction
//%- if word %//

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
//%- else %//

  // Each byte has its own selector. So two lanes are selected in the same way as four: a half is
  // two neighbouring bytes.
  wire [7:0] byte_0 = selected(x_i, sel_i[2:0]);
  wire [7:0] byte_1 = selected(x_i, sel_i[5:3]);
  wire [7:0] byte_2 = selected(x_i, sel_i[8:6]);
  wire [7:0] byte_3 = selected(x_i, sel_i[11:9]);
//%- endif %//

  // extractAndSignExt (9.7.18.2): the bit above a byte is the sign of the lane that ends there.
  assign y_o = {signed_i && byte_3[7], byte_3,
                signed_i && byte_2[7], byte_2,
                signed_i && byte_1[7], byte_1,
                signed_i && byte_0[7], byte_0};

endmodule

`default_nettype wire
