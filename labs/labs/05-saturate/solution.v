`default_nettype none

module lab_saturate (
  input  wire signed [33:0] x_i,
  input  wire               sat_i,
  input  wire               signed_i,
  input  wire        [2:0]  dsel_i,
  output wire signed [33:0] y_o,
  output wire               hit_o
);

  wire is_byte = !dsel_i[2];
  wire is_word = (dsel_i == 3'd5);

  // The bits of an unsigned range; a signed range has one bit less, and the sign above it.
  wire [31:0] range   = {{16{is_word}}, {8{!is_byte}}, 8'hff};
  wire [33:0] highest = signed_i ? {3'd0, range[31:1]} : {2'd0, range};
  wire [33:0] lowest  = signed_i ? ~highest : 34'd0;

  // A number fits if it has no bits above the greatest number, apart from its sign.
  wire        below  = x_i[33];
  wire [33:0] beyond = (below && signed_i) ? ~x_i : x_i;
  wire        fits   = ((beyond & ~highest) == 34'd0);

  assign hit_o = sat_i && !fits;
  assign y_o   = hit_o ? (below ? lowest : highest) : x_i;

endmodule

`default_nettype wire
