//% include "host/begin.v" %//
//% include "host/noise.v" %//
//% include "host/commands.v" %//
  reg offered_q;    // the instruction is offered
  reg sent_q;       // it is accepted
  reg committed_q;  // it is committed
  reg kills_q;      // it will be killed, and offered again
  reg [${ id_width - 1 }$:0] id_q;
  wire is_sent   = issue_valid && issue_ready;
  wire commits   = sent_q && !committed_q && noise_q[5];
  wire answered  = result_valid && result_ready;
  wire [31:0] answer = result_data;
  wire ends      = answered && (step_q == Last);
  wire writes_rd = (command == 3'd0) || (command == 3'd4);
  wire unused_read = ^issue_resp_register_read;

  always @(posedge clk_i${ host.edge }$) begin
    if (${ host.reset }$) begin
      {busy_q, full_q, broken_q, offered_q, sent_q, committed_q, kills_q} <= 7'd0;
      step_q <= 4'd0;
      slot_q <= 2'd0;
      id_q <= ${ id_width }$'d0;
    end else begin
      busy_q <= take || (busy_q && !ends);
      full_q <= ends || (full_q && !ready_i);
      if (take) begin
        step_q <= 4'd0;
        slot_q <= slot_q + 2'd1;
      end else if (answered) begin
        step_q <= step_q + 4'd1;
      end
      offered_q <= offered_q ? !issue_ready : (busy_q && !sent_q && noise_q[0]);
      sent_q <= (sent_q || is_sent) && !answered && !(commits && kills_q);
      committed_q <= (committed_q || (commits && !kills_q)) && !answered;
      if (!offered_q && !sent_q) begin
        kills_q <= noise_q[7] && noise_q[9];
      end
      if (is_sent) begin
        broken_q <= broken_q || !issue_resp_accept || !register_ready || (issue_resp_writeback != writes_rd);
      end
      if (answered || (commits && kills_q)) begin
        id_q <= id_q + ${ id_width }$'d1;
      end
      if (answered && (!committed_q || (result_id != id_q) || result_hartid || (result_we != writes_rd) ||
          (result_we && (result_rd != {1'b0, step_q} + 5'd1)))) begin
        broken_q <= 1'b1;
      end
    end
  end

  // An instruction that is killed has other operands: it must not change anything.
  wire [31:0] other = {32{kills_q}};

  assign issue_valid = offered_q;
  assign issue_req_instr = {${ top }$, which, 5'd3, 5'd2, command, {1'b0, step_q} + 5'd1, 7'h0b};
  assign issue_req_hartid = 1'b0;
  assign issue_req_id = id_q;
  assign register_valid = offered_q;
  assign register_hartid = 1'b0;
  assign register_id = id_q;
  assign register_rs_0 = rs1 ^ other;
  assign register_rs_1 = rs2 ^ other;
//%- if let Some(third) = third %//
  assign register_rs_2 = ${ third }$ ^ other;
  assign register_rs_valid = 3'b111;
//%- else %//
  assign register_rs_valid = 2'b11;
//%- endif %//
  assign commit_valid = commits;
  assign commit_hartid = 1'b0;
  assign commit_id = id_q;
  assign commit_commit_kill = kills_q;
  assign result_ready = noise_q[3];
//% include "host/result.v" %//
