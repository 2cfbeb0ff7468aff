`default_nettype none

module lab_carry (
  input  wire        clk_i,
  input  wire        rst_i,
  input  wire        valid_i,
  input  wire [6:0]  ctl_i,
  input  wire [31:0] a_i,
  input  wire [31:0] b_i,
  output wire        valid_o,
  output wire [31:0] d_o,
  output wire        cf_o
);

  wire [1:0] op         = ctl_i[3:2];
  wire       read_flag  = ctl_i[5];
  wire       write_flag = ctl_i[6];

  // ---- add ----
  // To do: this adds without a carry.
  wire        unused = &{op, read_flag, write_flag, ctl_i[4], ctl_i[1:0]};
  wire [31:0] add    = a_i + b_i;

  // ---- registers ----
  reg        cf_q;
  reg        valid_q;
  reg [31:0] d_q;

  always @(posedge clk_i) begin
    d_q <= add;
    if (rst_i) begin
      cf_q    <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      valid_q <= valid_i;
    end
  end

  assign valid_o = valid_q;
  assign d_o     = d_q;
  assign cf_o    = cf_q;

endmodule

`default_nettype wire
