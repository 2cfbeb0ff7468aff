${ header }$

`default_nettype none

${ module }$

  // ==== registers: their addresses, in words =====================================================
//%- for register in registers %//
  localparam [3:0] ${ register.padded() }$ = 4'd${ register.index() }$;
//%- endfor %//
//%- for register in registers %//
//%- if let Some(net) = register.net() %//
  ${ inside.register() }$ [31:0] ${ net }$;
//%- endif %//
//%- endfor %//

  // ==== write: the address and the data arrive in any order and wait for each other ==============
  ${ inside.register() }$ address_full_q;
  ${ inside.register() }$ [3:0] address_q;
  ${ inside.register() }$ data_full_q;
  ${ inside.register() }$ [31:0] data_q;
  ${ inside.register() }$ [3:0] strobe_q;
  ${ inside.register() }$ written_q;  // the response is offered
  ${ inside.register() }$ refused_q;  // the response is SLVERR: nothing was written

  // AXI4-Lite transfers whole words. The protection type is ignored.
  wire [9:0] unused_bits = {s_axi_awprot, s_axi_awaddr[1:0], s_axi_arprot, s_axi_araddr[1:0]};

  wire write = address_full_q && data_full_q && !written_q;

  ${ inside.always() }$ @(posedge aclk${ inside.edge() }$) begin
    if (!aresetn) begin
      address_full_q <= 1'b0;
      data_full_q <= 1'b0;
      written_q <= 1'b0;
    end else begin
      address_full_q <= (address_full_q || s_axi_awvalid) && !write;
      data_full_q <= (data_full_q || s_axi_wvalid) && !write;
      written_q <= write || (written_q && !s_axi_bready);
    end
  end

  ${ inside.always() }$ @(posedge aclk) begin
    if (!address_full_q) begin
      address_q <= s_axi_awaddr[5:2];
    end
    if (!data_full_q) begin
      data_q <= s_axi_wdata;
      strobe_q <= s_axi_wstrb;
    end
  end

  // ==== start: one instruction at a time =========================================================
  ${ inside.register() }$ busy_q;  // the unit has an instruction
  ${ inside.register() }$ done_q;  // its result can be read
  ${ inside.register() }$ [7:0] count_q;  // the results so far: tells a new one from the one before
  wire ready;

  wire idle   = ready && !busy_q;
  wire starts = (address_q == Control) && strobe_q[0] && data_q[0];
  wire start  = write && starts && idle;
  wire is_operand = ${ writable }$;
  wire is_known   = is_operand || (address_q == Control) || (address_q == Interrupt);
  wire refused    = starts ? !idle : !is_known;

  wire [31:0] mask = {{8{strobe_q[3]}}, {8{strobe_q[2]}}, {8{strobe_q[1]}}, {8{strobe_q[0]}}};

  ${ inside.always() }$ @(posedge aclk${ inside.edge() }$) begin
    if (!aresetn) begin
//%- for register in registers %//
//%- if let Some(net) = register.net() %//
      ${ net }$ <= 32'd0;
//%- endif %//
//%- endfor %//
    end else if (write) begin
      case (address_q)
//%- for register in registers %//
//%- if let Some(net) = register.net() %//
        ${ register.constant() }$: ${ net }$ <= (${ net }$ & ~mask) | (data_q & mask);
//%- endif %//
//%- endfor %//
        default: ;
      endcase
    end
  end

  ${ inside.always() }$ @(posedge aclk) begin
    if (write) begin
      refused_q <= refused;
    end
  end

  // ==== unit =====================================================================================
//%- for net in issue %//
  ${ net }$;
//%- endfor %//
//%- if let Some(unused) = unused %//
  // The bits of the issue word outside its fields.
  ${ unused }$;
//%- endif %//
//%- for net in inside.result_nets() %//
  ${ net }$
//%- endfor %//
  wire valid;
  wire always_free = 1'b1;  // a result replaces the last one

  ${ unit }$

  // ==== result ===================================================================================
//%- for register in inside.last_registers() %//
  ${ register }$;
//%- endfor %//

  ${ inside.always() }$ @(posedge aclk${ inside.edge() }$) begin
    if (!aresetn) begin
      busy_q <= 1'b0;
      done_q <= 1'b0;
      count_q <= 8'd0;
    end else begin
      busy_q <= (busy_q || start) && !valid;
      done_q <= valid || (done_q && !start);
      count_q <= count_q + {7'd0, valid};
    end
  end

${ inside.keep_last() }$

  // ==== interrupt: from a result until a write acknowledges it ===================================
  ${ inside.register() }$ enable_q;   // a result raises the interrupt
  ${ inside.register() }$ pending_q;  // a result came
  wire configures = write && (address_q == Interrupt) && strobe_q[0];

  ${ inside.always() }$ @(posedge aclk${ inside.edge() }$) begin
    if (!aresetn) begin
      enable_q <= 1'b0;
      pending_q <= 1'b0;
    end else begin
      enable_q <= configures ? data_q[0] : enable_q;
      pending_q <= valid || (pending_q && !(configures && data_q[1]));
    end
  end

  // ==== read =====================================================================================
  ${ inside.register() }$ read_q;  // the response is offered
  ${ inside.register() }$ [31:0] word_q;
  ${ inside.register() }$ unknown_q;

  ${ inside.always() }$ @(posedge aclk${ inside.edge() }$) begin
    if (!aresetn) begin
      read_q <= 1'b0;
    end else begin
      read_q <= (s_axi_arvalid && !read_q) || (read_q && !s_axi_rready);
    end
  end

  ${ inside.always() }$ @(posedge aclk) begin
    if (!read_q) begin
      unknown_q <= 1'b0;
      case (s_axi_araddr[5:2])
//%- for register in registers %//
        ${ register.constant() }$: word_q <= ${ register.read }$;
//%- endfor %//
        default: begin
          word_q <= 32'd0;
          unknown_q <= 1'b1;
        end
      endcase
    end
  end

  assign s_axi_awready = !address_full_q;
  assign s_axi_wready  = !data_full_q;
  assign s_axi_bvalid  = written_q;
  assign s_axi_bresp   = {refused_q, 1'b0};  // SLVERR or OKAY
  assign s_axi_arready = !read_q;
  assign s_axi_rvalid  = read_q;
  assign s_axi_rdata   = word_q;
  assign s_axi_rresp   = {unknown_q, 1'b0};
  assign irq           = enable_q && pending_q;

endmodule

`default_nettype wire
