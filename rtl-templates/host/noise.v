  // ==== pauses: a shift register with feedback decides who waits =================================
  reg [15:0] noise_q;

  always @(posedge clk_i${ host.edge }$) begin
    if (${ host.reset }$) begin
      noise_q <= 16'hace1;
    end else begin
      noise_q <= {noise_q[14:0], noise_q[15] ^ noise_q[13] ^ noise_q[12] ^ noise_q[10]};
    end
  end

  // ==== the instruction ==========================================================================
  reg busy_q;    // accesses of an instruction are under way
  reg full_q;    // its result is offered
  reg broken_q;  // the bus broke a rule: from then on, every result is wrong
  reg [3:0] step_q;
//%- for (range, name) in host.held %//
  reg ${ range }$ ${ name }$_q;
//%- endfor %//
  wire [${ host.word_width - 1 }$:0] word = ${ host.word }$;
  wire take = valid_i && ready_o;

  assign ready_o = !busy_q && !full_q;
  assign valid_o = full_q;

  always @(posedge clk_i) begin
    if (take) begin
//%- for (_, name) in host.held %//
      ${ name }$_q <= ${ name }$_i;
//%- endfor %//
    end
  end

