// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The system in a simulator, with the program that +program=FILE.hex names.
module simulation (
  input  wire        clk,
  input  wire        reset,
  output wire [31:0] ended
);

  wire prints, has_ended;
  wire [7:0] character;
  reg [1023:0] file;

  system u_system (
    .clk      (clk),
    .reset    (reset),
    .prints   (prints),
    .printed  (1'b1),
    .character(character),
    .has_ended(has_ended),
    .ended    (ended)
  );

  initial begin
    if (!$value$plusargs("program=%s", file)) begin
      $display("name a program: +program=FILE.hex");
      $fatal;
    end
    $readmemh(file, u_system.memory);
  end

  always @(posedge clk) begin
    if (prints) $write("%c", character);
    if (has_ended) $finish;
  end

endmodule
