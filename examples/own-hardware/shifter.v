// A shifter with names of its own: one direction is two shifts, the amount is cut first.
module barrel #(
  parameter WIDTH = 8
) (
  input  signed [WIDTH-1:0] value,
  input         [31:0]      count,
  input                     modulo,
  input                     to_the_left,
  input                     scan_enable,
  output        [WIDTH-1:0] word,
  output                    top
);
  wire        [5:0]     most  = count > 32'd32 ? 6'd32 : count[5:0];
  wire        [5:0]     steps = modulo ? {1'b0, count[4:0]} : most;
  wire signed [WIDTH:0] wide  = {value[WIDTH-1], value};
  wire signed [WIDTH:0] right = wide >>> steps;
  wire signed [WIDTH:0] left  = wide <<< steps;

  assign {top, word} = scan_enable ? {WIDTH + 1{1'b0}} : to_the_left ? left : right;
endmodule
