`default_nettype none

module lab_select (
  input  wire        [31:0] x_i,
  input  wire        [2:0]  sel_i,
  input  wire               signed_i,
  output wire signed [32:0] y_o
);

  // First the part, shifted down. Bits above it are still from the register.
  reg [31:0] down;

  always @* begin
    case (sel_i)
      3'd1:    down = {8'd0, x_i[31:8]};
      3'd2:    down = {16'd0, x_i[31:16]};
      3'd3:    down = {24'd0, x_i[31:24]};
      3'd6:    down = {16'd0, x_i[31:16]};
      default: down = x_i;
    endcase
  end

  // Then the extension from the width of the part.
  wire is_word = (sel_i == 3'd5);
  wire is_byte = !sel_i[2];
  wire sign    = signed_i && (is_byte ? down[7] : (is_word ? down[31] : down[15]));

  assign y_o[7:0]   = down[7:0];
  assign y_o[15:8]  = is_byte ? {8{sign}} : down[15:8];
  assign y_o[31:16] = is_word ? down[31:16] : {16{sign}};
  assign y_o[32]    = sign;

endmodule

`default_nettype wire
