// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// xcarry_axi4_lite
// Unit carry behind AXI4-Lite: registers for the issue word, the operands and the result.
//
// Unit           xcarry: its header has operations, sections of the manual and profile
// Latency        2 clock cycles from the write that starts an instruction
// Handshake      a write and a read at a time; no path leads from an input to an output within a
//                cycle
// Wrapper        axi4-lite
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=x depth=1 handshake=valid-ready ready=registered
//                reset=arst_n reset_data contexts=5 wide=false adder=+ multiplier=*
//                language=systemverilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module xcarry_axi4_lite (
  input  wire logic        aclk,           // clock
  input  wire logic        aresetn,        // reset, asynchronous, active low
  input  wire logic        s_axi_awvalid,  // write address valid
  output wire logic        s_axi_awready,  // the address is accepted
  input  wire logic [5:0]  s_axi_awaddr,   // the address, in bytes
  input  wire logic [2:0]  s_axi_awprot,   // ignored
  input  wire logic        s_axi_wvalid,   // write data valid
  output wire logic        s_axi_wready,   // the data is accepted
  input  wire logic [31:0] s_axi_wdata,    // write data
  input  wire logic [3:0]  s_axi_wstrb,    // the bytes to write
  output wire logic        s_axi_bvalid,   // write response valid
  input  wire logic        s_axi_bready,   // the response is accepted
  output wire logic [1:0]  s_axi_bresp,    // 0 OKAY, 2 SLVERR: nothing was written
  input  wire logic        s_axi_arvalid,  // read address valid
  output wire logic        s_axi_arready,  // the address is accepted
  input  wire logic [5:0]  s_axi_araddr,   // the address, in bytes
  input  wire logic [2:0]  s_axi_arprot,   // ignored
  output wire logic        s_axi_rvalid,   // read response valid
  input  wire logic        s_axi_rready,   // the response is accepted
  output wire logic [31:0] s_axi_rdata,    // read data
  output wire logic [1:0]  s_axi_rresp,    // 0 OKAY, 2 SLVERR: no such register
  output wire logic        irq             // interrupt, if enabled: a result came and was not acknowledged
);

  // ==== registers: their addresses, in words =====================================================
  localparam [3:0] Id        = 4'd0;
  localparam [3:0] Control   = 4'd1;
  localparam [3:0] WordLow   = 4'd2;
  localparam [3:0] WordHigh  = 4'd3;
  localparam [3:0] ALow      = 4'd4;
  localparam [3:0] BLow      = 4'd6;
  localparam [3:0] CLow      = 4'd8;
  localparam [3:0] DLow      = 4'd10;
  localparam [3:0] Flags     = 4'd12;
  localparam [3:0] Interrupt = 4'd13;
  logic [31:0] word_low_q;
  logic [31:0] word_high_q;
  logic [31:0] a_low_q;
  logic [31:0] b_low_q;
  logic [31:0] c_low_q;

  // ==== write: the address and the data arrive in any order and wait for each other ==============
  logic address_full_q;
  logic [3:0] address_q;
  logic data_full_q;
  logic [31:0] data_q;
  logic [3:0] strobe_q;
  logic written_q;  // the response is offered
  logic refused_q;  // the response is SLVERR: nothing was written

  // AXI4-Lite transfers whole words. The protection type is ignored.
  wire [9:0] unused_bits = {s_axi_awprot, s_axi_awaddr[1:0], s_axi_arprot, s_axi_araddr[1:0]};

  wire write = address_full_q && data_full_q && !written_q;

  always_ff @(posedge aclk or negedge aresetn) begin
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

  always_ff @(posedge aclk) begin
    if (!address_full_q) begin
      address_q <= s_axi_awaddr[5:2];
    end
    if (!data_full_q) begin
      data_q <= s_axi_wdata;
      strobe_q <= s_axi_wstrb;
    end
  end

  // ==== start: one instruction at a time =========================================================
  logic busy_q;  // the unit has an instruction
  logic done_q;  // its result can be read
  logic [7:0] count_q;  // the results so far: tells a new one from the one before
  wire ready;

  wire idle   = ready && !busy_q;
  wire starts = (address_q == Control) && strobe_q[0] && data_q[0];
  wire start  = write && starts && idle;
  wire is_operand = (address_q == WordLow) || (address_q == WordHigh) || (address_q == ALow) ||
                    (address_q == BLow) || (address_q == CLow);
  wire is_known   = is_operand || (address_q == Control) || (address_q == Interrupt);
  wire refused    = starts ? !idle : !is_known;

  wire [31:0] mask = {{8{strobe_q[3]}}, {8{strobe_q[2]}}, {8{strobe_q[1]}}, {8{strobe_q[0]}}};

  always_ff @(posedge aclk or negedge aresetn) begin
    if (!aresetn) begin
      word_low_q <= 32'd0;
      word_high_q <= 32'd0;
      a_low_q <= 32'd0;
      b_low_q <= 32'd0;
      c_low_q <= 32'd0;
    end else if (write) begin
      case (address_q)
        WordLow: word_low_q <= (word_low_q & ~mask) | (data_q & mask);
        WordHigh: word_high_q <= (word_high_q & ~mask) | (data_q & mask);
        ALow: a_low_q <= (a_low_q & ~mask) | (data_q & mask);
        BLow: b_low_q <= (b_low_q & ~mask) | (data_q & mask);
        CLow: c_low_q <= (c_low_q & ~mask) | (data_q & mask);
        default: ;
      endcase
    end
  end

  always_ff @(posedge aclk) begin
    if (write) begin
      refused_q <= refused;
    end
  end

  // ==== unit =====================================================================================
  wire [63:0] word = {word_high_q, word_low_q};
  wire [6:0] ctl = word[6:0];
  wire [2:0] ctx = word[58:56];
  wire [31:0] a = a_low_q;
  wire [31:0] b = b_low_q;
  wire [31:0] c = c_low_q;
  // The bits of the issue word outside its fields.
  wire [53:0] unused_word = {word[63:59], word[55:7]};
  wire [31:0] d;
  wire cf;
  wire valid;
  wire always_free = 1'b1;  // a result replaces the last one

  xcarry u_carry (
    .clk_i   (aclk),
    .rst_ni  (aresetn),
    .valid_i (start),
    .ready_o (ready),
    .ctl_i   (ctl),
    .ctx_i   (ctx),
    .a_i     (a),
    .b_i     (b),
    .c_i     (c),
    .valid_o (valid),
    .ready_i (always_free),
    .d_o     (d),
    .cf_o    (cf)
  );

  // ==== result ===================================================================================
  logic [31:0] last_q;
  logic flags_q;

  always_ff @(posedge aclk or negedge aresetn) begin
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

  always_ff @(posedge aclk) begin
    if (valid) begin
      last_q <= d;
      flags_q <= cf;
    end
  end

  // ==== interrupt: from a result until a write acknowledges it ===================================
  logic enable_q;   // a result raises the interrupt
  logic pending_q;  // a result came
  wire configures = write && (address_q == Interrupt) && strobe_q[0];

  always_ff @(posedge aclk or negedge aresetn) begin
    if (!aresetn) begin
      enable_q <= 1'b0;
      pending_q <= 1'b0;
    end else begin
      enable_q <= configures ? data_q[0] : enable_q;
      pending_q <= valid || (pending_q && !(configures && data_q[1]));
    end
  end

  // ==== read =====================================================================================
  logic read_q;  // the response is offered
  logic [31:0] word_q;
  logic unknown_q;

  always_ff @(posedge aclk or negedge aresetn) begin
    if (!aresetn) begin
      read_q <= 1'b0;
    end else begin
      read_q <= (s_axi_arvalid && !read_q) || (read_q && !s_axi_rready);
    end
  end

  always_ff @(posedge aclk) begin
    if (!read_q) begin
      unknown_q <= 1'b0;
      case (s_axi_araddr[5:2])
        Id: word_q <= 32'h56413006;
        Control: word_q <= {16'd0, count_q, 6'd0, done_q, busy_q};
        WordLow: word_q <= word_low_q;
        WordHigh: word_q <= word_high_q;
        ALow: word_q <= a_low_q;
        BLow: word_q <= b_low_q;
        CLow: word_q <= c_low_q;
        DLow: word_q <= last_q[31:0];
        Flags: word_q <= {31'd0, flags_q};
        Interrupt: word_q <= {30'd0, pending_q, enable_q};
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
