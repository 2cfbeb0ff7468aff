// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_video_axi4_stream
// Unit video behind AXI4-Stream: a beat an instruction, a beat a result, in order.
//
// Unit           vidalu_video: its header has operations, sections of the manual and profile
// Latency        3 clock cycles, one beat a cycle
// Handshake      AXI4-Stream on both sides; no path leads from an input to an output within a cycle
// Wrapper        axi4-stream
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=2 handshake=valid-ready ready=registered
//                reset=rst_n adder=+ multiplier=* language=verilog ops=all
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_video_axi4_stream (
  input  wire         aclk,           // clock
  input  wire         aresetn,        // reset, synchronous, active low
  input  wire         s_axis_tvalid,  // a beat with an instruction
  output wire         s_axis_tready,  // the beat is accepted
  input  wire [255:0] s_axis_tdata,   // issue word and operands, each in its slot
  input  wire         s_axis_tlast,   // accompanies the instruction: the last of a packet
  output wire         m_axis_tvalid,  // a beat with a result
  input  wire         m_axis_tready,  // the beat is accepted
  output wire [63:0]  m_axis_tdata,   // result, in the low half for 32 bits
  output wire         m_axis_tuser,   // bit 0: CC.CF that the instruction left
  output wire         m_axis_tlast    // that of the instruction
);

  // ==== beat: the fields of an instruction, each in its slot =====================================
  wire [41:0] ctl = s_axis_tdata[41:0];
  wire [63:0] a   = s_axis_tdata[127:64];
  wire [63:0] b   = s_axis_tdata[191:128];
  wire [63:0] c   = s_axis_tdata[255:192];
  // The bits of a beat outside these fields.
  wire [21:0] unused_tdata = {s_axis_tdata[63:42]};

  // ==== unit: a stalled beat waits in it, so that tready comes from a register ===================
  wire tag = s_axis_tlast;
  wire valid;
  wire ready;
  wire [63:0] d;
  wire cf;
  wire tag_out;

  vidalu_video u_video (
    .clk_i   (aclk),
    .rst_ni  (aresetn),
    .valid_i (s_axis_tvalid),
    .ready_o (s_axis_tready),
    .tag_i   (tag),
    .ctl_i   (ctl),
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
  reg valid_q;
  reg [63:0] d_q;
  reg        flags_q;
  reg        last_q;

  // The register accepts a result if it is empty or is emptied in this cycle.
  assign ready = !valid_q || m_axis_tready;

  always @(posedge aclk) begin
    if (!aresetn) begin
      valid_q <= 1'b0;
    end else if (ready) begin
      valid_q <= valid;
    end
  end

  always @(posedge aclk) begin
    if (ready) begin
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
