// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The golden model of vidalu for benches in SystemVerilog, by DPI-C: link libvidalu_golden.
// vidalu_golden.h describes the functions; docs/golden.md has a scoreboard.

package vidalu_golden_pkg;

  // Profiles, units and status codes. VIDALU_UNIT_ANY is for words with the unit's code above, as
  // the units video and lanes receive them.
  // Derived from the model and the header: begin
  localparam int unsigned VIDALU_PROFILE_MANUAL = 0;
  localparam int unsigned VIDALU_PROFILE_HARDWARE = 1;
  localparam int unsigned VIDALU_PROFILE_PTXAS = 2;
  localparam int unsigned VIDALU_PROFILE_PTXAS_13_5 = 3;
  localparam int unsigned VIDALU_UNIT_SCALAR = 0;
  localparam int unsigned VIDALU_UNIT_VMAD = 1;
  localparam int unsigned VIDALU_UNIT_SIMD = 2;
  localparam int unsigned VIDALU_UNIT_CARRY = 3;
  localparam int unsigned VIDALU_UNIT_ANY = 4;
  localparam int unsigned VIDALU_ABI_VERSION = 1;
  localparam int unsigned VIDALU_TEXT_SIZE = 256;
  localparam int VIDALU_STATUS_OK = 0;
  localparam int VIDALU_STATUS_ILLEGAL = 1;
  localparam int VIDALU_STATUS_REFUSED = 2;
  localparam int VIDALU_STATUS_TRUNCATED = 3;
  localparam int VIDALU_STATUS_NO_PROFILE = -1;
  localparam int VIDALU_STATUS_NO_UNIT = -2;
  localparam int VIDALU_STATUS_BAD_POINTER = -3;
  localparam int VIDALU_STATUS_BAD_COUNT = -4;
  localparam int VIDALU_STATUS_FAULT = -5;
  // Derived from the model and the header: end

  // The number of elements of a column in the batch functions, which use the first `count` of them.
  localparam int unsigned VIDALU_BLOCK = 256;

  import "DPI-C" pure function int unsigned vidalu_abi_version();
  import "DPI-C" pure function string vidalu_version();
  import "DPI-C" pure function string vidalu_status_text(input int status);

  // One result of one instruction: register d, CC.CF after it, and whether .sat changed d.
  import "DPI-C" pure function longint unsigned vidalu_golden_d(
      input int unsigned profile, input int unsigned unit, input longint unsigned ctl, input longint unsigned a,
      input longint unsigned b, input longint unsigned c, input bit cc);
  import "DPI-C" pure function bit vidalu_golden_cc(
      input int unsigned profile, input int unsigned unit, input longint unsigned ctl, input longint unsigned a,
      input longint unsigned b, input longint unsigned c, input bit cc);
  // The earlier name of vidalu_golden_cc.
  import "DPI-C" pure function bit vidalu_golden_cf(
      input int unsigned profile, input int unsigned unit, input longint unsigned ctl, input longint unsigned a,
      input longint unsigned b, input longint unsigned c, input bit cc);
  import "DPI-C" pure function bit vidalu_golden_saturated(
      input int unsigned profile, input int unsigned unit, input longint unsigned ctl, input longint unsigned a,
      input longint unsigned b, input longint unsigned c, input bit cc);

  // All three results at once. A DPI function with outputs cannot be declared pure, but the results
  // depend on the inputs alone.
  import "DPI-C" function int vidalu_golden(
      input int unsigned profile, input int unsigned unit, input longint unsigned ctl, input longint unsigned a,
      input longint unsigned b, input longint unsigned c, input bit cc, output longint unsigned d, output bit cc_out,
      output bit saturated);

  // Many instructions at once.
  import "DPI-C" function int vidalu_golden_batch(
      input int unsigned profile, input int unsigned unit, input longint unsigned count,
      input longint unsigned ctl[VIDALU_BLOCK], input longint unsigned a[VIDALU_BLOCK],
      input longint unsigned b[VIDALU_BLOCK], input longint unsigned c[VIDALU_BLOCK], input bit cc[VIDALU_BLOCK],
      output longint unsigned d[VIDALU_BLOCK], output bit cc_out[VIDALU_BLOCK], output bit saturated[VIDALU_BLOCK],
      output bit legal[VIDALU_BLOCK]);

  // Legal vectors.
  import "DPI-C" pure function bit vidalu_is_legal(input int unsigned unit, input longint unsigned ctl);
  import "DPI-C" function int vidalu_draw(
      input int unsigned unit, input longint unsigned seed, input longint unsigned first, input longint unsigned count,
      output longint unsigned ctl[VIDALU_BLOCK], output longint unsigned a[VIDALU_BLOCK],
      output longint unsigned b[VIDALU_BLOCK], output longint unsigned c[VIDALU_BLOCK]);

  // PTX text to control words and back.
  import "DPI-C" function int vidalu_assemble(
      input string ptx, output longint unsigned word, output byte message[VIDALU_TEXT_SIZE], input longint unsigned size,
      output longint unsigned first, output longint unsigned last);
  import "DPI-C" function int vidalu_disassemble(
      input int unsigned unit, input longint unsigned ctl, output byte text[VIDALU_TEXT_SIZE],
      input longint unsigned size);

  // The PTX line of a control word, for messages.
  function automatic string vidalu_ptx(int unsigned unit, longint unsigned ctl);
    byte text[VIDALU_TEXT_SIZE];
    if (vidalu_disassemble(unit, ctl, text, longint'(VIDALU_TEXT_SIZE)) != VIDALU_STATUS_OK) return "no instruction";
    return vidalu_text(text);
  endfunction

  // The characters before the 0.
  function automatic string vidalu_text(byte text[VIDALU_TEXT_SIZE]);
    string line = "";
    for (int at = 0; at < VIDALU_TEXT_SIZE && text[at] != 0; at++) line = $sformatf("%s%c", line, text[at]);
    return line;
  endfunction

endpackage
