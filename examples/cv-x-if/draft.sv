// SPDX-License-Identifier: MIT OR Apache-2.0
//
// From the drafts 0.x of CV-X-IF to the ports of the wrapper, which follow 1.0. The differences:
//   - The source registers are a part of the offer.
//   - A kill or a commit is about one instruction, also about one that was rejected. In 1.0, a kill
//     is about all newer instructions too. So only those of the accepted instruction pass.
// The fields that do not appear here are 0: dualwrite, dualread, loadstore, exc, ecs and others.
//
// VIDALU_WRAPPER is the module, and VIDALU_RS3 is defined if it has a third source register.
module vidalu_draft #(
  parameter int ID_WIDTH = 4,
  parameter int NUM_RS   = 3
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    issue_valid,
  output logic                    issue_ready,
  input  logic [31:0]             issue_instr,
  input  logic [ID_WIDTH-1:0]     issue_id,
  input  logic [NUM_RS-1:0][31:0] issue_rs,
  input  logic [NUM_RS-1:0]       issue_rs_valid,
  output logic                    issue_accept,
  output logic                    issue_writeback,
  input  logic                    commit_valid,
  input  logic [ID_WIDTH-1:0]     commit_id,
  input  logic                    commit_kill,
  output logic                    result_valid,
  input  logic                    result_ready,
  output logic [ID_WIDTH-1:0]     result_id,
  output logic [31:0]             result_data,
  output logic [4:0]              result_rd,
  output logic                    result_we
);

  logic                waits_q;  // an accepted instruction is neither committed nor killed
  logic [ID_WIDTH-1:0] id_q;     // its number

  wire taken  = issue_valid && issue_ready && issue_accept;
  wire passes = commit_valid && (waits_q ? (commit_id == id_q) : (taken && (commit_id == issue_id)));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waits_q <= 1'b0;
    else waits_q <= (waits_q || taken) && !passes;
  end

  always_ff @(posedge clk_i) if (taken) id_q <= issue_id;

  `VIDALU_WRAPPER u_unit (
    .clk_i                   (clk_i),
    .rst_ni                  (rst_ni),
    .issue_valid             (issue_valid),
    .issue_ready             (issue_ready),
    .issue_req_instr         (issue_instr),
    .issue_req_hartid        (1'b0),
    .issue_req_id            (issue_id),
    .issue_resp_accept       (issue_accept),
    .issue_resp_writeback    (issue_writeback),
    .issue_resp_register_read(),
    .register_valid          (issue_valid),
    .register_ready          (),
    .register_hartid         (1'b0),
    .register_id             (issue_id),
    .register_rs_0           (issue_rs[0]),
    .register_rs_1           (issue_rs[1]),
`ifdef VIDALU_RS3
    .register_rs_2           (issue_rs[2]),
`endif
    .register_rs_valid       (issue_rs_valid),
    .commit_valid            (passes),
    .commit_hartid           (1'b0),
    .commit_id               (commit_id),
    .commit_commit_kill      (commit_kill),
    .result_valid            (result_valid),
    .result_ready            (result_ready),
    .result_hartid           (),
    .result_id               (result_id),
    .result_data             (result_data),
    .result_rd               (result_rd),
    .result_we               (result_we)
  );

endmodule
