// Compares the results of both sides. Codes from SETS on are comparisons: the other core fills a
// lane with ones, and PTX sets its lowest bit. Codes from AVERAGES on are averages, which are not
// compared: PTX rounds a half away from zero, and cv32e40p rounds down.
module same #(
  parameter SETS = 16,
  parameter AVERAGES = 16
) (
  input  wire [3:0]  op_i,
  input  wire        bytes_i,
  input  wire [31:0] a_i,
  input  wire [31:0] b_i,
  output wire        same_o
);
  wire [31:0] own;
  wire [31:0] other;
  wire [31:0] last = bytes_i ? 32'h01010101 : 32'h00010001;
  wire [31:0] seen = op_i >= SETS ? last : 32'hffffffff;

  ours u_ours (.op_i(op_i), .bytes_i(bytes_i), .a_i(a_i), .b_i(b_i), .result_o(own));
  peer u_peer (.op_i(op_i), .bytes_i(bytes_i), .a_i(a_i), .b_i(b_i), .result_o(other));

  assign same_o = op_i >= AVERAGES || own == (other & seen);
endmodule
