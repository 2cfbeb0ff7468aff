// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A host on the serial line of a board's design: sends the requests of a file of vectors, and
// compares the answers. The lines of vectors.hex are those of
// `vidalu vectors --unit video --format hex`, `places` in its header says what stands where.

`default_nettype none

module bench;

  localparam integer Divide  = 4;   // clock cycles a bit, to have less to simulate than the board has
  localparam integer Vectors = 50;

  reg          clk = 1'b0;
  reg          rx = 1'b1;
  wire         tx;
  reg  [307:0] vectors [0:Vectors-1];
  reg  [71:0]  answer;
  reg  [239:0] request;
  integer      at, bit_at, got, wrong = 0;

  always #5 clk = !clk;

  // The clock has another name on each board; the order of the ports is the same.
  top u_top (clk, rx, tx, );
  defparam u_top.u_uart.Divide = Divide;

  // Both ends of the line change and read half a bit apart, as they do when they know nothing of
  // each other.
  task receive;
    integer place;
    begin
      for (got = 0; got < 9; got = got + 1) begin
        @(negedge tx);
        #(15 * Divide);
        for (place = 0; place < 8; place = place + 1) begin
          answer[8*got+place] = tx;
          #(10 * Divide);
        end
      end
    end
  endtask

  task send;
    begin
      for (bit_at = 0; bit_at < 240; bit_at = bit_at + 1) begin
        if (bit_at % 8 == 0) begin
          rx = 1'b0;
          #(10 * Divide);
        end
        rx = request[bit_at];
        #(10 * Divide);
        if (bit_at % 8 == 7) begin
          rx = 1'b1;
          #(10 * Divide);
        end
      end
    end
  endtask

  initial begin
    $readmemh("vectors.hex", vectors);
    #1000;
    for (at = 0; at < Vectors; at = at + 1) begin
      request = {vectors[at][135:72], vectors[at][199:136], vectors[at][263:200], 6'd0, vectors[at][305:264]};
      fork
        send;
        receive;
      join
      if (answer !== {7'd0, vectors[at][0], vectors[at][67:4]}) begin
        wrong = wrong + 1;
        $display("vector %0d: got %h, expected %h", at, answer, {7'd0, vectors[at][0], vectors[at][67:4]});
      end
    end
    $display("%0s: %0d vectors, %0d wrong", wrong == 0 ? "PASS" : "FAIL", Vectors, wrong);
    $finish;
  end

endmodule

`default_nettype wire
