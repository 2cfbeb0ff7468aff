${ header }$

`default_nettype none

${ module }$

  // ==== command: what is to be done, one at a time ===============================================
//%- for command in commands %//
  ${ command }$
//%- endfor %//

  wire [2:0] command = cmd_payload_function_id[2:0];
  wire [1:0] which   = cmd_payload_function_id[4:3];  // the slot, or the word that is read
//%- if has_c %//
  wire accumulate    = cmd_payload_function_id[5];    // the last result is the third operand
  wire [3:0] unused_function = cmd_payload_function_id[9:6];
//%- else %//
  wire [4:0] unused_function = cmd_payload_function_id[9:5];
//%- endif %//

  ${ register }$ busy_q;   // the unit has an instruction
  ${ register }$ valid_q;  // an answer is not taken yet
  wire ready;

  assign cmd_ready = ready && !busy_q && !valid_q;
  wire take    = cmd_valid && cmd_ready;
  wire execute = take && (command == Execute);

  // ==== registers: what a command does not bring along ===========================================
  ${ register }$ [${ word_hi }$:0] word_q [0:3];  // issue words
//%- for register in registers %//
  ${ register }$;
//%- endfor %//

${ writes }$

  // ==== unit =====================================================================================
//%- for register in lasts %//
  ${ register }$;
//%- endfor %//

  wire [${ word_hi }$:0] word = word_q[which];
//%- for net in issue %//
  ${ net }$;
//%- endfor %//
//%- for net in results %//
  ${ net }$
//%- endfor %//
  wire valid;
  wire free = !valid_q;

  ${ unit }$

  // ==== result: it stays for commands that read more of it =======================================
${ keep }$

  wire [31:0] word_read = (which == 2'd0) ? last_q[31:0]
//%- if is_wide %//
                        : (which == 2'd1) ? last_q[63:32]
//%- endif %//
//%- if let Some(flags) = flags %//
                        : (which == 2'd2) ? ${ flags }$
//%- endif %//
                        : (which == 2'd3) ? 32'h${ id }$
                        : 32'd0;

  // ==== answer: every command has one, 0 where there is nothing to say ===========================
  ${ register }$ [31:0] answer_q;

${ state }$

${ answer }$

  assign rsp_valid = valid_q;
  assign rsp_payload_outputs_0 = answer_q;

endmodule

`default_nettype wire
