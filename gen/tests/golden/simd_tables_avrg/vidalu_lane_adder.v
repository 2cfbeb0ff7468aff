// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_lane_adder
// Adder of four bytes or two halves.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.2, the sums and differences of lanes
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst goal=tables adder=+
//                multiplier=* language=verilog ops=vavrg4
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_lane_adder (
  input  wire [31:0] a_i,      // left operands
  input  wire [31:0] b_i,      // right operands
  input  wire [3:0]  carry_i,  // carries into the bytes; the upper byte of a half ignores its own
  input  wire        quad_i,   // 1: four bytes; 0: two halves
  output wire [31:0] sum_o,    // the sums, without their carries
  output wire [3:0]  carry_o   // for each byte: the carry out of it
);

  wire [7:0] sum_0;
  wire carry_0;
  wire unused_byte_0_low;
  assign {carry_0, sum_0, unused_byte_0_low} =
      {1'b0, a_i[7:0], 1'b1} + {1'b0, b_i[7:0], carry_i[0]};

  // The upper byte of a half takes the carry of the lower byte.
  wire enters_1 = quad_i ? carry_i[1] : carry_0;
  wire [7:0] sum_1;
  wire carry_1;
  wire unused_byte_1_low;
  assign {carry_1, sum_1, unused_byte_1_low} =
      {1'b0, a_i[15:8], 1'b1} + {1'b0, b_i[15:8], enters_1};

  wire [7:0] sum_2;
  wire carry_2;
  wire unused_byte_2_low;
  assign {carry_2, sum_2, unused_byte_2_low} =
      {1'b0, a_i[23:16], 1'b1} + {1'b0, b_i[23:16], carry_i[2]};

  // The upper byte of a half takes the carry of the lower byte.
  wire enters_3 = quad_i ? carry_i[3] : carry_2;
  wire [7:0] sum_3;
  wire carry_3;
  wire unused_byte_3_low;
  assign {carry_3, sum_3, unused_byte_3_low} =
      {1'b0, a_i[31:24], 1'b1} + {1'b0, b_i[31:24], enters_3};

  assign sum_o   = {sum_3, sum_2, sum_1, sum_0};
  assign carry_o = {carry_3, carry_2, carry_1, carry_0};

endmodule

`default_nettype wire
