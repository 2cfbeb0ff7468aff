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

  wire subtract   = ctl_i[2];
  wire read_flag  = ctl_i[5];
  wire write_flag = ctl_i[6];
  wire unused     = &{ctl_i[4:3], ctl_i[1:0]};

  // ---- add: the sum, and above it the carry or the borrow ----
  reg cf_q;

  wire [32:0] a       = {1'b0, a_i};
  wire [32:0] b       = {1'b0, b_i};
  wire [32:0] enters  = {32'd0, read_flag && cf_q};
  wire [32:0] total   = subtract ? a - b - enters : a + b + enters;
  wire [31:0] add     = total[31:0];
  wire        cf_next = write_flag ? total[32] : cf_q;

  // ---- the flag, which the next instruction reads ----
  always @(posedge clk_i) begin
    if (rst_i) begin
      cf_q <= 1'b0;
    end else if (valid_i) begin
      cf_q <= cf_next;
    end
  end

  // ---- the result, one cycle behind ----
  reg        valid_q;
  reg [31:0] d_q;
  reg        cf_shown_q;

  always @(posedge clk_i) begin
    d_q        <= add;
    cf_shown_q <= cf_next;
    if (rst_i) begin
      valid_q <= 1'b0;
    end else begin
      valid_q <= valid_i;
    end
  end

  assign valid_o = valid_q;
  assign d_o     = d_q;
  assign cf_o    = cf_shown_q;

endmodule

`default_nettype wire
