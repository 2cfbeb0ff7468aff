// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A core with a vidalu unit behind CV-X-IF, a memory, and a console. The module core is that of the
// chosen core. Its buses follow OBI: a request is granted after random pauses and answered in the
// next cycle. The data bus reaches, from address 0x80000000 on:
//   0x80000000  a write prints a character
//   0x80000004  a write ends the program; 0 is success
//   0x80000008  a write requests an interrupt, after this number of cycles; 0 takes it back
module system #(
  parameter int WORDS = 1 << 21  // of the memory, a power of two
) (
  input  logic        clk,
  input  logic        reset,
  output logic        prints,
  input  logic        printed,
  output logic [7:0]  character,
  output logic        has_ended,
  output logic [31:0] ended
);

  localparam int BITS = $clog2(WORDS);
  logic [31:0] memory [0:WORDS-1];

  // The reset of the cores is asynchronous, so it needs an edge.
  logic rst_n = 1'b1;
  always_ff @(posedge clk) rst_n <= !reset;

  // Three of four requests are granted at once.
  logic [22:0] noise;
  always_ff @(posedge clk) begin
    if (reset) noise <= 23'd1;
    else noise <= {noise[21:0], noise[22] ^ noise[17]};
  end

  // ==== instruction bus ==========================================================================
  logic        i_req, i_gnt, i_rvalid;
  logic [31:0] i_addr, i_rdata;

  assign i_gnt = i_req && (noise[1:0] != 2'd0);

  always_ff @(posedge clk) begin
    i_rvalid <= i_gnt && !reset;
    i_rdata <= memory[i_addr[BITS+1:2]];
  end

  // ==== data bus =================================================================================
  logic        d_req, d_gnt, d_rvalid, d_we;
  logic [31:0] d_addr, d_wdata, d_rdata;
  logic [3:0]  d_be;
  logic [31:0] countdown;

  wire device = d_addr[31];
  wire offered_character = device && d_we && (d_addr[3:2] == 2'd0);
  assign d_gnt     = d_req && (noise[12:11] != 2'd0) && (!offered_character || printed);
  assign prints    = d_gnt && offered_character;
  assign character = d_wdata[7:0];

  always_ff @(posedge clk) begin
    d_rvalid <= d_gnt && !reset;
    d_rdata <= memory[d_addr[BITS+1:2]];
    for (int i = 0; i < 4; i++) begin
      if (d_gnt && d_we && !device && d_be[i]) memory[d_addr[BITS+1:2]][8*i +: 8] <= d_wdata[8*i +: 8];
    end
  end

  // A core without any access for 2^16 cycles waits in vain for the unit.
  logic [16:0] idle;
  always_ff @(posedge clk) begin
    if (reset || i_gnt || d_gnt) idle <= 17'd0;
    else idle <= idle + 17'd1;
  end

  always_ff @(posedge clk) begin
    if (reset) begin
      has_ended <= 1'b0;
      ended <= 32'd0;
      countdown <= 32'd0;
    end else if (idle[16]) begin
      $display("the core waits in vain");
      has_ended <= 1'b1;
      ended <= 32'd4;
    end else if (d_gnt && d_we && device && (d_addr[3:2] == 2'd1)) begin
      has_ended <= 1'b1;
      ended <= d_wdata;
    end else if (d_gnt && d_we && device && (d_addr[3:2] == 2'd2)) begin
      countdown <= d_wdata;
    end else if (countdown > 32'd1) begin
      countdown <= countdown - 32'd1;
    end
  end

  // ==== core and unit ============================================================================
  core u_core (
    .clk      (clk),
    .rst_n    (rst_n),
    .interrupt(countdown == 32'd1),
    .i_req    (i_req),
    .i_gnt    (i_gnt),
    .i_addr   (i_addr),
    .i_rvalid (i_rvalid),
    .i_rdata  (i_rdata),
    .d_req    (d_req),
    .d_gnt    (d_gnt),
    .d_we     (d_we),
    .d_be     (d_be),
    .d_addr   (d_addr),
    .d_wdata  (d_wdata),
    .d_rvalid (d_rvalid),
    .d_rdata  (d_rdata)
  );

endmodule
