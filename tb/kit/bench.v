// SPDX-License-Identifier: 0BSD
// ${ terms }$
//
// ${ bench }$
// Drives golden vectors into ${ top }$ and compares its outputs with them in every cycle.
//
//   +vectors=FILE   use this file instead, written by `vidalu vectors --format hex`
//   +seed=N         use other gaps, stalls, pauses and flushes
//   +stop_after=N   stop after N mismatches; the default is 10
//   +wave=FILE      write a VCD of the run
//
// The last line printed begins with PASS or FAIL. A failing run ends with an exit status other than
// 0 if the simulator supports it: Icarus by $finish_and_return, others by $stop. A run also fails
// if the file has no vectors, is damaged, or was made for another unit.
//
// Inputs change while the clock is low, 5 time units before its active edge. Outputs are read 1
// time unit before that edge. One process does both, so the order of events at an edge does not
// matter.
//
// Configuration  ${ config }$
// Generator      vidalu ${ version }$

`default_nettype none

module ${ bench }$;
  // The properties of the module under test. A missing port counts as constant: valid and ready 1,
  // clock enable 1, flush 0.
//%- for fact in facts %//
  localparam ${ fact.kind }$${ fact.name }$ = ${ fact.value }$;  // ${ fact.doc }$
//%- endfor %//

  localparam integer MaxVectors = ${ max_vectors }$;
  localparam integer MaxPath = 512;   // bytes
  localparam integer MaxLine = 1024;  // bytes
  localparam integer Rhythm = 64;     // cycles
  localparam integer Idle = 16;       // cycles after the last result, in which no result may appear
  localparam integer Patience = 4096; // cycles to wait for a bus

  // ---- the pins ---------------------------------------------------------------------------------

  reg clk, in_reset, enable, flush, offering, ready;
  reg [WordBits-1:0] word;
  reg [TagBits-1:0] tag;
  wire valid_o, ready_o;
  wire [TagBits-1:0] tag_o;
//%- for output in outputs %//
  wire [${ output.width - 1 }$:0] ${ output.port }$;
//%- endfor %//

  ${ dut }$ dut (
//%- for (port, net) in connections %//
    .${ port }$(${ net }$)//% if !loop.last %//,//% endif %//
//%- endfor %//
  );
//%- for line in absent %//
  ${ line }$
//%- endfor %//

  // ---- the vectors ------------------------------------------------------------------------------

  reg [WordBits-1:0] vectors [0:MaxVectors-1];
  reg [8*MaxPath-1:0] path;
  reg [8*MaxLine-1:0] line;
  reg [4*64-1:0] written_seal;
  reg [${ header.len() - 1 }$:0] facts_met;
  reg [4:0] value;
  reg is_end, has_end, is_sound;
  integer file, length, at, lines, first_line, count;

  ${ bench }$_seal seal ();

  // Bit 4 tells whether `char` is a hexadecimal digit; bits 3 to 0 are its value.
  function [4:0] digit(input [7:0] char);
    case (char)
      "0", "1", "2", "3", "4", "5", "6", "7", "8", "9": digit = {1'b1, char[3:0]};
      "a", "b", "c", "d", "e", "f": digit = {1'b1, char[3:0] + 4'd9};
      default: digit = 5'd0;
    endcase
  endfunction

  // Reads a line with a vector: all digits, with `_` between the values.
  task read_vector;
    integer digits;
    begin
      if (count == 0) first_line = lines;
      digits = 0;
      word = {WordBits{1'b0}};
      for (at = length - 1; at > 0; at = at - 1) begin
        value = digit(line[8*at +: 8]);
        if (value[4]) begin
          word = {word[WordBits-5:0], value[3:0]};
          digits = digits + 1;
        end else if (line[8*at +: 8] != "_") is_sound = 1'b0;
      end
      if (4 * digits != WordBits || has_end || count == MaxVectors) is_sound = 1'b0;
      else begin
        vectors[count] = word;
        count = count + 1;
      end
    end
  endtask

  // Reads a comment line, which describes the file.
  task read_comment;
    begin
//%- for line in header %//
      if (line == "${ line }$\n") facts_met[${ loop.index0 }$] = 1'b1;
//%- endfor %//
      if (has_end) is_sound = 1'b0;
      if (is_end) begin
        has_end = 1'b1;
        for (at = 64; at > 0; at = at - 1) begin
          value = digit(line[8*at +: 8]);
          if (!value[4]) is_sound = 1'b0;
          written_seal = {written_seal[4*63-1:0], value[3:0]};
        end
      end
    end
  endtask

  task refuse(input [8*64-1:0] reason);
    begin
      is_sound = 1'b0;
      refused = refused + 1;
      $display("%0s: %0s", path, reason);
    end
  endtask

  // Reads the file `path`. Its seal is the SHA-256 of the file, computed with zeros in place of the
  // digits of the seal.
  task load;
    begin
      count = 0;
      lines = 0;
      first_line = 0;
      facts_met = 0;
      has_end = 1'b0;
      is_sound = 1'b1;
      written_seal = 256'd0;
      seal.start;
      file = $fopen(path, "r");
      if (file == 0) refuse("cannot be opened");
      else begin
        length = $fgets(line, file);
        while (length > 0) begin
          lines = lines + 1;
          is_end = length > 72 && line[8*(length-8) +: 64] == "// end: ";
          for (at = length - 1; at >= 0; at = at - 1)
            seal.put(is_end && at > 0 && at <= 64 ? "0" : line[8*at +: 8]);
          if (length > 2 && line[8*(length-2) +: 16] == "//") read_comment;
          else read_vector;
          length = $fgets(line, file);
        end
        $fclose(file);
        seal.finish;
        if (lines == 0) refuse("is empty");
        else if (!has_end) refuse("is not whole: its last line is missing");
        else if (seal.hash != written_seal) refuse("is damaged");
        else if (!(&facts_met)) refuse("has vectors of another unit or configuration");
        else if (count == MaxVectors && !is_sound) refuse("has more vectors than MaxVectors");
        else if (!is_sound) refuse("is damaged");
        else if (count == 0) refuse("has no vectors");
      end
    end
  endtask

  // ---- the pipeline -----------------------------------------------------------------------------

  // The instruction in held[0] enters; the result of the one in held[Depth] is at the outputs.
  // `changes` marks instructions that change CC.CF.
  reg [Depth:0] held, changes;
  reg waiting, waiting_changes;
  reg [2:0] step, waiting_steps;
  integer next, checked, cycles, total, flushes;
  reg [31:0] epoch;
  reg is_known;

  // Set by `observe` for the current cycle.
  reg enters, is_shown, can_move, has_more, is_ready;

  // Behind a bus, see `sample`: a result must stay, and cycles without any progress.
  reg must_stay;
  integer silence;

  // The number of cycles that an instruction takes to enter.
  function [2:0] steps_of(input [WordBits-1:0] vector);
    case (vector & ${ step_mask }$)
//%- for (word, count) in steps %//
      ${ word }$: steps_of = 3'd${ count }$;
//%- endfor %//
      default: steps_of = 3'd1;
    endcase
  endfunction

  // Tells whether CC.CF differs before and after. The mask selects these two bits.
  function changes_flag(input [WordBits-1:0] vector);
    changes_flag = ^(vector & ${ flag_mask }$);
  endfunction

  // The tag of a vector. It is different for each vector, and different again after a flush.
  function [TagBits-1:0] tag_of(input integer vector, input [31:0] of_epoch);
    reg [63:0] mixed;
    begin
      mixed = ({of_epoch, vector} + 64'd1) * 64'h9e37_79b9_7f4a_7c15;
      mixed = (mixed ^ (mixed >> 29)) * 64'hbf58_476d_1ce4_e5b9;
      tag_of = mixed[63 -: TagBits];
    end
  endfunction

  task clear;
    begin
      held = {(Depth + 1){1'b0}};
      changes = {(Depth + 1){1'b0}};
      waiting = 1'b0;
      step = 3'd0;
    end
  endtask

  // ---- one cycle --------------------------------------------------------------------------------

  reg [31:0] random;
  reg [WordBits-1:0] noise;
  reg [2:0] gaps, stalls, pauses;  // of 8 cycles
  reg goes, flush_is_due;
  integer limit, remaining;

  task draw;
    begin
      random = random ^ (random << 13);
      random = random ^ (random >> 17);
      random = random ^ (random << 5);
    end
  endtask

  // Drives the inputs. An instruction that is offered stays until it is accepted.
  task drive;
    begin
      draw;
      if (cycles % Rhythm == 0) begin
        gaps = random[3] ? random[2:0] : 3'd0;
        stalls = random[7] ? random[6:4] : 3'd0;
        pauses = random[11] ? random[10:8] : 3'd0;
        draw;
      end
      noise = {noise[WordBits-33:0], random};
      draw;
      enable = !HasClockEnable || !goes || random[2:0] >= pauses;
      ready = !HasReady || !goes || random[5:3] >= stalls;
      if (HasFlush && goes && random[15:10] == 6'd0) flush_is_due = 1'b1;
      // A flush must leave CC.CF as the vectors expect it, so it may not drop an instruction that
      // changed CC.CF.
      if (goes && !offering && next < limit && !(HasValid && random[8:6] < gaps))
        offering = !(flush_is_due && changes_flag(vectors[next]));
      flush = flush_is_due && (changes >> (FlagStage + 1)) == {(Depth + 1){1'b0}};
      word = offering ? vectors[next] : noise;
      tag = tag_of(offering ? next : -1 - cycles, epoch);
    end
  endtask

  // Computes the expected handshake of this cycle, before its active edge.
  task observe;
    reg is_offered;
    begin
      if (in_reset && ResetIsAsync) begin
        clear;
        is_known = 1'b1;
      end
      is_offered = waiting || offering;
      enters = is_offered && step + 3'd1 >= (waiting ? waiting_steps : steps_of(word));
      held[0] = enters;
      changes[0] = enters && (waiting ? waiting_changes : changes_flag(word));
      is_shown = held[Depth];
      can_move = ready || !is_shown;
      has_more = is_offered && !enters;
      is_ready = ReadyIsRegistered ? !waiting : can_move && !has_more;
    end
  endtask

  // Behind a bus, the host decides when an instruction is accepted and when its result is offered.
  // The order of the results is fixed, and each instruction has one.
  task sample;
    begin
      is_ready = ready_o === 1'b1;
      is_shown = (valid_o === 1'b1 || must_stay) && next > checked;
      must_stay = is_shown && !ready && !in_reset;
      silence = is_shown || is_ready && offering || next == checked && !offering || in_reset ? 0 : silence + 1;
      if (silence == Patience) begin
        mismatches = mismatches + 1;
        is_over = 1'b1;
        $display("mismatch %0d, cycle %0d: no result of vector %0d in %0d cycles", mismatches, cycles, checked,
                 Patience);
      end
    end
  endtask

  // Advances the expected state at the active edge.
  task move;
    reg waits;
    begin
      if (enable && is_shown && ready) checked = checked + 1;
      if (in_reset || enable && flush) begin
        clear;
        if (!in_reset) flushes = flushes + 1;
        is_known = is_known || in_reset;
        flush_is_due = 1'b0;
        offering = 1'b0;
        next = checked;
        epoch = epoch + 1;
      end else if (enable) begin
        waits = ReadyIsRegistered && (waiting || offering) && (has_more || !can_move);
        if (waits && !waiting) begin
          waiting_changes = changes_flag(word);
          waiting_steps = steps_of(word);
        end
        if (can_move) begin
          step = has_more ? step + 3'd1 : 3'd0;
          held = held << 1;
          changes = changes << 1;
        end else if (!waiting && !offering) step = 3'd0;
        if (offering && is_ready) begin
          offering = 1'b0;
          next = next + 1;
        end
        waiting = waits;
      end
      cycles = cycles + 1;
    end
  endtask

  // ---- comparison -------------------------------------------------------------------------------

  integer mismatches, refused, stop_after;
  reg [WordBits-1:0] expected;
  reg differs, is_over, is_given;

  // Prints the expected vector: its operation, its values, and the whole word.
  task write_vector;
    begin
      $write(" ");
//%- for group in groups %//
      if (${ group.condition }$) begin
//%- for field in group.fields %//
//%- if field.names.is_empty() %//
        $write(" ${ field.name }$=%0d", expected${ field.range }$);
//%- else %//
        case (expected${ field.range }$)
//%- for (code, name) in field.names %//
          ${ code }$: $write(" ${ field.name }$=${ name }$");
//%- endfor %//
          default: $write(" ${ field.name }$=%0d", expected${ field.range }$);
        endcase
//%- endif %//
//%- endfor %//
      end
//%- endfor %//
      $write("\n ");
//%- for column in columns %//
      $write(" ${ column.name }$=%h", expected${ column.range }$);
//%- endfor %//
      $write("\n  word %h\n", expected);
    end
  endtask

  task check;
    begin
      expected = is_shown ? vectors[checked] : {WordBits{1'b0}};
      differs = valid_o !== is_shown || HasReady && ready_o !== is_ready;
      if (is_shown && tag_o !== tag_of(checked, epoch)) differs = 1'b1;
//%- for output in outputs %//
      if (is_shown && ${ output.port }$ !== expected${ output.range }$) differs = 1'b1;
//%- endfor %//
      if (differs) begin
        mismatches = mismatches + 1;
        $write("mismatch %0d, cycle %0d: ", mismatches, cycles);
        if (is_shown) begin
          $display("vector %0d, line %0d of %0s", checked, first_line + checked, path);
          write_vector;
        end else $display("no result is due; the next is that of vector %0d", checked);
        if (valid_o !== is_shown) $display("  valid_o is %b, expected %b", valid_o, is_shown);
        if (HasReady && ready_o !== is_ready) $display("  ready_o is %b, expected %b", ready_o, is_ready);
        if (is_shown && tag_o !== tag_of(checked, epoch))
          $display("  tag_o is %h, expected %h", tag_o, tag_of(checked, epoch));
//%- for output in outputs %//
        if (is_shown && ${ output.port }$ !== expected${ output.range }$)
          $display("  ${ output.port }$ is %h, expected %h", ${ output.port }$, expected${ output.range }$);
//%- endfor %//
        is_over = mismatches >= stop_after;
      end
    end
  endtask

  // ---- the run ----------------------------------------------------------------------------------

  // Each file of vectors goes through these phases. A module with a reset is also reset while
  // instructions are in flight.
  localparam [2:0] PowerUp = 3'd0, Reset = 3'd1, Pilot = 3'd2, SecondReset = 3'd3;
  localparam [2:0] All = 3'd4, Rest = 3'd5, Done = 3'd6;
  reg [2:0] phase;
  integer enough, part, parts;

  // A phase lasts until `enough` vectors were checked and `remaining` cycles have passed.
  task begin_phase;
    begin
      enough = 0;
      remaining = 0;
      goes = phase == Pilot || phase == All;
      in_reset = HasReset && (phase == Reset || phase == SecondReset);
      case (phase)
        // An asynchronous reset needs an edge.
        PowerUp: remaining = 1;
        // A module without a reset drains.
        Reset: remaining = HasReset ? 3 : Depth + 3;
        // One cycle of reset is enough, and drops the instruction that is offered in it.
        SecondReset: remaining = HasReset ? 1 : Depth + 3;
        Pilot: if (HasReset) enough = count < 48 ? (count + 1) / 2 : 40;
        All: enough = count;
        Rest: remaining = Idle;
        default: ;
      endcase
      if (goes) begin
        is_known = 1'b1;
        next = 0;
        checked = 0;
      end else begin
        // In a combinational module, an offered instruction would be visible at once.
        offering = in_reset && phase == SecondReset && Depth > 0 && next < count;
        flush_is_due = 1'b0;
      end
    end
  endtask

  task conclude;
    begin
      if (mismatches > 0) $display("FAIL: ${ top }$: %0d mismatches in %0d cycles", mismatches, cycles);
      else if (refused > 0) $display("FAIL: ${ top }$: files of vectors refused: %0d", refused);
      else if (total == 0) $display("FAIL: ${ top }$: no vectors");
      else begin
        $display("PASS: %0d vectors of ${ top }$ in %0d cycles, %0d flushes", total, cycles, flushes);
        $finish;
        // The verdict is the last line.
        forever #1000;
      end
`ifdef __ICARUS__
      $finish_and_return(1);
`else
      $stop;
      $finish;
`endif
      forever #1000;
    end
  endtask

  reg [8*MaxPath-1:0] wave;

  // In a process of its own, because Verilator 5.006 treats values that the main process sets
  // before its loops as constant inside them.
  initial begin
    noise = {WordBits{1'b0}};
    {gaps, stalls, pauses} = 9'd0;
    {goes, in_reset, is_known, is_over, offering, flush_is_due, waiting_changes} = 7'd0;
    waiting_steps = 3'd1;
    phase = PowerUp;
    epoch = 32'd0;
    next = 0;
    checked = 0;
    limit = 0;
    remaining = 0;
    must_stay = 1'b0;
    silence = 0;
    cycles = 0;
    total = 0;
    flushes = 0;
    mismatches = 0;
    refused = 0;
    clear;
  end

  initial begin
    if ($value$plusargs("wave=%s", wave)) begin
      $dumpfile(wave);
      $dumpvars(0, ${ bench }$);
    end
    #1;
    if (!$value$plusargs("stop_after=%d", stop_after)) stop_after = 10;
    if (!$value$plusargs("seed=%d", random)) random = 32'd1;
    random = random * 32'h9e37_79b9 | 32'd1;
    parts = $value$plusargs("vectors=%s", path) ? 1 : ${ files.len() }$;
    is_given = $test$plusargs("vectors=");
    for (part = 0; part < parts && !is_over; part = part + 1) begin
      if (!is_given) case (part)
//%- for file in files %//
        ${ loop.index0 }$: path = "${ file }$";
//%- endfor %//
        default: path = "";
      endcase
      load;
      limit = count;
      for (phase = PowerUp; phase != Done && is_sound && !is_over; phase = phase + 3'd1) begin
        begin_phase;
        while ((checked < enough || remaining > 0) && !is_over) begin
          clk = 1'b0;
          drive;
          observe;
          #4 if (IsBehindBus) sample;
          if (is_known && !(IsBehindBus && in_reset)) check;
          #1 clk = 1'b1;
          #1 move;
          remaining = remaining - 1;
          #4;
        end
      end
      if (is_sound && !is_over) total = total + count;
    end
    conclude;
  end

endmodule

`default_nettype wire
