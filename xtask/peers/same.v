// Whether both sides have the same result. A comparison of cv32e40p fills a lane, and one of PTX
// sets its last bit. An average of PTX rounds a half away from zero, and one of cv32e40p rounds
// down, so averages are not compared.
module same (
  input  wire [3:0]  op_i,
  input  wire        bytes_i,
  input  wire [31:0] a_i,
  input  wire [31:0] b_i,
  output wire        same_o
);
  wire [31:0] own;
  wire [31:0] other;
  wire [31:0] last = bytes_i ? 32'h01010101 : 32'h00010001;
  wire [31:0] seen = op_i >= 4'd6 ? last : 32'hffffffff;

  ours u_ours (.op_i(op_i), .bytes_i(bytes_i), .a_i(a_i), .b_i(b_i), .result_o(own));
  peer u_peer (.op_i(op_i), .bytes_i(bytes_i), .a_i(a_i), .b_i(b_i), .result_o(other));

  assign same_o = op_i >= 4'd14 || own == (other & seen);
endmodule
