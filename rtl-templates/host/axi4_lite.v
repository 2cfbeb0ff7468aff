//% include "host/begin.v" %//
//% include "host/noise.v" %//
  // ==== accesses: writes, the start, reads of CONTROL until the count grows, reads ===============
  localparam [3:0] Start = 4'd${ start }$;
  localparam [3:0] Poll  = 4'd${ start + 1 }$;
  localparam [3:0] Last  = 4'd${ last }$;
  reg [5:0] address;
  reg [31:0] data;

  always @(*) begin
    case (step_q)
//%- for (at, address, data) in accesses %//
      ${ at }$: {address, data} = {${ address }$, ${ data }$};
//%- endfor %//
      default: {address, data} = 38'd0;
    endcase
  end

  reg address_offered_q, address_sent_q, data_offered_q, data_sent_q;
  reg read_offered_q, read_sent_q;
  reg [7:0] count_q;  // the results so far

  wire writes = busy_q && (step_q <= Start);
  wire reads  = busy_q && (step_q > Start);
  wire address_taken = s_axi_awvalid && s_axi_awready;
  wire data_taken    = s_axi_wvalid && s_axi_wready;
  wire read_taken    = s_axi_arvalid && s_axi_arready;
  wire answered      = s_axi_rvalid && s_axi_rready;
  wire [31:0] answer = s_axi_rdata;
  wire written  = address_sent_q && data_sent_q;
  wire is_there = (step_q != Poll) || (answer[15:8] == count_q + 8'd1);
  wire ends     = answered && is_there && (step_q == Last);

  // Nobody waits for the response to a write: a read may pass it.
  always @(posedge clk_i${ host.edge }$) begin
    if (${ host.reset }$) begin
      {busy_q, full_q, broken_q} <= 3'd0;
      {address_offered_q, address_sent_q, data_offered_q, data_sent_q} <= 4'd0;
      {read_offered_q, read_sent_q} <= 2'd0;
      step_q <= 4'd0;
      count_q <= 8'd0;
    end else begin
      busy_q <= take || (busy_q && !ends);
      full_q <= ends || (full_q && !ready_i);
      if (take) begin
        step_q <= 4'd0;
      end else if (written || (answered && is_there)) begin
        step_q <= step_q + 4'd1;
      end
      address_offered_q <= address_offered_q ? !s_axi_awready : (writes && !address_sent_q && noise_q[0]);
      address_sent_q <= (address_sent_q || address_taken) && !written;
      data_offered_q <= data_offered_q ? !s_axi_wready : (writes && !data_sent_q && noise_q[3]);
      data_sent_q <= (data_sent_q || data_taken) && !written;
      read_offered_q <= read_offered_q ? !s_axi_arready : (reads && !read_sent_q && noise_q[5]);
      read_sent_q <= (read_sent_q || read_taken) && !answered;
      if (answered && is_there && (step_q == Poll)) begin
        count_q <= count_q + 8'd1;
      end
      if ((s_axi_bvalid && s_axi_bready && (s_axi_bresp != 2'd0)) ||
          (answered && ((s_axi_rresp != 2'd0) || !read_sent_q)) ||
          irq) begin  // nobody enables the interrupt
        broken_q <= 1'b1;
      end
    end
  end

  assign s_axi_awvalid = address_offered_q;
  assign s_axi_awaddr  = address;
  assign s_axi_awprot  = 3'd0;
  assign s_axi_wvalid  = data_offered_q;
  assign s_axi_wdata   = data;
  assign s_axi_wstrb   = 4'hf;
  assign s_axi_bready  = noise_q[7];
  assign s_axi_arvalid = read_offered_q;
  assign s_axi_araddr  = address;
  assign s_axi_arprot  = 3'd0;
  assign s_axi_rready  = noise_q[9];
//% include "host/result.v" %//
