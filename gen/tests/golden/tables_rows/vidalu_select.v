// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_select
// A byte, a half or the word of a register, extended to 33 bits.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.1, partSelectSignExtend
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=6 handshake=valid reset=rst goal=tables
//                adder=+ multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_select (
  input  wire [31:0]        x_i,       // register
  input  wire [2:0]         sel_i,     // part: 0 to 3 byte, 4 h0, 5 word, 6 h1
  input  wire               signed_i,  // the part is signed
  output wire signed [32:0] y_o        // the part, extended
);

  // Bit 2 of the code is 1 for a half or a word; then bit 1 means the upper half and bit 0 the
  // whole word. For a byte, bits 1 and 0 are its number.
  wire wide  = sel_i[2];
  wire word  = sel_i[2] && sel_i[0];
  wire upper = sel_i[1];
  wire odd   = !sel_i[2] && sel_i[0];

  // The part, shifted down to bit 0
  wire [15:0] half = upper ? x_i[31:16] : x_i[15:0];
  wire [7:0]  low  = odd ? half[15:8] : half[7:0];

  // The highest bit of the part is the sign if the type is signed.
  wire top  = word ? x_i[31] : (wide ? half[15] : low[7]);
  wire fill = signed_i && top;

  // partSelectSignExtend (9.7.18.1)
  assign y_o = {fill,
                word ? x_i[31:16] : {16{fill}},
                wide ? half[15:8] : {8{fill}},
                low};

endmodule

`default_nettype wire
