`default_nettype none

module lab_merge (
  input  wire [31:0] x_i,
  input  wire [31:0] c_i,
  input  wire [2:0]  dsel_i,
  output reg  [31:0] d_o
);

  always @* begin
    d_o = c_i;
    case (dsel_i)
      3'd0:    d_o[7:0]   = x_i[7:0];
      3'd1:    d_o[15:8]  = x_i[7:0];
      3'd2:    d_o[23:16] = x_i[7:0];
      3'd3:    d_o[31:24] = x_i[7:0];
      3'd4:    d_o[15:0]  = x_i[15:0];
      3'd6:    d_o[31:16] = x_i[15:0];
      default: d_o        = x_i;
    endcase
  end

endmodule

`default_nettype wire
