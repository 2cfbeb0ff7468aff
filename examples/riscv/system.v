// SPDX-License-Identifier: MIT OR Apache-2.0
//
// VexRiscv with a vidalu unit on its CFU bus, a memory, and a console.
//
// Every access takes two clock cycles: it is acknowledged in the cycle after it was offered. Only a
// character waits until the console takes it. The instruction bus and the data bus each have a port
// of the memory. From address 0x80000000 on, which the cache leaves alone, the data bus reaches:
//   0x80000000  a write prints a character
//   0x80000004  a write ends the program; 0 is success
//   0x80000008  a write requests an interrupt, after this number of cycles; 0 takes it back
module system #(
  parameter WORDS   = 1 << 21,  // of the memory, a power of two
  parameter PROGRAM = ""        // a file for $readmemh; a simulation may load another one
) (
  input wire clk,
  input wire reset,

  // console
  output wire       prints,   // a character is offered
  input  wire       printed,  // the character is taken
  output wire [7:0] character,

  output reg        has_ended,
  output reg [31:0] ended  // what the program ended with
);

  localparam BITS = $clog2(WORDS);
  reg [31:0] memory [0:WORDS-1];

  generate
    if (PROGRAM != "") begin : g_program
      initial $readmemh(PROGRAM, memory);
    end
  endgenerate

  // ==== instruction bus ==========================================================================
  wire i_cyc, i_stb;
  wire [29:0] i_adr;
  reg i_ack;
  reg [31:0] i_data;

  always @(posedge clk) begin
    i_ack <= i_cyc && i_stb && !i_ack && !reset;
    i_data <= memory[i_adr[BITS-1:0]];
  end

  // ==== data bus =================================================================================
  wire d_cyc, d_stb, d_we;
  wire [29:0] d_adr;
  wire [31:0] d_written;
  wire [3:0] d_sel;
  reg d_ack;
  reg [31:0] d_data;
  reg [31:0] countdown;

  wire offered = d_cyc && d_stb && !d_ack && !reset;
  wire device  = d_adr[29];
  assign prints    = offered && d_we && device && (d_adr[1:0] == 2'd0);
  assign character = d_written[7:0];
  wire access = offered && (!prints || printed);
  wire write  = access && d_we;
  integer i;

  always @(posedge clk) begin
    d_ack <= access;
    d_data <= memory[d_adr[BITS-1:0]];
    for (i = 0; i < 4; i = i + 1) begin
      if (write && !device && d_sel[i]) memory[d_adr[BITS-1:0]][8*i +: 8] <= d_written[8*i +: 8];
    end
  end

  always @(posedge clk) begin
    if (reset) begin
      has_ended <= 1'b0;
      countdown <= 32'd0;
    end else if (write && device && (d_adr[1:0] == 2'd1)) begin
      has_ended <= 1'b1;
      ended <= d_written;
    end else if (write && device && (d_adr[1:0] == 2'd2)) begin
      countdown <= d_written;
    end else if (countdown > 32'd1) begin
      countdown <= countdown - 32'd1;
    end
  end

  // ==== core and unit ============================================================================
  wire cmd_valid, cmd_ready, rsp_valid, rsp_ready;
  wire [9:0] function_id;
  wire [31:0] input_0, input_1, result;

  VexRiscv u_core (
    .externalResetVector                  (32'd0),
    .timerInterrupt                       (countdown == 32'd1),
    .softwareInterrupt                    (1'b0),
    .externalInterruptArray               (32'd0),
    .CfuPlugin_bus_cmd_valid              (cmd_valid),
    .CfuPlugin_bus_cmd_ready              (cmd_ready),
    .CfuPlugin_bus_cmd_payload_function_id(function_id),
    .CfuPlugin_bus_cmd_payload_inputs_0   (input_0),
    .CfuPlugin_bus_cmd_payload_inputs_1   (input_1),
    .CfuPlugin_bus_rsp_valid              (rsp_valid),
    .CfuPlugin_bus_rsp_ready              (rsp_ready),
    .CfuPlugin_bus_rsp_payload_outputs_0  (result),
    .iBusWishbone_CYC                     (i_cyc),
    .iBusWishbone_STB                     (i_stb),
    .iBusWishbone_ACK                     (i_ack),
    .iBusWishbone_WE                      (),
    .iBusWishbone_ADR                     (i_adr),
    .iBusWishbone_DAT_MISO                (i_data),
    .iBusWishbone_DAT_MOSI                (),
    .iBusWishbone_SEL                     (),
    .iBusWishbone_ERR                     (1'b0),
    .iBusWishbone_CTI                     (),
    .iBusWishbone_BTE                     (),
    .dBusWishbone_CYC                     (d_cyc),
    .dBusWishbone_STB                     (d_stb),
    .dBusWishbone_ACK                     (d_ack),
    .dBusWishbone_WE                      (d_we),
    .dBusWishbone_ADR                     (d_adr),
    .dBusWishbone_DAT_MISO                (d_data),
    .dBusWishbone_DAT_MOSI                (d_written),
    .dBusWishbone_SEL                     (d_sel),
    .dBusWishbone_ERR                     (1'b0),
    .dBusWishbone_CTI                     (),
    .dBusWishbone_BTE                     (),
    .clk                                  (clk),
    .reset                                (reset)
  );

  vidalu_video_cfu u_cfu (
    .cmd_valid              (cmd_valid),
    .cmd_ready              (cmd_ready),
    .cmd_payload_function_id(function_id),
    .cmd_payload_inputs_0   (input_0),
    .cmd_payload_inputs_1   (input_1),
    .rsp_valid              (rsp_valid),
    .rsp_ready              (rsp_ready),
    .rsp_payload_outputs_0  (result),
    .reset                  (reset),
    .clk                    (clk)
  );

endmodule
