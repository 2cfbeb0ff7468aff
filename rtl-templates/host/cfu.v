//% include "host/begin.v" %//
//% include "host/noise.v" %//
//% include "host/commands.v" %//
  reg offered_q, sent_q;
  wire answered = rsp_valid && rsp_ready;
  wire [31:0] answer = rsp_payload_outputs_0;
  wire ends = answered && (step_q == Last);
  // A command that sets something answers 0.
  wire sets = (command != 3'd0) && (command != 3'd4);

  always @(posedge clk_i${ host.edge }$) begin
    if (${ host.reset }$) begin
      {busy_q, full_q, broken_q, offered_q, sent_q} <= 5'd0;
      step_q <= 4'd0;
      slot_q <= 2'd0;
    end else begin
      busy_q <= take || (busy_q && !ends);
      full_q <= ends || (full_q && !ready_i);
      if (take) begin
        step_q <= 4'd0;
        slot_q <= slot_q + 2'd1;
      end else if (answered) begin
        step_q <= step_q + 4'd1;
      end
      offered_q <= offered_q ? !cmd_ready : (busy_q && !sent_q && noise_q[0]);
      sent_q <= (sent_q || (cmd_valid && cmd_ready)) && !answered;
      if (answered && (!sent_q || (sets && (answer != 32'd0)))) begin
        broken_q <= 1'b1;
      end
    end
  end

  assign cmd_valid = offered_q;
  assign cmd_payload_function_id = {5'd0, which, command};
  assign cmd_payload_inputs_0 = rs1;
  assign cmd_payload_inputs_1 = rs2;
  assign rsp_ready = noise_q[3];
//% include "host/result.v" %//
