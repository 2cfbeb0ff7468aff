//% include "host/begin.v" %//
  // ==== threads: all execute the same instruction ================================================
  // Now and then a copy follows, with other operands and with all threads masked.
  reg [15:0] noise_q;
  reg copies_q;  // the copy is offered
//%- for (range, name, _) in held %//
  reg ${ range }$ ${ name }$_q;
//%- endfor %//
  wire enters = execute_valid && execute_ready;

  always @(posedge clk_i${ host.edge }$) begin
    if (${ host.reset }$) begin
      noise_q <= 16'hace1;
      copies_q <= 1'b0;
    end else begin
      noise_q <= {noise_q[14:0], noise_q[15] ^ noise_q[13] ^ noise_q[12] ^ noise_q[10]};
      if (enters) begin
        copies_q <= !copies_q && noise_q[0];
      end
    end
  end

  always @(posedge clk_i) begin
    if (enters && !copies_q) begin
//%- for (_, name, copy) in held %//
      ${ name }$_q <= ${ copy }$;
//%- endfor %//
    end
  end

  assign execute_valid = valid_i || copies_q;
  assign ready_o = execute_ready && !copies_q;
//%- for (port, value) in driven %//
  assign ${ port }$ = ${ value }$;
//%- endfor %//

  // ==== results: those of copies are dropped, and those of all threads must be the same ==========
  reg [15:0] order_q;           // which of the instructions in flight are copies
  reg [3:0]  first_q, next_q;   // the place of the oldest, and that of the next one
  reg        broken_q;          // the bus broke a rule: from then on, every result is wrong
  wire is_copy = order_q[first_q];
  wire leaves  = result_valid && result_ready;
  wire differs = ${ differs }$;
  wire wrong   = broken_q || differs || (first_q == next_q);

  always @(posedge clk_i${ host.edge }$) begin
    if (${ host.reset }$) begin
      {first_q, next_q, broken_q} <= 9'd0;
      order_q <= 16'd0;
    end else begin
      if (enters) begin
        order_q[next_q] <= copies_q;
        next_q <= next_q + 4'd1;
      end
      if (leaves) begin
        first_q <= first_q + 4'd1;
      end
      if (leaves && (first_q == next_q || (differs && !is_copy))) begin
        broken_q <= 1'b1;
      end
    end
  end

  assign valid_o = result_valid && !is_copy;
  assign result_ready = ready_i || is_copy;
//%- if tag > 0 %//
  assign tag_o = result_tag;
//%- endif %//
  assign d_o = wrong ? ~result_data[${ host.d_width - 1 }$:0] : result_data[${ host.d_width - 1 }$:0];
//%- if host.has_cf %//
  assign cf_o = result_flags${ first_flag }$;
//%- endif %//
//%- if host.has_sat %//
  assign sat_o = result_flags[1];
//%- endif %//

endmodule

`default_nettype wire
