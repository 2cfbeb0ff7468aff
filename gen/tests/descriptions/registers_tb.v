// Reads all words of the module DUT on AXI4-Lite after a reset, then writes ones to each, except
// for the bit that starts an instruction, and reads them again. Then it runs an instruction, with
// an interrupt, and acknowledges it.
//
// Prints a line for each access: what it is, the address, the data in binary, and the response.

`timescale 1ns / 1ps

module registers_tb;
  reg aclk = 1'b0;
  reg aresetn = 1'b0;
  reg awvalid = 1'b0;
  reg wvalid = 1'b0;
  reg bready = 1'b0;
  reg arvalid = 1'b0;
  reg rready = 1'b0;
  reg [5:0] address = 6'd0;
  reg [31:0] wdata = 32'd0;
  wire awready, wready, bvalid, arready, rvalid;
  wire [31:0] rdata;
  wire [1:0] bresp, rresp;
  wire irq;

  `DUT dut (
    .aclk(aclk), .aresetn(aresetn),
    .s_axi_awvalid(awvalid), .s_axi_awready(awready), .s_axi_awaddr(address), .s_axi_awprot(3'd0),
    .s_axi_wvalid(wvalid), .s_axi_wready(wready), .s_axi_wdata(wdata), .s_axi_wstrb(4'hf),
    .s_axi_bvalid(bvalid), .s_axi_bready(bready), .s_axi_bresp(bresp),
    .s_axi_arvalid(arvalid), .s_axi_arready(arready), .s_axi_araddr(address), .s_axi_arprot(3'd0),
    .s_axi_rvalid(rvalid), .s_axi_rready(rready), .s_axi_rdata(rdata), .s_axi_rresp(rresp), .irq(irq)
  );

  always #5 aclk = !aclk;

  task read_word(input [8*6:1] name, input integer at);
    begin
      address = at;
      arvalid = 1'b1;
      while (!arready) @(negedge aclk);
      @(negedge aclk) arvalid = 1'b0;
      while (!rvalid) @(negedge aclk);
      $display("%0s %0d %b %0d", name, at, rdata, rresp);
      rready = 1'b1;
      @(negedge aclk) rready = 1'b0;
    end
  endtask

  task write_word(input integer at, input [31:0] data);
    begin
      address = at;
      wdata = data;
      awvalid = 1'b1;
      wvalid = 1'b1;
      while (!awready || !wready) @(negedge aclk);
      @(negedge aclk) awvalid = 1'b0;
      wvalid = 1'b0;
      while (!bvalid) @(negedge aclk);
      $display("write %0d %b %0d", at, data, bresp);
      bready = 1'b1;
      @(negedge aclk) bready = 1'b0;
    end
  endtask

  integer at;
  initial begin
    repeat (3) @(negedge aclk);
    aresetn = 1'b1;
    @(negedge aclk);
    for (at = 0; at < 64; at = at + 4) read_word("reset", at);
    for (at = 0; at < 64; at = at + 4) write_word(at, (at == 4) ? 32'hfffffffe : 32'hffffffff);
    for (at = 0; at < 64; at = at + 4) read_word("ones", at);
    // Word 0 is an instruction of every unit.
    write_word(8, 32'd0);
    write_word(12, 32'd0);
    write_word(4, 32'd1);
    for (at = 0; at < 40 && !irq; at = at + 1) @(negedge aclk);
    read_word("run", 4);
    read_word("run", 52);
    write_word(52, 32'd3);
    read_word("taken", 52);
    if (irq) $display("irq is still there");
    $finish;
  end
endmodule
