${ header }$

`default_nettype none

${ module }$

  // ==== command: one at a time ===================================================================
//%- for code in commands.codes %//
  ${ code }$
//%- endfor %//

  wire [2:0] command = cmd_payload_function_id[2:0];
  wire [3:0] which   = cmd_payload_function_id[6:3];  // the word that is read
  wire [1:0] slot    = which[1:0];
//%- if inside.has_c() %//
  wire accumulate    = which[2];  // the last result is the third operand
//%- endif %//
  wire [2:0] unused_function = cmd_payload_function_id[9:7];

  ${ inside.register() }$ busy_q;   // the unit has an instruction
  ${ inside.register() }$ valid_q;  // an answer is offered
  wire ready;

  assign cmd_ready = ready && !busy_q && !valid_q;
  wire take    = cmd_valid && cmd_ready;
  wire execute = take && (command == Execute);

  // ==== registers: values that earlier commands set ==============================================
//% include "wrapper/held.v" %//

  // ==== unit =====================================================================================
//%- for register in commands.lasts %//
  ${ register }$;
//%- endfor %//

  wire [${ commands.word_hi }$:0] word = word_q[slot];
//%- for net in commands.issue %//
  ${ net }$;
//%- endfor %//
//%- for net in commands.results %//
  ${ net }$
//%- endfor %//
  wire valid;
  wire always_free = 1'b1;  // no answer is offered while the unit has an instruction

  ${ unit }$

  // ==== result: kept for later commands that read it =============================================
${ commands.keep }$

//% include "wrapper/word_read.v" %//

  // ==== answer: every command has one; it is 0 for a command without a result ====================
  ${ inside.register() }$ [31:0] answer_q;

${ state }$

${ commands.answer }$

  assign rsp_valid = valid_q;
  assign rsp_payload_outputs_0 = answer_q;

endmodule

`default_nettype wire
