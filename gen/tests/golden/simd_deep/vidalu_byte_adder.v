// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_byte_adder
// The first half of a segmented adder: each byte alone.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.2.1, vadd vsub vavrg vabsdiff vmin vmax, and 9.7.18.2.2, vset
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=5 handshake=valid reset=rst_n sat_o adder=+
//                multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_byte_adder (
  input  wire [35:0] a_i,         // left operands: four bytes, each with a sign
  input  wire [35:0] b_i,         // right operands: four bytes, each with a sign
  input  wire        subtract_i,  // a + ~b instead of a + b
  output wire [35:0] sums_o,      // the sum of each byte, and its carry out above it
  output wire [35:0] carried_o,   // the same with a carry into each byte
  output wire [7:0]  signs_o      // the signs that were added: those of b, then those of a
);

  // a - b is a + ~b + 1.
  wire [35:0] b = b_i ^ {36{subtract_i}};

  // Segments: each byte is added by itself, without a carry.
  wire [8:0] segment_0 = {1'b0, a_i[7:0]} + {1'b0, b[7:0]};
  wire [8:0] segment_1 = {1'b0, a_i[16:9]} + {1'b0, b[16:9]};
  wire [8:0] segment_2 = {1'b0, a_i[25:18]} + {1'b0, b[25:18]};
  wire [8:0] segment_3 = {1'b0, a_i[34:27]} + {1'b0, b[34:27]};
  wire [3:0] sign_a    = {a_i[35], a_i[26], a_i[17], a_i[8]};
  wire [3:0] sign_b    = {b[35], b[26], b[17], b[8]};

  // The same, with a carry into each segment.
  wire [8:0] carried_0;
  wire [8:0] carried_1;
  wire [8:0] carried_2;
  wire [8:0] carried_3;
  wire [3:0] unused_low;
  assign {carried_0, unused_low[0]} = {1'b0, a_i[7:0], 1'b1} + {1'b0, b[7:0], 1'b1};
  assign {carried_1, unused_low[1]} = {1'b0, a_i[16:9], 1'b1} + {1'b0, b[16:9], 1'b1};
  assign {carried_2, unused_low[2]} = {1'b0, a_i[25:18], 1'b1} + {1'b0, b[25:18], 1'b1};
  assign {carried_3, unused_low[3]} = {1'b0, a_i[34:27], 1'b1} + {1'b0, b[34:27], 1'b1};

  assign sums_o    = {segment_3, segment_2, segment_1, segment_0};
  assign carried_o = {carried_3, carried_2, carried_1, carried_0};
  assign signs_o   = {sign_b, sign_a};

endmodule

`default_nettype wire
