// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Frames of bytes over a serial line, 8N1: `Words` bytes in make a request, one cycle of valid_o;
// an answer goes out as `Answers` bytes. The first byte is the lowest. A line that is silent for
// about 20 bytes starts a new frame.

`default_nettype none

module uart #(
  parameter integer Divide  = 104,  // clock cycles a bit
  parameter integer Words   = 30,   // bytes of a request
  parameter integer Answers = 9     // bytes of an answer
) (
  input  wire                 clk_i,
  input  wire                 rst_i,
  input  wire                 rx_i,      // from the host, idle high
  output wire                 tx_o,      // to the host
  output reg                  valid_o,   // request_o is whole
  output reg  [8*Words-1:0]   request_o,
  input  wire                 valid_i,   // answer_i is to be sent
  input  wire [8*Answers-1:0] answer_i
);

  localparam [15:0] Bit  = Divide[15:0] - 16'd1;
  localparam [15:0] Half = Divide[15:0] / 16'd2;

  // ==== receive: bits are read in their middle ==================================================
  reg  [1:0]  rx_q;      // rx_i, seen by the clock
  reg  [15:0] rx_time;   // cycles until the next bit
  reg  [3:0]  rx_left;   // bits still to come, the stop bit among them; 0: idle
  reg  [7:0]  rx_count;  // bytes of this frame
  reg  [7:0]  silence;   // bits without a byte

  always @(posedge clk_i) begin
    rx_q    <= {rx_q[0], rx_i};
    valid_o <= 1'b0;
    rx_time <= (rx_time == 16'd0) ? Bit : rx_time - 16'd1;
    if (rx_left == 4'd0) begin
      if (!rx_q[1]) begin
        rx_left <= 4'd10;
        rx_time <= Half;
      end else if (rx_time == 16'd0) begin
        silence <= silence + 8'd1;
        if (silence == 8'd200) rx_count <= 8'd0;
      end
    end else if (rx_time == 16'd0) begin
      silence <= 8'd0;
      rx_left <= rx_left - 4'd1;
      if (rx_left != 4'd10 && rx_left != 4'd1) request_o <= {rx_q[1], request_o[8*Words-1:1]};
      if (rx_left == 4'd1) begin
        valid_o  <= rx_count == Words[7:0] - 8'd1;
        rx_count <= (rx_count == Words[7:0] - 8'd1) ? 8'd0 : rx_count + 8'd1;
      end
    end
    if (rst_i) {rx_q, rx_left, rx_count, valid_o} <= {2'b11, 4'd0, 8'd0, 1'b0};
  end

  // ==== send: a start bit, eight bits, a stop bit ===============================================
  reg [10*Answers-1:0] tx_bits;  // filled with ones, which is the idle line
  reg [15:0]           tx_time;
  integer              byte_at;

  assign tx_o = tx_bits[0];

  always @(posedge clk_i) begin
    tx_time <= (tx_time == 16'd0) ? Bit : tx_time - 16'd1;
    if (tx_time == 16'd0) tx_bits <= {1'b1, tx_bits[10*Answers-1:1]};
    if (valid_i) begin
      tx_time <= Bit;
      for (byte_at = 0; byte_at < Answers; byte_at = byte_at + 1) begin
        tx_bits[10*byte_at+:10] <= {1'b1, answer_i[8*byte_at+:8], 1'b0};
      end
    end
    if (rst_i) tx_bits <= {10 * Answers{1'b1}};
  end

endmodule

`default_nettype wire
