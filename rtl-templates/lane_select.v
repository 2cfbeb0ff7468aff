${ header }$

`default_nettype none

${ module }$

  // One of the eight bytes.
  function [7:0] selected;
    input [63:0] bytes;
    input [2:0]  sel;
    reg [31:0] word;
    reg [15:0] half;
    begin
      word = sel[2] ? bytes[63:32] : bytes[31:0];
      half = sel[1] ? word[31:16] : word[15:0];
      selected = sel[0] ? half[15:8] : half[7:0];
    end
  endfunction

  // Each byte has a selector of its own. So two lanes are selected as four are: a half is two bytes
  // side by side.
  wire [7:0] byte_0 = selected(x_i, sel_i[2:0]);
  wire [7:0] byte_1 = selected(x_i, sel_i[5:3]);
  wire [7:0] byte_2 = selected(x_i, sel_i[8:6]);
  wire [7:0] byte_3 = selected(x_i, sel_i[11:9]);

  // extractAndSignExt (9.7.18.2): the sign of the lane that ends with a byte stands in front of it.
  assign y_o = {signed_i && byte_3[7], byte_3,
                signed_i && byte_2[7], byte_2,
                signed_i && byte_1[7], byte_1,
                signed_i && byte_0[7], byte_0};

endmodule

`default_nettype wire
