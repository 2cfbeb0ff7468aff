// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A wrapper for AXI4-Stream with the rules of two formal checkers, one at each port.
module top #(
  parameter IN = `IN_BITS,
  parameter OUT = `OUT_BITS,
`ifdef USER_BITS
  parameter USER = `USER_BITS,
`else
  parameter USER = 1,
`endif
`ifdef ID_BITS
  parameter ID = `ID_BITS
`else
  parameter ID = 1
`endif
) (
  input wire          aclk,
  input wire          aresetn,
  input wire          s_tvalid,
  input wire [IN-1:0] s_tdata,
  input wire          s_tlast,
  input wire [ID-1:0] s_tid,
  input wire          m_tready
);
  wire            s_tready, m_tvalid, m_tlast;
  wire [OUT-1:0]  m_tdata;
  wire [USER-1:0] m_tuser;
  wire [ID-1:0]   m_tid;

  `VIDALU_WRAPPER wrapper (
    .aclk(aclk), .aresetn(aresetn),
    .s_axis_tvalid(s_tvalid), .s_axis_tready(s_tready), .s_axis_tdata(s_tdata), .s_axis_tlast(s_tlast),
`ifdef USER_BITS
    .m_axis_tuser(m_tuser),
`endif
`ifdef ID_BITS
    .s_axis_tid(s_tid), .m_axis_tid(m_tid),
`endif
    .m_axis_tvalid(m_tvalid), .m_axis_tready(m_tready), .m_axis_tdata(m_tdata), .m_axis_tlast(m_tlast)
  );
`ifndef USER_BITS
  assign m_tuser = 0;
`endif
`ifndef ID_BITS
  assign m_tid = 0;
`endif

  // The rules want no offer in the first cycle. Before the reset, registers have no value.
  reg has_begun = 0;
  always @(posedge aclk) has_begun <= 1;

  faxis_slave #(.C_S_AXI_DATA_WIDTH(IN), .C_S_AXI_ID_WIDTH(ID), .F_LGDEPTH(1)) rules_in (
    .i_aclk(aclk), .i_aresetn(aresetn), .i_tvalid(s_tvalid), .i_tready(s_tready), .i_tdata(s_tdata),
    .i_tstrb({IN / 8{1'b1}}), .i_tkeep({IN / 8{1'b1}}), .i_tlast(s_tlast),
    .i_tid(s_tid), .i_tdest(1'b0), .i_tuser(1'b0), .f_bytecount(), .f_routecheck()
  );
  faxis_master #(
    .C_S_AXI_DATA_WIDTH(OUT), .C_S_AXI_ID_WIDTH(ID), .C_S_AXI_USER_WIDTH(USER), .F_LGDEPTH(1)
  ) rules_out (
    .i_aclk(aclk), .i_aresetn(aresetn), .i_tvalid(m_tvalid && has_begun), .i_tready(m_tready), .i_tdata(m_tdata),
    .i_tstrb({OUT / 8{1'b1}}), .i_tkeep({OUT / 8{1'b1}}), .i_tlast(m_tlast),
    .i_tid(m_tid), .i_tdest(1'b0), .i_tuser(m_tuser), .f_bytecount(), .f_routecheck()
  );
endmodule
