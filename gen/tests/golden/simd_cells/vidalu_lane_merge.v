// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_lane_merge
// Inserts the lanes in a mask into c.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.2, SIMD merge; SEMANTICS D7
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ handshake=valid reset=rst goal=cells adder=sklansky
//                multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_lane_merge (
  input  wire [31:0] x_i,     // lanes
  input  wire [31:0] c_i,     // third operand
  input  wire [3:0]  mask_i,  // for each byte: take it from x
  output wire [31:0] d_o      // x in the mask, c outside
);

  // 9.7.18.2: bytes in the mask come from the value, the others from c (SEMANTICS D7).
  assign d_o = {mask_i[3] ? x_i[31:24] : c_i[31:24],
                mask_i[2] ? x_i[23:16] : c_i[23:16],
                mask_i[1] ? x_i[15:8] : c_i[15:8],
                mask_i[0] ? x_i[7:0] : c_i[7:0]};

endmodule

`default_nettype wire
