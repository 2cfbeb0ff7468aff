// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Every PTX video and carry instruction, of 64 bits too, on a ULX3S (ECP5 25F): a request of 30
// bytes over the serial line is the control word (6) and the operands a, b and c (8 each); the
// answer of 9 is the result (8) and CC.CF.

`default_nettype none

module top (
  input  wire clk_25m,  // 25 MHz
  input  wire rx,
  output wire tx,
  output wire led       // lit once an instruction was executed
);

  // Registers start as their text says: that ends the reset.
  reg [3:0] started = 4'd0;
  reg       seen    = 1'b0;
  wire      rst     = started != 4'd15;

  wire         valid, done, flag;
  wire [239:0] request;
  wire [63:0]  result;

  assign led = seen;

  always @(posedge clk_25m) begin
    if (rst)  started <= started + 4'd1;
    if (done) seen    <= 1'b1;
  end

  uart #(.Divide(217)) u_uart (  // 115200 baud
    .clk_i(clk_25m), .rst_i(rst), .rx_i(rx), .tx_o(tx),
    .valid_o(valid), .request_o(request), .valid_i(done), .answer_i({7'd0, flag, result})
  );

  vidalu_video u_video (
    .clk_i(clk_25m), .rst_i(rst), .valid_i(valid), .ctl_i(request[41:0]),
    .a_i(request[111:48]), .b_i(request[175:112]), .c_i(request[239:176]),
    .valid_o(done), .d_o(result), .cf_o(flag)
  );

endmodule

`default_nettype wire
