// SPDX-License-Identifier: MIT OR Apache-2.0
//
// cve2 with a vidalu unit. It speaks CV-X-IF 1.0 and reads rs3 from bits 31..27: --rs3 r4.
module core
  import cve2_pkg::*;
(
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

  logic          issue_valid, issue_ready, commit_valid, result_valid, result_ready;
  x_issue_req_t  issue_req;
  x_issue_resp_t issue_resp;
  x_register_t   source;
  x_commit_t     commit;
  x_result_t     result;

  cve2_top #(
    .XInterface(1'b1)
  ) u_cve2 (
    .clk_i              (clk),
    .rst_ni             (rst_n),
    .test_en_i          (1'b0),
    .ram_cfg_i          ('0),
    .hart_id_i          (32'd0),
    .boot_addr_i        (32'h80),
    .instr_req_o        (i_req),
    .instr_gnt_i        (i_gnt),
    .instr_rvalid_i     (i_rvalid),
    .instr_addr_o       (i_addr),
    .instr_rdata_i      (i_rdata),
    .instr_err_i        (1'b0),
    .data_req_o         (d_req),
    .data_gnt_i         (d_gnt),
    .data_rvalid_i      (d_rvalid),
    .data_we_o          (d_we),
    .data_be_o          (d_be),
    .data_addr_o        (d_addr),
    .data_wdata_o       (d_wdata),
    .data_rdata_i       (d_rdata),
    .data_err_i         (1'b0),
    .x_issue_valid_o    (issue_valid),
    .x_issue_ready_i    (issue_ready),
    .x_issue_req_o      (issue_req),
    .x_issue_resp_i     (issue_resp),
    .x_register_o       (source),
    .x_commit_valid_o   (commit_valid),
    .x_commit_o         (commit),
    .x_result_valid_i   (result_valid),
    .x_result_ready_o   (result_ready),
    .x_result_i         (result),
    .irq_software_i     (1'b0),
    .irq_timer_i        (interrupt),
    .irq_external_i     (1'b0),
    .irq_fast_i         (16'd0),
    .irq_nm_i           (1'b0),
    .debug_req_i        (1'b0),
    .debug_halted_o     (),
    .dm_halt_addr_i     (32'd0),
    .dm_exception_addr_i(32'd0),
    .crash_dump_o       (),
    .fetch_enable_i     (1'b1),
    .core_sleep_o       ()
  );

  // The core has no register_valid: the registers belong to the offer.
`ifdef CORE_V_XIF
  core_v_xif #(
    .X_NUM_RS      (3),
    .X_HARTID_WIDTH(32)
  ) xif ();

  always_comb begin
    xif.issue_valid = issue_valid;
    xif.issue_req = '0;
    xif.issue_req.instr = issue_req.instr;
    xif.issue_req.hartid = issue_req.hartid;
    xif.issue_req.id = issue_req.id;
    xif.register_valid = issue_valid;
    xif.register.hartid = source.hartid;
    xif.register.id = source.id;
    xif.register.rs[0] = source.rs[0];
    xif.register.rs[1] = source.rs[1];
    xif.register.rs[2] = source.rs[2];
    xif.register.rs_valid = source.rs_valid;
    xif.commit_valid = commit_valid;
    xif.commit.hartid = commit.hartid;
    xif.commit.id = commit.id;
    xif.commit.commit_kill = commit.commit_kill;
    xif.result_ready = result_ready;
  end

  always_comb begin
    issue_ready = xif.issue_ready;
    issue_resp.accept = xif.issue_resp.accept;
    issue_resp.writeback = xif.issue_resp.writeback;
    issue_resp.register_read = xif.issue_resp.register_read;
    result_valid = xif.result_valid;
    result.hartid = xif.result.hartid;
    result.id = xif.result.id;
    result.data = xif.result.data;
    result.rd = xif.result.rd;
    result.we = xif.result.we;
  end

  vidalu_core_v_xif u_unit (
    .clk_i (clk),
    .rst_ni(rst_n),
    .xif   (xif)
  );
`else
  vidalu_structs #(
    .x_issue_req_t (x_issue_req_t),
    .x_issue_resp_t(x_issue_resp_t),
    .x_register_t  (x_register_t),
    .x_commit_t    (x_commit_t),
    .x_result_t    (x_result_t)
  ) u_unit (
    .clk_i         (clk),
    .rst_ni        (rst_n),
    .issue_valid   (issue_valid),
    .issue_ready   (issue_ready),
    .issue_req     (issue_req),
    .issue_resp    (issue_resp),
    .register_valid(issue_valid),
    .register_ready(),
    .source        (source),
    .commit_valid  (commit_valid),
    .commit        (commit),
    .result_valid  (result_valid),
    .result_ready  (result_ready),
    .result        (result)
  );
`endif

endmodule
