${ header }$

`default_nettype none

${ module }$

  // ==== issue: the instruction, and the registers that it reads ==================================
//%- for code in commands.codes %//
  ${ code }$
//%- endfor %//

  wire [2:0] command = issue_req_instr[14:12];
  wire [3:0] which   = issue_req_instr[28:25];  // the word that is read, or in two bits the slot
//%- if inside.has_r4() %//
  // custom-0. Execute has the R4 format with rs3 in bits 31..27, all others have the R format. The
  // other bits of funct7 must be 0.
  wire is_own   = (issue_req_instr[6:0] == 7'h0b) &&
                  (((issue_req_instr[31:29] == 3'd0) && ((which[3:2] == 2'd0) || (command == Read))) ||
                   (command == Execute));
//%- else if sources == 2 && inside.has_c() %//
  // custom-0 in the R format. Execute takes the last result as c if bit 27 is 1. The other bits of
  // funct7 must be 0.
  wire accumulate = issue_req_instr[27];
  wire is_own   = (issue_req_instr[6:0] == 7'h0b) && (issue_req_instr[31:29] == 3'd0) &&
                  ((command == Read) || (!which[3] && (!accumulate || (command == Execute))));
//%- else %//
  // custom-0 in the R format. The other bits of funct7 must be 0.
  wire is_own   = (issue_req_instr[6:0] == 7'h0b) && (issue_req_instr[31:29] == 3'd0) &&
                  ((which[3:2] == 2'd0) || (command == Read));
//%- endif %//
  wire executes = is_own && (command == Execute);
  wire sets     = is_own && (${ sets }$);
  wire reads    = is_own && (command == Read);
  wire accept   = executes || sets || reads;
  // The source registers belong to the instruction at issue, because the interfaces are not split.
  wire [${ id_width + 10 }$:0] unused_bits = {issue_req_instr[24:15], register_hartid, register_id};
//%- if sources == 2 %//
  wire [1:0] needed = (executes || sets) ? 2'b11 : 2'b00;
  wire has_operands = (needed == 2'd0) || (register_valid && (register_rs_valid == 2'b11));
//%- else %//
  wire [2:0] needed = executes ? 3'b${ has_c }$11 : (sets ? 3'b011 : 3'b000);
  wire has_operands = (needed == 3'd0) || (register_valid && ((needed & ~register_rs_valid) == 3'd0));
//%- endif %//

  ${ inside.register() }$ held_q;       // an accepted instruction has not begun
  ${ inside.register() }$ committed_q;  // the instruction cannot be killed any more
  ${ inside.register() }$ busy_q;       // the unit has the instruction
  ${ inside.register() }$ done_q;       // its result is offered
  wire ready;
  wire valid;             // the unit shows its result

  wire free  = ready && !held_q && !busy_q && !done_q;
  wire taken = !accept || (free && has_operands);
  wire take  = issue_valid && taken && accept;

  assign issue_ready = taken;
  assign register_ready = taken;
  assign issue_resp_accept = accept;
  assign issue_resp_writeback = executes || reads;
  assign issue_resp_register_read = needed;

  // ==== commit: of the offered instruction, before it is accepted ================================
  ${ inside.register() }$ waits_q;  // the offer of the previous cycle was not accepted
  ${ inside.register() }$ [${ id_width - 1 }$:0] waiting_id_q;
  ${ inside.register() }$ waiting_hartid_q;
  ${ inside.register() }$ waiting_committed_q;
  ${ inside.register() }$ waiting_killed_q;

  wire commits  = commit_valid && !commit_commit_kill;
  wire kills    = commit_valid && commit_commit_kill;
  wire is_same  = waits_q && (issue_req_id == waiting_id_q) && (issue_req_hartid == waiting_hartid_q);
  wire was_committed = is_same && waiting_committed_q;
  wire was_killed    = is_same && waiting_killed_q;
  wire is_its_hart   = (commit_hartid == issue_req_hartid);
  // The offered instruction is the newest, so killing any instruction kills it.
  wire offer_committed = was_committed || (commits && is_its_hart && (commit_id == issue_req_id) && !was_killed);
  wire offer_killed    = was_killed || (kills && is_its_hart && !was_committed);

  ${ inside.always() }$ @(posedge clk_i${ inside.edge() }$) begin
    if (!rst_ni) begin
      waits_q <= 1'b0;
    end else begin
      waits_q <= issue_valid && !taken;
    end
  end

  ${ inside.always() }$ @(posedge clk_i) begin
    waiting_id_q <= issue_req_id;
    waiting_hartid_q <= issue_req_hartid;
    waiting_committed_q <= offer_committed;
    waiting_killed_q <= offer_killed;
  end

  // ==== commit: of the held instruction ==========================================================
  ${ inside.register() }$ [${ id_width - 1 }$:0] id_q;
  ${ inside.register() }$ hartid_q;
  ${ inside.register() }$ [${ id_width - 1 }$:0] newest_q;  // the number of the last offered instruction

  // The held instruction and all that were offered after it have numbers from id_q to the newest
  // one, modulo the range of numbers. All other numbers belong to older instructions.
  wire [${ id_width - 1 }$:0] newest  = issue_valid ? issue_req_id : newest_q;
  wire [${ id_width - 1 }$:0] ahead   = commit_id - id_q;
  wire [${ id_width - 1 }$:0] span    = newest - id_q;
  wire is_newer      = (ahead <= span);
  wire is_held_hart  = (commit_hartid == hartid_q);
  wire held_commits  = commits && is_held_hart && is_newer;
  wire held_killed   = kills && is_held_hart && !committed_q && ((ahead == ${ id_width }$'d0) || !is_newer);

  ${ inside.register() }$ [2:0] command_q;
  ${ inside.register() }$ [3:0] which_q;
  wire [1:0] slot = which_q[1:0];
  wire go      = held_q && committed_q && ready;
  wire execute = go && (command_q == Execute);

  ${ inside.always() }$ @(posedge clk_i${ inside.edge() }$) begin
    if (!rst_ni) begin
      held_q <= 1'b0;
      committed_q <= 1'b0;
      busy_q <= 1'b0;
      done_q <= 1'b0;
    end else begin
      held_q <= (take && !offer_killed) || (held_q && !go && !held_killed);
      committed_q <= take ? offer_committed : (committed_q || held_commits);
      busy_q <= (busy_q || execute) && !valid;
      done_q <= valid || (go && !execute) || (done_q && !result_ready);
    end
  end

  ${ inside.register() }$ [31:0] rs1_q;
  ${ inside.register() }$ [31:0] rs2_q;
//%- if inside.brings_c() %//
  ${ inside.register() }$ [31:0] rs3_q;
//%- else if sources == 3 %//
  wire [31:0] unused_rs3 = register_rs_2;
//%- else if inside.has_c() %//
  ${ inside.register() }$ accumulate_q;  // the last result is the third operand
//%- endif %//
  ${ inside.register() }$ [4:0] rd_q;
  ${ inside.register() }$ we_q;

  ${ inside.always() }$ @(posedge clk_i) begin
    newest_q <= newest;
    if (take) begin
      id_q <= issue_req_id;
      hartid_q <= issue_req_hartid;
      command_q <= command;
      which_q <= which;
      rs1_q <= register_rs_0;
      rs2_q <= register_rs_1;
//%- if inside.brings_c() %//
      rs3_q <= register_rs_2;
//%- else if inside.has_c() %//
      accumulate_q <= accumulate;
//%- endif %//
      rd_q <= issue_req_instr[11:7];
      we_q <= executes || reads;
    end
  end

  // ==== registers: values that earlier instructions set ==========================================
//% include "wrapper/held.v" %//

  // ==== unit =====================================================================================
//%- if inside.holds_c() %//
//%- for register in commands.lasts %//
  ${ register }$;
//%- endfor %//
//% endif %//
  wire [${ commands.word_hi }$:0] word = word_q[slot];
//%- for net in commands.issue %//
  ${ net }$;
//%- endfor %//
//%- for net in commands.results %//
  ${ net }$
//%- endfor %//
  wire always_free = 1'b1;  // no result is offered while the unit has an instruction

  ${ unit }$

  // ==== result: kept for later instructions that read it =========================================
//%- if !inside.holds_c() %//
//%- for register in commands.lasts %//
  ${ register }$;
//%- endfor %//
//% endif %//
${ commands.keep }$

//% include "wrapper/word_read.v" %//

  ${ inside.register() }$ [31:0] data_q;

${ commands.answer }$

  assign result_valid = done_q;
  assign result_hartid = hartid_q;
  assign result_id = id_q;
  assign result_data = data_q;
  assign result_rd = rd_q;
  assign result_we = we_q;

endmodule

`default_nettype wire
