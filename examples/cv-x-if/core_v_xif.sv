// SPDX-License-Identifier: MIT OR Apache-2.0
//
// From core_v_xif, the interface in the repository of the specification, to the ports of the
// wrapper. The interface has one hart, X_ID_WIDTH as --tag says, and X_NUM_RS = 3, or 2 with
// --rs3 none.
//
// VIDALU_WRAPPER is the module, and VIDALU_RS3 is defined if it has a third source register.
module vidalu_core_v_xif #(
  parameter int unsigned HART = 0  // the only hart
) (
  input logic clk_i,
  input logic rst_ni,
  core_v_xif  xif
);

  wire accept, writeback, we;
  wire [$bits(xif.issue_resp.register_read)-1:0] register_read;
  wire [$bits(xif.result.id)-1:0] id;
  wire [31:0] data;
  wire [4:0] rd;

  `VIDALU_WRAPPER u_unit (
    .clk_i                   (clk_i),
    .rst_ni                  (rst_ni),
    .issue_valid             (xif.issue_valid),
    .issue_ready             (xif.issue_ready),
    .issue_req_instr         (xif.issue_req.instr),
    .issue_req_hartid        (1'b0),
    .issue_req_id            (xif.issue_req.id),
    .issue_resp_accept       (accept),
    .issue_resp_writeback    (writeback),
    .issue_resp_register_read(register_read),
    .register_valid          (xif.register_valid),
    .register_ready          (xif.register_ready),
    .register_hartid         (1'b0),
    .register_id             (xif.register.id),
    .register_rs_0           (xif.register.rs[0]),
    .register_rs_1           (xif.register.rs[1]),
`ifdef VIDALU_RS3
    .register_rs_2           (xif.register.rs[2]),
`endif
    .register_rs_valid       (xif.register.rs_valid),
    .commit_valid            (xif.commit_valid),
    .commit_hartid           (1'b0),
    .commit_id               (xif.commit.id),
    .commit_commit_kill      (xif.commit.commit_kill),
    .result_valid            (xif.result_valid),
    .result_ready            (xif.result_ready),
    .result_hartid           (),
    .result_id               (id),
    .result_data             (data),
    .result_rd               (rd),
    .result_we               (we)
  );

  always_comb begin
    xif.compressed_ready = 1'b1;
    xif.compressed_resp = '0;
    xif.mem_valid = 1'b0;
    xif.mem_req = '0;
    xif.issue_resp = '0;
    xif.issue_resp.accept = accept;
    xif.issue_resp.writeback = writeback;
    xif.issue_resp.register_read = register_read;
    xif.result = '0;
    xif.result.hartid = $bits(xif.result.hartid)'(HART);
    xif.result.id = id;
    xif.result.data = data;
    xif.result.rd = rd;
    xif.result.we = we;
  end

endmodule
