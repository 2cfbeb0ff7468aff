// Clamps a number to the range of its destination.
module saturate (
  input  logic signed [33:0] x_i,
  input  logic               sat_i,
  input  logic               signed_i,
  input  logic        [2:0]  dsel_i,
  output logic signed [33:0] y_o,
  output logic               hit_o
);
  logic signed [33:0] lowest;
  logic signed [33:0] highest;

  always_comb begin
    case (dsel_i)
      3'd5:       highest = signed_i ? 34'sh0_7fff_ffff : 34'sh0_ffff_ffff;
      3'd4, 3'd6: highest = signed_i ? 34'sh0_0000_7fff : 34'sh0_0000_ffff;
      default:    highest = signed_i ? 34'sh0_0000_007f : 34'sh0_0000_00ff;
    endcase
  end

  assign lowest = signed_i ? -highest - 34'sd1 : 34'sd0;
  assign hit_o = sat_i && (x_i < lowest || x_i > highest);
  assign y_o   = !hit_o ? x_i : x_i < lowest ? lowest : highest;
endmodule
