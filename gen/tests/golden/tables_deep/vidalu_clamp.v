// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_clamp
// The second half of saturate: the nearest bound.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.1, optSaturate; SEMANTICS D1 (34 bits)
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=hardware prefix=vidalu_ depth=8 handshake=valid reset=rst sat_o
//                goal=tables adder=ripple multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_clamp (
  input  wire signed [33:0] x_i,       // intermediate result
  input  wire               signed_i,  // the result is signed
  input  wire [2:0]         dsel_i,    // destination: 0 to 3 byte, 4 h0, 5 word, 6 h1
  input  wire [3:0]         over_i,    // checked bits exceed the range
  output wire signed [33:0] y_o,       // the value, clamped
  output wire               hit_o      // the value was clamped
);

  // The range is that of the part of the register that is written.
  wire is_byte = !dsel_i[2];
  wire is_word = dsel_i[2] && dsel_i[0];
  wire unused_dsel = dsel_i[1];

  wire negative = x_i[33];

  // optSaturate (9.7.18.1): the nearest bound, 34 bits wide (SEMANTICS D1).
  wire [31:0] ones     = {{16{is_word}}, {8{!is_byte}}, 8'hff};
  wire [31:0] largest  = signed_i ? {1'b0, ones[31:1]} : ones;
  wire [33:0] smallest = signed_i ? {2'b11, ~largest} : 34'd0;
  wire [33:0] bound    = negative ? smallest : {2'b00, largest};

  assign hit_o = (over_i != 4'd0);
  assign y_o   = hit_o ? bound : x_i;

endmodule

`default_nettype wire
