// Testbench of ${ top }$: drives the cycles in a file and writes the outputs to another.
//
//   +stimulus=FILE  one line a cycle: the inputs in hexadecimal, joined by '_'
//   +observed=FILE  written, one line a cycle: the outputs in hexadecimal, four-state
//   +cycles=N       the number of lines of the stimulus
//   +wave=FILE      optional: a VCD of the module ...
//   +wave_from=N    ... from this cycle on
//   +talk           no files: a line of stdin is a cycle, answered on stdout
//
// Inputs change at the inactive edge of the clock, and outputs are read just before the active edge
// that follows. So the order of events at an edge does not matter. The run ends on the count.

`timescale 1ns / 1ps
`default_nettype none

module vidalu_bench;
  localparam integer MaxCycles = ${ max_cycles }$;
  localparam integer PathBits = 8 * 4096;

  reg [PathBits-1:0] stimulus_path, observed_path, wave_path;
  reg [${ stimulus_width - 1 }$:0] stimulus[0:MaxCycles-1];
  reg [${ stimulus_width - 1 }$:0] pins;
  integer cycle, cycles, wave_from, observed;
  localparam [31:0] Stdin = 32'h8000_0000, Stdout = 32'h8000_0001;
  reg has_wave;
//%- if clock.is_some() %//
  reg clk;
//%- endif %//
//% for pin in outputs %//
  wire [${ pin.width - 1 }$:0] ${ pin.name }$;
//%- endfor %//

  ${ top }$ dut (
//%- if let Some(port) = clock %//
    .${ port }$(clk),
//%- endif %//
//%- for pin in inputs %//
    .${ pin.name }$(pins[${ pin.lo + pin.width - 1 }$:${ pin.lo }$]),
//%- endfor %//
//%- for pin in outputs %//
    .${ pin.name }$(${ pin.name }$)//% if !loop.last %//,//% endif %//
//%- endfor %//
  );

  // Runs one cycle with the present inputs.
  task step;
    begin
//%- if clock.is_some() %//
      clk = 1'b0;
//%- endif %//
      #4 $fwrite(observed, "${ format }$\n", ${ list }$);
      #1;
//%- if clock.is_some() %//
      clk = 1'b1;
//%- endif %//
      #5;
    end
  endtask

  initial begin
    if ($test$plusargs("talk")) begin
      observed = Stdout;
      while ($fscanf(Stdin, "%h", pins) == 1) begin
        step;
        $fflush(Stdout);
      end
      $finish;
    end
    has_wave = $value$plusargs("wave=%s", wave_path);
    if (!$value$plusargs("wave_from=%d", wave_from)) wave_from = 0;
    if (!$value$plusargs("stimulus=%s", stimulus_path)) stimulus_path = "stimulus.hex";
    if (!$value$plusargs("observed=%s", observed_path)) observed_path = "observed.hex";
    if (!$value$plusargs("cycles=%d", cycles)) cycles = 0;
    if (cycles < 1 || cycles > MaxCycles) begin
      $display("vidalu_bench: +cycles=N must be 1 to %0d", MaxCycles);
      $finish;
    end
    $readmemh(stimulus_path, stimulus, 0, cycles - 1);
    observed = $fopen(observed_path, "w");
    for (cycle = 0; cycle < cycles; cycle = cycle + 1) begin
      if (has_wave && cycle == wave_from) begin
        $dumpfile(wave_path);
        $dumpvars(0, dut);
      end
      pins = stimulus[cycle];
      step;
    end
    $fclose(observed);
    $finish;
  end

endmodule

`default_nettype wire
