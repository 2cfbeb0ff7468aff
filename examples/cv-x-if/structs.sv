// SPDX-License-Identifier: MIT OR Apache-2.0
//
// From the structs of CV-X-IF 1.0 to the ports of the wrapper. The types are parameters, because
// each core declares its own. Their fields have the names of the specification; fields that only
// some of them have, such as exc, are 0.
//
// VIDALU_WRAPPER is the module, and VIDALU_RS3 is defined if it has a third source register.
module vidalu_structs #(
  parameter type         x_issue_req_t  = logic,
  parameter type         x_issue_resp_t = logic,
  parameter type         x_register_t   = logic,
  parameter type         x_commit_t     = logic,
  parameter type         x_result_t     = logic,
  parameter int unsigned HART           = 0  // the only hart
) (
  input  logic          clk_i,
  input  logic          rst_ni,
  input  logic          issue_valid,
  output logic          issue_ready,
  input  x_issue_req_t  issue_req,
  output x_issue_resp_t issue_resp,
  input  logic          register_valid,
  output logic          register_ready,
  input  x_register_t   source,
  input  logic          commit_valid,
  input  x_commit_t     commit,
  output logic          result_valid,
  input  logic          result_ready,
  output x_result_t     result
);

  x_issue_resp_t accepted;
  x_result_t     answer;
  logic          ready;
  logic          busy_q;  // an instruction has no result yet

  // CVA6 loses a result that comes in the cycle after a rejection. So reject nothing before it.
  assign issue_ready = ready && (accepted.accept || !busy_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) busy_q <= 1'b0;
    else busy_q <= (issue_valid && issue_ready && accepted.accept) ||
                   (busy_q && !(result_valid && result_ready) && !(commit_valid && commit.commit_kill));
  end

  `VIDALU_WRAPPER u_unit (
    .clk_i                   (clk_i),
    .rst_ni                  (rst_ni),
    .issue_valid             (issue_valid),
    .issue_ready             (ready),
    .issue_req_instr         (issue_req.instr),
    .issue_req_hartid        (1'b0),
    .issue_req_id            (issue_req.id),
    .issue_resp_accept       (accepted.accept),
    .issue_resp_writeback    (accepted.writeback[0]),
    .issue_resp_register_read(accepted.register_read),
    .register_valid          (register_valid),
    .register_ready          (register_ready),
    .register_hartid         (1'b0),
    .register_id             (source.id),
    .register_rs_0           (source.rs[0]),
    .register_rs_1           (source.rs[1]),
`ifdef VIDALU_RS3
    .register_rs_2           (source.rs[2]),
`endif
    .register_rs_valid       (source.rs_valid),
    .commit_valid            (commit_valid),
    .commit_hartid           (1'b0),
    .commit_id               (commit.id),
    .commit_commit_kill      (commit.commit_kill),
    .result_valid            (result_valid),
    .result_ready            (result_ready),
    .result_hartid           (),
    .result_id               (answer.id),
    .result_data             (answer.data),
    .result_rd               (answer.rd),
    .result_we               (answer.we[0])
  );

  always_comb begin
    issue_resp = '0;
    issue_resp.accept = accepted.accept;
    issue_resp.writeback = accepted.writeback;
    issue_resp.register_read = accepted.register_read;
    result = '0;
    result.hartid = $bits(result.hartid)'(HART);
    result.id = answer.id;
    result.data = answer.data;
    result.rd = answer.rd;
    result.we = answer.we;
  end

endmodule
