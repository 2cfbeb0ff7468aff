// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A wrapper for AXI4-Lite with the rules of a formal checker. The master may do whatever the rules
// allow.
module top (
  input wire        aclk,
  input wire        aresetn,
  input wire        awvalid,
  input wire [5:0]  awaddr,
  input wire [2:0]  awprot,
  input wire        wvalid,
  input wire [31:0] wdata,
  input wire [3:0]  wstrb,
  input wire        bready,
  input wire        arvalid,
  input wire [5:0]  araddr,
  input wire [2:0]  arprot,
  input wire        rready
);
  wire        awready, wready, bvalid, arready, rvalid;
  wire [1:0]  bresp, rresp;
  wire [31:0] rdata;

  `VIDALU_WRAPPER wrapper (
    .aclk(aclk), .aresetn(aresetn), .irq(),
    .s_axi_awvalid(awvalid), .s_axi_awready(awready), .s_axi_awaddr(awaddr), .s_axi_awprot(awprot),
    .s_axi_wvalid(wvalid), .s_axi_wready(wready), .s_axi_wdata(wdata), .s_axi_wstrb(wstrb),
    .s_axi_bvalid(bvalid), .s_axi_bready(bready), .s_axi_bresp(bresp),
    .s_axi_arvalid(arvalid), .s_axi_arready(arready), .s_axi_araddr(araddr), .s_axi_arprot(arprot),
    .s_axi_rvalid(rvalid), .s_axi_rready(rready), .s_axi_rdata(rdata), .s_axi_rresp(rresp)
  );

  // Registers have no value before the first reset, so no rule holds there (F_OPT_INITIAL). The
  // standard sets no limit to waiting (the times of 0).
  faxil_slave #(
    .C_AXI_DATA_WIDTH(32), .C_AXI_ADDR_WIDTH(6), .F_OPT_INITIAL(0),
    .F_AXI_MAXWAIT(0), .F_AXI_MAXRSTALL(0), .F_AXI_MAXDELAY(0)
  ) rules (
    .i_clk(aclk), .i_axi_reset_n(aresetn),
    .i_axi_awvalid(awvalid), .i_axi_awready(awready), .i_axi_awaddr(awaddr), .i_axi_awprot(awprot),
    .i_axi_wvalid(wvalid), .i_axi_wready(wready), .i_axi_wdata(wdata), .i_axi_wstrb(wstrb),
    .i_axi_bvalid(bvalid), .i_axi_bready(bready), .i_axi_bresp(bresp),
    .i_axi_arvalid(arvalid), .i_axi_arready(arready), .i_axi_araddr(araddr), .i_axi_arprot(arprot),
    .i_axi_rvalid(rvalid), .i_axi_rready(rready), .i_axi_rdata(rdata), .i_axi_rresp(rresp),
    .f_axi_rd_outstanding(), .f_axi_wr_outstanding(), .f_axi_awr_outstanding()
  );
endmodule
