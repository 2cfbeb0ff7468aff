// SPDX-License-Identifier: MIT OR Apache-2.0
//
// cv32e40x with a vidalu unit. It speaks a draft of CV-X-IF before 1.0. IF_XIF is its interface,
// whose name depends on the version.
`ifdef VIDALU_RS3
`define SOURCES 3
`else
`define SOURCES 2
`endif
module core (
  input  logic        clk,
  input  logic        rst_n,
  input  logic        interrupt,
  output logic        i_req,
  input  logic        i_gnt,
  output logic [31:0] i_addr,
  input  logic        i_rvalid,
  input  logic [31:0] i_rdata,
  output logic        d_req,
  input  logic        d_gnt,
  output logic        d_we,
  output logic [3:0]  d_be,
  output logic [31:0] d_addr,
  output logic [31:0] d_wdata,
  input  logic        d_rvalid,
  input  logic [31:0] d_rdata
);

  logic fence;

  `IF_XIF #(
    .X_NUM_RS  (`SOURCES),
    .X_ID_WIDTH(4)
  ) xif ();

  cv32e40x_core #(
    .X_EXT     (1),
    .X_NUM_RS  (`SOURCES),
    .X_ID_WIDTH(4)
  ) u_cv32e40x (
    .clk_i              (clk),
    .rst_ni             (rst_n),
    .scan_cg_en_i       (1'b0),
    .boot_addr_i        (32'h80),
    .dm_exception_addr_i(32'd0),
    .dm_halt_addr_i     (32'd0),
    .mhartid_i          (32'd0),
    .mimpid_patch_i     (4'd0),
    .mtvec_addr_i       (32'd0),
    .instr_req_o        (i_req),
    .instr_gnt_i        (i_gnt),
    .instr_rvalid_i     (i_rvalid),
    .instr_addr_o       (i_addr),
    .instr_memtype_o    (),
    .instr_prot_o       (),
    .instr_dbg_o        (),
    .instr_rdata_i      (i_rdata),
    .instr_err_i        (1'b0),
    .data_req_o         (d_req),
    .data_gnt_i         (d_gnt),
    .data_rvalid_i      (d_rvalid),
    .data_addr_o        (d_addr),
    .data_be_o          (d_be),
    .data_we_o          (d_we),
    .data_wdata_o       (d_wdata),
    .data_memtype_o     (),
    .data_prot_o        (),
    .data_dbg_o         (),
    .data_atop_o        (),
    .data_rdata_i       (d_rdata),
    .data_err_i         (1'b0),
    .data_exokay_i      (1'b0),
    .mcycle_o           (),
    .xif_compressed_if  (xif),
    .xif_issue_if       (xif),
    .xif_commit_if      (xif),
    .xif_mem_if         (xif),
    .xif_mem_result_if  (xif),
    .xif_result_if      (xif),
    .irq_i              ({24'd0, interrupt, 7'd0}),
    .wu_wfe_i           (1'b0),
    .clic_irq_i         (1'b0),
    .clic_irq_id_i      (5'd0),
    .clic_irq_level_i   (8'd0),
    .clic_irq_priv_i    (2'd0),
    .clic_irq_shv_i     (1'b0),
    .fencei_flush_req_o (fence),
    .fencei_flush_ack_i (fence),
    .debug_req_i        (1'b0),
    .debug_havereset_o  (),
    .debug_running_o    (),
    .debug_halted_o     (),
    .fetch_enable_i     (1'b1),
    .core_sleep_o       ()
  );

  logic        accept, writeback, we;
  logic [3:0]  id;
  logic [31:0] data;
  logic [4:0]  rd;

  always_comb begin
    xif.compressed_ready = 1'b1;
    xif.compressed_resp = '0;
    xif.mem_valid = 1'b0;
    xif.mem_req = '0;
    xif.issue_resp = '0;
    xif.issue_resp.accept = accept;
    xif.issue_resp.writeback = writeback;
    xif.result = '0;
    xif.result.id = id;
    xif.result.data = data;
    xif.result.rd = rd;
    xif.result.we = we;
  end

  vidalu_draft #(
    .ID_WIDTH(4),
    .NUM_RS  (`SOURCES)
  ) u_unit (
    .clk_i          (clk),
    .rst_ni         (rst_n),
    .issue_valid    (xif.issue_valid),
    .issue_ready    (xif.issue_ready),
    .issue_instr    (xif.issue_req.instr),
    .issue_id       (xif.issue_req.id),
    .issue_rs       (xif.issue_req.rs),
    .issue_rs_valid (xif.issue_req.rs_valid),
    .issue_accept   (accept),
    .issue_writeback(writeback),
    .commit_valid   (xif.commit_valid),
    .commit_id      (xif.commit.id),
    .commit_kill    (xif.commit.commit_kill),
    .result_valid   (xif.result_valid),
    .result_ready   (xif.result_ready),
    .result_id      (id),
    .result_data    (data),
    .result_rd      (rd),
    .result_we      (we)
  );

endmodule
