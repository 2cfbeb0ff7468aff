// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The system on the board ULX3S. It prints on the serial line of the USB port US1, with eight bits,
// no parity and one stop bit. The button F1 starts the program again. At the end, the first LED
// shines if the program succeeded, and the second one if it did not.
module ulx3s #(
  parameter PROGRAM = "programs.hex",
  parameter CYCLES_PER_BIT = 217  // 115200 bits a second from 25 MHz
) (
  input  wire       clk,
  input  wire       again,
  output wire       serial,
  output wire       wifi_gpio0,  // at 0, the other processor of the board would take over
  output wire [7:0] led
);

  // ==== reset: after the configuration, and while the button is pressed ==========================
  reg [3:0] again_q = 4'd0;  // the last two bits synchronize the button
  reg [3:0] count_q = 4'd0;
  wire reset = (count_q != 4'd15);

  always @(posedge clk) begin
    again_q <= {again_q[2:0], again};
    if (again_q[3]) count_q <= 4'd0;
    else if (reset) count_q <= count_q + 4'd1;
  end

  // ==== system ===================================================================================
  wire prints, printed, has_ended;
  wire [7:0] character;
  wire [31:0] ended;

  system #(
    .WORDS  (1 << 13),
    .PROGRAM(PROGRAM)
  ) u_system (
    .clk      (clk),
    .reset    (reset),
    .prints   (prints),
    .printed  (printed),
    .character(character),
    .has_ended(has_ended),
    .ended    (ended)
  );

  assign wifi_gpio0 = 1'b1;
  assign led = {6'd0, has_ended && (ended != 32'd0), has_ended && (ended == 32'd0)};

  // ==== serial line: a start bit, eight bits from the lowest on, a stop bit ======================
  reg [9:0] bits_q;   // the bits that are still to be sent, the next one first
  reg [3:0] left_q;   // the number of these bits
  reg [15:0] cycle_q;
  wire ends = (cycle_q == CYCLES_PER_BIT - 1);

  assign printed = (left_q == 4'd0);
  assign serial = (left_q == 4'd0) || bits_q[0];

  always @(posedge clk) begin
    if (reset) begin
      left_q <= 4'd0;
    end else if (printed) begin
      cycle_q <= 16'd0;
      if (prints) begin
        bits_q <= {1'b1, character, 1'b0};
        left_q <= 4'd10;
      end
    end else begin
      cycle_q <= ends ? 16'd0 : cycle_q + 16'd1;
      if (ends) begin
        bits_q <= {1'b1, bits_q[9:1]};
        left_q <= left_q - 4'd1;
      end
    end
  end

endmodule
