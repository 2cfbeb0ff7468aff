// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// xcarry_axi4_stream
// Unit carry behind AXI4-Stream: a beat an instruction, a beat a result, in order.
//
// Unit           xcarry: its header has operations, sections of the manual and profile
// Latency        2 clock cycles, one beat a cycle
// Handshake      AXI4-Stream on both sides; no path leads from an input to an output within a cycle
// Wrapper        axi4-stream
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=x depth=1 handshake=valid-ready ready=registered
//                reset=arst_n reset_data contexts=5 wide=false adder=+ multiplier=*
//                language=systemverilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module xcarry_axi4_stream (
  input  wire logic         aclk,           // clock
  input  wire logic         aresetn,        // reset, asynchronous, active low
  input  wire logic         s_axis_tvalid,  // a beat with an instruction
  output wire logic         s_axis_tready,  // the beat is accepted
  input  wire logic [159:0] s_axis_tdata,   // issue word and operands, each in its slot
  input  wire logic         s_axis_tlast,   // accompanies the instruction: the last of a packet
  output wire logic         m_axis_tvalid,  // a beat with a result
  input  wire logic         m_axis_tready,  // the beat is accepted
  output wire logic [31:0]  m_axis_tdata,   // result
  output wire logic         m_axis_tuser,   // bit 0: CC.CF that the instruction left
  output wire logic         m_axis_tlast    // that of the instruction
);

  // ==== beat: the fields of an instruction, each in its slot =====================================
  wire [6:0]  ctl = s_axis_tdata[6:0];
  wire [2:0]  ctx = s_axis_tdata[58:56];
  wire [31:0] a   = s_axis_tdata[95:64];
  wire [31:0] b   = s_axis_tdata[127:96];
  wire [31:0] c   = s_axis_tdata[159:128];
  // The bits of a beat outside these fields.
  wire [53:0] unused_tdata = {s_axis_tdata[63:59], s_axis_tdata[55:7]};

  // ==== unit: a stalled beat waits in it, so that tready comes from a register ===================
  wire tag = s_axis_tlast;
  wire valid;
  wire ready;
  wire [31:0] d;
  wire cf;
  wire tag_out;

  xcarry u_carry (
    .clk_i   (aclk),
    .rst_ni  (aresetn),
    .valid_i (s_axis_tvalid),
    .ready_o (s_axis_tready),
    .tag_i   (tag),
    .ctl_i   (ctl),
    .ctx_i   (ctx),
    .a_i     (a),
    .b_i     (b),
    .c_i     (c),
    .valid_o (valid),
    .ready_i (ready),
    .tag_o   (tag_out),
    .d_o     (d),
    .cf_o    (cf)
  );

  // ==== result: a register, so that no path leads from an input to an output =====================
  logic valid_q;
  logic [31:0] d_q;
  logic        flags_q;
  logic        last_q;

  // The register accepts a result if it is empty or is emptied in this cycle.
  assign ready = !valid_q || m_axis_tready;

  always_ff @(posedge aclk or negedge aresetn) begin
    if (!aresetn) begin
      valid_q <= 1'b0;
    end else if (ready) begin
      valid_q <= valid;
    end
  end

  always_ff @(posedge aclk or negedge aresetn) begin
    if (!aresetn) begin
      d_q <= 32'd0;
      flags_q <= 1'd0;
      last_q <= 1'd0;
    end else if (ready) begin
      d_q <= d;
      flags_q <= cf;
      last_q <= tag_out;
    end
  end

  assign m_axis_tvalid = valid_q;
  assign m_axis_tdata = d_q;
  assign m_axis_tuser = flags_q;
  assign m_axis_tlast = last_q;

endmodule

`default_nettype wire
