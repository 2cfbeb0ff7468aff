
  // ==== the result ===============================================================================
  reg [31:0] d_low_q;
//%- if host.d_high %//
  reg [31:0] d_high_q;
//%- endif %//
//%- if host.has_flags %//
  reg [1:0] flags_q;
  wire [1:0] unused_flags = flags_q;
//%- endif %//
  wire [${ host.d_width - 1 }$:0] d = //% if host.d_high %//{d_high_q, d_low_q}//% else %//d_low_q//% endif %//;

  always @(posedge clk_i) begin
    if (answered) begin
      case (step_q)
        ${ host.low_step }$: d_low_q <= answer;
//%- if host.d_high %//
        ${ host.high_step }$: d_high_q <= answer;
//%- endif %//
//%- if host.has_flags %//
        ${ host.flags_step }$: flags_q <= answer[1:0];
//%- endif %//
        default: ;
      endcase
    end
  end

  assign d_o = broken_q ? ~d : d;
//%- if host.has_cf %//
  assign cf_o = flags_q[0];
//%- endif %//
//%- if host.has_sat %//
  assign sat_o = flags_q[1];
//%- endif %//

endmodule

`default_nettype wire
