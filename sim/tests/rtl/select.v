// The part of a register, extended to 33 bits.
module select (
  input      [31:0] x_i,
  input      [2:0]  sel_i,
  input             signed_i,
  output reg [32:0] y_o
);
  always @* begin
    case (sel_i)
      3'd0:    y_o = {{25{signed_i & x_i[7]}}, x_i[7:0]};
      3'd1:    y_o = {{25{signed_i & x_i[15]}}, x_i[15:8]};
      3'd2:    y_o = {{25{signed_i & x_i[23]}}, x_i[23:16]};
      3'd3:    y_o = {{25{signed_i & x_i[31]}}, x_i[31:24]};
      3'd4:    y_o = {{17{signed_i & x_i[15]}}, x_i[15:0]};
      3'd6:    y_o = {{17{signed_i & x_i[31]}}, x_i[31:16]};
      default: y_o = {signed_i & x_i[31], x_i};
    endcase
  end
endmodule
