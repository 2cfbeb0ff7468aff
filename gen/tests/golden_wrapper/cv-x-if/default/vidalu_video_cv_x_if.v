// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_video_cv_x_if
// Unit video behind CV-X-IF: instructions that a processor offers, and commits or kills.
//
// Unit           vidalu_video: its header has operations, sections of the manual and profile
// Latency        4 clock cycles from the cycle in which an instruction is taken, if it is committed
//                by then
// Handshake      CV-X-IF 1.0: an instruction at a time, begun once it is committed; no path leads
//                from an input to the result
// Wrapper        cv-x-if
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=2 handshake=valid-ready ready=registered
//                reset=rst_n tag=4 adder=+ multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_video_cv_x_if (
  input  wire        clk_i,                     // clock
  input  wire        rst_ni,                    // reset, synchronous, active low
  input  wire        issue_valid,               // an instruction is offered
  output wire        issue_ready,               // the instruction is accepted or rejected
  input  wire [31:0] issue_req_instr,           // the instruction
  input  wire        issue_req_hartid,          // its hart
  input  wire [3:0]  issue_req_id,              // its number
  output wire        issue_resp_accept,         // the unit executes the instruction
  output wire        issue_resp_writeback,      // the instruction writes rd
  output wire [2:0]  issue_resp_register_read,  // which of rs1, rs2 and rs3 (rd) it reads
  input  wire        register_valid,            // its source registers are valid
  output wire        register_ready,            // as issue_ready
  input  wire        register_hartid,           // as issue_req_hartid
  input  wire [3:0]  register_id,               // as issue_req_id
  input  wire [31:0] register_rs_0,             // rs1
  input  wire [31:0] register_rs_1,             // rs2
  input  wire [31:0] register_rs_2,             // rs3, which is rd before the instruction
  input  wire [2:0]  register_rs_valid,         // which source registers are valid
  input  wire        commit_valid,              // an instruction is committed or killed
  input  wire        commit_hartid,             // its hart
  input  wire [3:0]  commit_id,                 // its number
  input  wire        commit_commit_kill,        // 1: kills it and newer ones; 0: commits it and older ones
  output wire        result_valid,              // a result is offered
  input  wire        result_ready,              // the result is accepted
  output wire        result_hartid,             // its hart
  output wire [3:0]  result_id,                 // the number of its instruction
  output wire [31:0] result_data,               // the result
  output wire [4:0]  result_rd,                 // the destination register
  output wire        result_we                  // 1: rd is written
);

  // ==== issue: the instruction, and the registers that it reads ==================================
  localparam [2:0] Execute = 3'd0;
  localparam [2:0] SetWord = 3'd1;
  localparam [2:0] SetC    = 3'd2;
  localparam [2:0] SetHigh = 3'd3;
  localparam [2:0] Read    = 3'd4;
  localparam [2:0] SetLast = 3'd5;

  wire [2:0] command = issue_req_instr[14:12];
  wire [3:0] which   = issue_req_instr[28:25];  // the word that is read, or in two bits the slot
  // custom-0 in the R format. The other bits of funct7 must be 0.
  wire is_own   = (issue_req_instr[6:0] == 7'h0b) && (issue_req_instr[31:29] == 3'd0) &&
                  ((which[3:2] == 2'd0) || (command == Read));
  wire executes = is_own && (command == Execute);
  wire sets     = is_own && ((command == SetWord) || (command == SetC) || (command == SetHigh) || (command == SetLast));
  wire reads    = is_own && (command == Read);
  wire accept   = executes || sets || reads;
  // The source registers belong to the instruction at issue, because the interfaces are not split.
  wire [14:0] unused_bits = {issue_req_instr[24:15], register_hartid, register_id};
  wire [2:0] needed = executes ? 3'b111 : (sets ? 3'b011 : 3'b000);
  wire has_operands = (needed == 3'd0) || (register_valid && ((needed & ~register_rs_valid) == 3'd0));

  reg held_q;       // an accepted instruction has not begun
  reg committed_q;  // the instruction cannot be killed any more
  reg busy_q;       // the unit has the instruction
  reg done_q;       // its result is offered
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
  reg waits_q;  // the offer of the previous cycle was not accepted
  reg [3:0] waiting_id_q;
  reg waiting_hartid_q;
  reg waiting_committed_q;
  reg waiting_killed_q;

  wire commits  = commit_valid && !commit_commit_kill;
  wire kills    = commit_valid && commit_commit_kill;
  wire is_same  = waits_q && (issue_req_id == waiting_id_q) && (issue_req_hartid == waiting_hartid_q);
  wire was_committed = is_same && waiting_committed_q;
  wire was_killed    = is_same && waiting_killed_q;
  wire is_its_hart   = (commit_hartid == issue_req_hartid);
  // The offered instruction is the newest, so killing any instruction kills it.
  wire offer_committed = was_committed || (commits && is_its_hart && (commit_id == issue_req_id) && !was_killed);
  wire offer_killed    = was_killed || (kills && is_its_hart && !was_committed);

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      waits_q <= 1'b0;
    end else begin
      waits_q <= issue_valid && !taken;
    end
  end

  always @(posedge clk_i) begin
    waiting_id_q <= issue_req_id;
    waiting_hartid_q <= issue_req_hartid;
    waiting_committed_q <= offer_committed;
    waiting_killed_q <= offer_killed;
  end

  // ==== commit: of the held instruction ==========================================================
  reg [3:0] id_q;
  reg hartid_q;
  reg [3:0] newest_q;  // the number of the last offered instruction

  // The held instruction and all that were offered after it have numbers from id_q to the newest
  // one, modulo the range of numbers. All other numbers belong to older instructions.
  wire [3:0] newest  = issue_valid ? issue_req_id : newest_q;
  wire [3:0] ahead   = commit_id - id_q;
  wire [3:0] span    = newest - id_q;
  wire is_newer      = (ahead <= span);
  wire is_held_hart  = (commit_hartid == hartid_q);
  wire held_commits  = commits && is_held_hart && is_newer;
  wire held_killed   = kills && is_held_hart && !committed_q && ((ahead == 4'd0) || !is_newer);

  reg [2:0] command_q;
  reg [3:0] which_q;
  wire [1:0] slot = which_q[1:0];
  wire go      = held_q && committed_q && ready;
  wire execute = go && (command_q == Execute);

  always @(posedge clk_i) begin
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

  reg [31:0] rs1_q;
  reg [31:0] rs2_q;
  reg [31:0] rs3_q;
  reg [4:0] rd_q;
  reg we_q;

  always @(posedge clk_i) begin
    newest_q <= newest;
    if (take) begin
      id_q <= issue_req_id;
      hartid_q <= issue_req_hartid;
      command_q <= command;
      which_q <= which;
      rs1_q <= register_rs_0;
      rs2_q <= register_rs_1;
      rs3_q <= register_rs_2;
      rd_q <= issue_req_instr[11:7];
      we_q <= executes || reads;
    end
  end

  // ==== registers: values that earlier instructions set ==========================================
  reg [41:0] word_q [0:3];  // issue words
  reg [31:0] c_high_q;
  reg [31:0] a_high_q;
  reg [31:0] b_high_q;

  always @(posedge clk_i) begin
    if (go && (command_q == SetWord)) begin
      word_q[slot] <= {rs2_q[9:0], rs1_q};
    end
  end

  always @(posedge clk_i) begin
    if (go && (command_q == SetC)) begin
      c_high_q <= rs1_q;
    end
  end

  always @(posedge clk_i) begin
    if (go && (command_q == SetHigh)) begin
      a_high_q <= rs1_q;
      b_high_q <= rs2_q;
    end
  end

  // ==== unit =====================================================================================
  wire [41:0] word = word_q[slot];
  wire [41:0] ctl = word[41:0];
  wire [63:0] a = {a_high_q, rs1_q};
  wire [63:0] b = {b_high_q, rs2_q};
  wire [63:0] c = {c_high_q, rs3_q};
  wire [63:0] d;
  wire cf;
  wire always_free = 1'b1;  // no result is offered while the unit has an instruction

  vidalu_video u_video (
    .clk_i   (clk_i),
    .rst_ni  (rst_ni),
    .valid_i (execute),
    .ready_o (ready),
    .ctl_i   (ctl),
    .a_i     (a),
    .b_i     (b),
    .c_i     (c),
    .valid_o (valid),
    .ready_i (always_free),
    .d_o     (d),
    .cf_o    (cf)
  );

  // ==== result: kept for later instructions that read it =========================================
  reg [63:0] last_q;
  reg flags_q;

  always @(posedge clk_i) begin
    if (valid) begin
      last_q <= d;
      flags_q <= cf;
    end else if (go && (command_q == SetLast)) begin
      last_q <= {rs2_q, rs1_q};
      flags_q <= which_q[0];
    end
  end

  wire [31:0] word_read =
      (which_q == 4'd1) ? last_q[63:32] :
      (which_q == 4'd2) ? {31'd0, flags_q} :
      (which_q == 4'd3) ? 32'h56412007 :
      (which_q == 4'd5) ? c_high_q :
      (which_q == 4'd6) ? a_high_q :
      (which_q == 4'd7) ? b_high_q :
      (which_q[3:2] == 2'd2) ? word[31:0] :
      (which_q[3:2] == 2'd3) ? {22'd0, word[41:32]} :
      (which_q == 4'd0) ? last_q[31:0] : 32'd0;

  reg [31:0] data_q;

  always @(posedge clk_i) begin
    if (valid) begin
      data_q <= d[31:0];
    end else if (go) begin
      data_q <= (command_q == Read) ? word_read : 32'd0;
    end
  end

  assign result_valid = done_q;
  assign result_hartid = hartid_q;
  assign result_id = id_q;
  assign result_data = data_q;
  assign result_rd = rd_q;
  assign result_we = we_q;

endmodule

`default_nettype wire
