// SPDX-License-Identifier: MIT OR Apache-2.0
//
// CVA6 with a vidalu unit, in the configuration cv32a60x. It speaks CV-X-IF 1.0 and has two source
// registers: --rs3 none. The configuration differs in three things: the data cache is the one that
// comes with the core, the memory begins at 0 and the devices at 0x80000000, and the scoreboard has
// eight entries, because the numbers of the wrapper have at least three bits.
`include "cvxif_types.svh"

module core (
  input  logic        clk,
  input  logic        rst_n,
  input  logic        interrupt,
  output logic        i_req,
  input  logic        i_gnt,
  output logic [31:0] i_addr,
  input  logic        i_rvalid,
  input  logic [31:0] i_rdata,
  output logic        d_req,
  input  logic        d_gnt,
  output logic        d_we,
  output logic [3:0]  d_be,
  output logic [31:0] d_addr,
  output logic [31:0] d_wdata,
  input  logic        d_rvalid,
  input  logic [31:0] d_rdata
);

  function automatic config_pkg::cva6_user_cfg_t changed(config_pkg::cva6_user_cfg_t from);
    changed = from;
    changed.DCacheType = config_pkg::WT;
    changed.NrScoreboardEntries = 8;
    changed.NrCachedRegionRules = 1;
    changed.CachedRegionAddrBase = '0;
    changed.CachedRegionLength = 1024'(64'h8000_0000);
    changed.NrNonIdempotentRules = 1;
    changed.NonIdempotentAddrBase = 1024'(64'h8000_0000);
    changed.NonIdempotentLength = 1024'(64'h8000_0000);
  endfunction

  localparam config_pkg::cva6_cfg_t CONFIG = build_config_pkg::build_config(changed(cva6_config_pkg::cva6_cfg));

  // ==== core and unit ============================================================================
  typedef `READREGFLAGS_T(CONFIG)                             readregflags_t;
  typedef `WRITEREGFLAGS_T(CONFIG)                            writeregflags_t;
  typedef `ID_T(CONFIG)                                       id_t;
  typedef `HARTID_T(CONFIG)                                   hartid_t;
  typedef `X_COMPRESSED_REQ_T(CONFIG, hartid_t)               x_compressed_req_t;
  typedef `X_COMPRESSED_RESP_T(CONFIG)                        x_compressed_resp_t;
  typedef `X_ISSUE_REQ_T(CONFIG, hartid_t, id_t)              x_issue_req_t;
  typedef `X_ISSUE_RESP_T(CONFIG, writeregflags_t, readregflags_t) x_issue_resp_t;
  typedef `X_REGISTER_T(CONFIG, hartid_t, id_t, readregflags_t) x_register_t;
  typedef `X_COMMIT_T(CONFIG, hartid_t, id_t)                 x_commit_t;
  typedef `X_RESULT_T(CONFIG, hartid_t, id_t, writeregflags_t) x_result_t;
  typedef `CVXIF_REQ_T(CONFIG, x_compressed_req_t, x_issue_req_t, x_register_t, x_commit_t) cvxif_req_t;
  typedef `CVXIF_RESP_T(CONFIG, x_compressed_resp_t, x_issue_resp_t, x_result_t) cvxif_resp_t;

  typedef struct packed {
    logic [CONFIG.AxiIdWidth-1:0]   id;
    logic [CONFIG.AxiAddrWidth-1:0] addr;
    axi_pkg::len_t                  len;
    axi_pkg::size_t                 size;
    axi_pkg::burst_t                burst;
    logic                           lock;
    axi_pkg::cache_t                cache;
    axi_pkg::prot_t                 prot;
    axi_pkg::qos_t                  qos;
    axi_pkg::region_t               region;
    logic [CONFIG.AxiUserWidth-1:0] user;
  } ar_t;

  typedef struct packed {
    logic [CONFIG.AxiIdWidth-1:0]   id;
    logic [CONFIG.AxiAddrWidth-1:0] addr;
    axi_pkg::len_t                  len;
    axi_pkg::size_t                 size;
    axi_pkg::burst_t                burst;
    logic                           lock;
    axi_pkg::cache_t                cache;
    axi_pkg::prot_t                 prot;
    axi_pkg::qos_t                  qos;
    axi_pkg::region_t               region;
    axi_pkg::atop_t                 atop;
    logic [CONFIG.AxiUserWidth-1:0] user;
  } aw_t;

  typedef struct packed {
    logic [CONFIG.AxiDataWidth-1:0]   data;
    logic [CONFIG.AxiDataWidth/8-1:0] strb;
    logic                             last;
    logic [CONFIG.AxiUserWidth-1:0]   user;
  } w_t;

  typedef struct packed {
    logic [CONFIG.AxiIdWidth-1:0]   id;
    axi_pkg::resp_t                 resp;
    logic [CONFIG.AxiUserWidth-1:0] user;
  } b_t;

  typedef struct packed {
    logic [CONFIG.AxiIdWidth-1:0]   id;
    logic [CONFIG.AxiDataWidth-1:0] data;
    axi_pkg::resp_t                 resp;
    logic                           last;
    logic [CONFIG.AxiUserWidth-1:0] user;
  } r_t;

  typedef struct packed {
    aw_t  aw;
    logic aw_valid;
    w_t   w;
    logic w_valid;
    logic b_ready;
    ar_t  ar;
    logic ar_valid;
    logic r_ready;
  } axi_req_t;

  typedef struct packed {
    logic aw_ready;
    logic ar_ready;
    logic w_ready;
    logic b_valid;
    b_t   b;
    logic r_valid;
    r_t   r;
  } axi_resp_t;

  cvxif_req_t    request;
  cvxif_resp_t   response;
  axi_req_t      axi_req;
  axi_resp_t     axi_resp;
  logic          issue_ready, register_ready, result_valid;
  x_issue_resp_t issue_resp;
  x_result_t     result;

  cva6 #(
    .CVA6Cfg            (CONFIG),
    .readregflags_t     (readregflags_t),
    .writeregflags_t    (writeregflags_t),
    .id_t               (id_t),
    .hartid_t           (hartid_t),
    .x_compressed_req_t (x_compressed_req_t),
    .x_compressed_resp_t(x_compressed_resp_t),
    .x_issue_req_t      (x_issue_req_t),
    .x_issue_resp_t     (x_issue_resp_t),
    .x_register_t       (x_register_t),
    .x_commit_t         (x_commit_t),
    .x_result_t         (x_result_t),
    .cvxif_req_t        (cvxif_req_t),
    .cvxif_resp_t       (cvxif_resp_t),
    .axi_ar_chan_t      (ar_t),
    .axi_aw_chan_t      (aw_t),
    .axi_w_chan_t       (w_t),
    .b_chan_t           (b_t),
    .r_chan_t           (r_t),
    .noc_req_t          (axi_req_t),
    .noc_resp_t         (axi_resp_t)
  ) u_cva6 (
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .boot_addr_i  ('h80),
    .hart_id_i    ('0),
    .irq_i        (2'b00),
    .ipi_i        (1'b0),
    .time_irq_i   (interrupt),
    .debug_req_i  (1'b0),
    .rvfi_probes_o(),
    .cvxif_req_o  (request),
    .cvxif_resp_i (response),
    .noc_req_o    (axi_req),
    .noc_resp_i   (axi_resp)
  );

  vidalu_structs #(
    .x_issue_req_t (x_issue_req_t),
    .x_issue_resp_t(x_issue_resp_t),
    .x_register_t  (x_register_t),
    .x_commit_t    (x_commit_t),
    .x_result_t    (x_result_t)
  ) u_unit (
    .clk_i         (clk),
    .rst_ni        (rst_n),
    .issue_valid   (request.issue_valid),
    .issue_ready   (issue_ready),
    .issue_req     (request.issue_req),
    .issue_resp    (issue_resp),
    .register_valid(request.register_valid),
    .register_ready(register_ready),
    .source        (request.register),
    .commit_valid  (request.commit_valid),
    .commit        (request.commit),
    .result_valid  (result_valid),
    .result_ready  (request.result_ready),
    .result        (result)
  );

  always_comb begin
    response = '0;
    response.compressed_ready = 1'b1;
    response.issue_ready = issue_ready;
    response.issue_resp = issue_resp;
    response.register_ready = register_ready;
    response.result_valid = result_valid;
    response.result = result;
  end

  // ==== from AXI to the data bus: one access at a time, two words a beat ========================
  typedef enum logic [2:0] {Idle, Ask, Read, Answer, Write, Written} state_t;
  state_t                       state;
  logic                         half;  // the upper word of the beat
  logic [31:0]                  address;
  logic [7:0]                   beats;  // that follow
  logic [CONFIG.AxiIdWidth-1:0] id;
  logic [63:0]                  data;

  wire       writes = (state == Write) && axi_req.w_valid;
  wire [3:0] strobe = half ? axi_req.w.strb[7:4] : axi_req.w.strb[3:0];
  wire       skips  = writes && (strobe == 4'd0);

  assign i_req = 1'b0;
  assign i_addr = 32'd0;
  assign d_req = (state == Ask) || (writes && !skips);
  assign d_we = (state == Write);
  assign d_be = d_we ? strobe : 4'hf;
  assign d_addr = {address[31:3], half, 2'b00};
  assign d_wdata = half ? axi_req.w.data[63:32] : axi_req.w.data[31:0];
  wire done = d_gnt || skips;

  always_comb begin
    axi_resp = '0;
    axi_resp.ar_ready = (state == Idle);
    axi_resp.aw_ready = (state == Idle) && !axi_req.ar_valid;
    axi_resp.w_ready = writes && half && done;
    axi_resp.b_valid = (state == Written);
    axi_resp.b.id = id;
    axi_resp.r_valid = (state == Answer);
    axi_resp.r.id = id;
    axi_resp.r.data = data;
    axi_resp.r.last = (beats == 8'd0);
  end

  always_ff @(posedge clk) begin
    case (state)
      Idle: begin
        half <= 1'b0;
        if (axi_req.ar_valid) begin
          state <= Ask;
          id <= axi_req.ar.id;
          address <= axi_req.ar.addr[31:0];
          beats <= axi_req.ar.len;
        end else if (axi_req.aw_valid) begin
          state <= Write;
          id <= axi_req.aw.id;
          address <= axi_req.aw.addr[31:0];
        end
      end
      Ask: if (d_gnt) state <= Read;
      Read: begin
        if (half) data[63:32] <= d_rdata;
        else data[31:0] <= d_rdata;
        half <= !half;
        state <= half ? Answer : Ask;
      end
      Answer: if (axi_req.r_ready) begin
        state <= (beats == 8'd0) ? Idle : Ask;
        beats <= beats - 8'd1;
        address <= address + 32'd8;
      end
      Write: if (writes && done) begin
        half <= !half;
        if (half) begin
          address <= address + 32'd8;
          if (axi_req.w.last) state <= Written;
        end
      end
      default: if (axi_req.b_ready) state <= Idle;
    endcase
    if (!rst_n) state <= Idle;
  end

endmodule
