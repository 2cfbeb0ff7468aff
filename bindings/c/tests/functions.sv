// Calls every function of the package, and holds what is computed at once against what is computed
// alone.

module functions;
  import vidalu_golden_pkg::*;

  longint unsigned ctl[VIDALU_BLOCK], a[VIDALU_BLOCK], b[VIDALU_BLOCK], c[VIDALU_BLOCK], d[VIDALU_BLOCK];
  bit cf[VIDALU_BLOCK], cf_out[VIDALU_BLOCK], saturated[VIDALU_BLOCK], legal[VIDALU_BLOCK];
  byte message[VIDALU_TEXT_SIZE];
  longint unsigned word, first, last, one_d;
  bit one_cf, one_saturated;
  int carries, saturations;

  task automatic demand(bit condition, string what);
    if (!condition) $fatal(1, "%s", what);
  endtask

  task automatic unit(int unsigned unit, int unsigned profile);
    int unsigned count = VIDALU_BLOCK - 3;
    int at;
    demand(vidalu_draw(unit, 9, 77, longint'(count), ctl, a, b, c) == VIDALU_STATUS_OK, "draw");
    for (at = 0; at < VIDALU_BLOCK; at++) cf[at] = at[0];
    ctl[5] = ~64'd0;
    demand(vidalu_golden_batch(profile, unit, longint'(count), ctl, a, b, c, cf, d, cf_out, saturated, legal) ==
           VIDALU_STATUS_ILLEGAL, "batch");
    for (at = 0; at < int'(count); at++) begin
      demand(legal[at] == (at != 5) && vidalu_is_legal(unit, ctl[at]) == legal[at], "legal");
      demand(vidalu_golden_d(profile, unit, ctl[at], a[at], b[at], c[at], cf[at]) == d[at], "d");
      demand(vidalu_golden_cc(profile, unit, ctl[at], a[at], b[at], c[at], cf[at]) == cf_out[at], "cc");
      demand(vidalu_golden_cf(profile, unit, ctl[at], a[at], b[at], c[at], cf[at]) == cf_out[at], "cf");
      demand(vidalu_golden_saturated(profile, unit, ctl[at], a[at], b[at], c[at], cf[at]) == saturated[at], "saturated");
      demand(vidalu_golden(profile, unit, ctl[at], a[at], b[at], c[at], cf[at], one_d, one_cf, one_saturated) ==
             (legal[at] ? VIDALU_STATUS_OK : VIDALU_STATUS_ILLEGAL), "status");
      demand(one_d == d[at] && one_cf == cf_out[at] && one_saturated == saturated[at], "golden");
      carries += int'(cf_out[at] != cf[at]);
      saturations += int'(saturated[at]);
    end
  endtask

  initial begin
    demand(vidalu_abi_version() == VIDALU_ABI_VERSION, "version of the interface");
    demand(vidalu_version() != "", "version");
    for (int unsigned number = 0; number <= VIDALU_UNIT_ANY; number++) begin
      unit(number, VIDALU_PROFILE_MANUAL);
      unit(number, VIDALU_PROFILE_HARDWARE);
    end
    demand(carries > 50 && saturations > 50, "flags and saturations");

    demand(vidalu_assemble("vadd4.u32.s32.u32.add r1, r2, r3, r4", word, message, longint'(VIDALU_TEXT_SIZE), first,
                           last) == VIDALU_STATUS_OK, "assemble");
    demand(vidalu_ptx(VIDALU_UNIT_ANY, word) == "vadd4.u32.s32.u32.add r1, r2, r3, r4", "disassemble");
    demand(vidalu_ptx(VIDALU_UNIT_SCALAR, word) == "no instruction", "another unit");
    demand(vidalu_assemble("sub.sat.u8x4 r1, r2, r3", word, message, longint'(VIDALU_TEXT_SIZE), first, last) ==
           VIDALU_STATUS_OK, "assemble a packed instruction");
    demand(vidalu_ptx(VIDALU_UNIT_ANY, word) == "vsub4.u32.u32.u32.sat r1, r2, r3, r4", "its video instruction");
    demand(vidalu_assemble("vadd.u32.u32.x32 r1, r2, r3", word, message, longint'(VIDALU_TEXT_SIZE), first, last) ==
           VIDALU_STATUS_REFUSED, "refusal");
    demand(vidalu_text(message) != "" && first < last && last <= 27, "message");
    demand(vidalu_status_text(VIDALU_STATUS_OK) == "done", "status text");
    $display("PASS");
    $finish;
  end
endmodule
