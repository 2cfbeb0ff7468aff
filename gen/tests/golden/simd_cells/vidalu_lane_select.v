// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_lane_select
// Two halves or four bytes, each from any place in a and b.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.2, extractAndSignExt_2 and extractAndSignExt_4; SEMANTICS D7
//                (selectors)
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst goal=cells adder=sklansky
//                multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_lane_select (
  input  wire [63:0] x_i,       // the registers, {b, a}
  input  wire [11:0] sel_i,     // 3 bits for each byte of the vector: its byte in x_i
  input  wire        signed_i,  // the lanes are signed
  output wire [35:0] y_o        // four bytes of 9 bits, each with its sign on top
);

  // Selects one of the eight bytes.
  function [7:0] selected;
    input [63:0] bytes;
    input [2:0]  sel;
    // Each code is decoded once for all eight bits.
    selected = ({8{sel == 3'd0}} & bytes[7:0]) | ({8{sel == 3'd1}} & bytes[15:8]) |
               ({8{sel == 3'd2}} & bytes[23:16]) | ({8{sel == 3'd3}} & bytes[31:24]) |
               ({8{sel == 3'd4}} & bytes[39:32]) | ({8{sel == 3'd5}} & bytes[47:40]) |
               ({8{sel == 3'd6}} & bytes[55:48]) | ({8{sel == 3'd7}} & bytes[63:56]);
  endfunction

  // Each byte has its own selector. So two lanes are selected in the same way as four: a half is
  // two neighbouring bytes.
  wire [7:0] byte_0 = selected(x_i, sel_i[2:0]);
  wire [7:0] byte_1 = selected(x_i, sel_i[5:3]);
  wire [7:0] byte_2 = selected(x_i, sel_i[8:6]);
  wire [7:0] byte_3 = selected(x_i, sel_i[11:9]);

  // extractAndSignExt (9.7.18.2): the bit above a byte is the sign of the lane that ends there.
  assign y_o = {signed_i && byte_3[7], byte_3,
                signed_i && byte_2[7], byte_2,
                signed_i && byte_1[7], byte_1,
                signed_i && byte_0[7], byte_0};

endmodule

`default_nettype wire
