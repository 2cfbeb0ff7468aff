`default_nettype none

module lab_secondary (
  input  wire signed [33:0] x_i,
  input  wire        [31:0] c_i,
  input  wire               signed_i,
  input  wire        [1:0]  secop_i,
  output reg         [31:0] d_o
);

  wire signed [33:0] c    = {{2{signed_i && c_i[31]}}, c_i};
  wire               less = (x_i < c);

  always @* begin
    case (secop_i)
      2'd1:    d_o = x_i[31:0] + c_i;
      2'd2:    d_o = less ? x_i[31:0] : c_i;
      2'd3:    d_o = less ? c_i : x_i[31:0];
      default: d_o = x_i[31:0];
    endcase
  end

endmodule

`default_nettype wire
