`default_nettype none

module lab_scalar (
  input  wire        clk_i,
  input  wire        rst_i,
  input  wire        valid_i,
  output wire        ready_o,
  input  wire [21:0] ctl_i,
  input  wire [31:0] a_i,
  input  wire [31:0] b_i,
  input  wire [31:0] c_i,
  output wire        valid_o,
  input  wire        ready_i,
  output wire [31:0] d_o
);

  // The fields of the control word that this unit needs.
  wire       a_signed = ctl_i[0];
  wire       b_signed = ctl_i[1];
  wire       d_signed = ctl_i[2];
  wire       sat      = ctl_i[3];
  wire [2:0] asel     = ctl_i[6:4];
  wire [2:0] bsel     = ctl_i[9:7];
  wire       subtract = ctl_i[10];
  wire [2:0] dsel     = ctl_i[15:13];
  wire [1:0] secop    = ctl_i[17:16];
  wire       unused   = &{ctl_i[21:18], ctl_i[12:11]};

  // All registers move together. They wait while a result is shown and not taken.
  reg  valid_q;
  reg  valid_q2;
  wire advance = ready_i || !valid_q2;

  assign ready_o = advance;
  assign valid_o = valid_q2;

  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q  <= 1'b0;
      valid_q2 <= 1'b0;
    end else if (advance) begin
      valid_q  <= valid_i;
      valid_q2 <= valid_q;
    end
  end

  // ---- select ----
  wire signed [32:0] ta;
  wire signed [32:0] tb;

  lab_select u_select_a (.x_i(a_i), .sel_i(asel), .signed_i(a_signed), .y_o(ta));
  lab_select u_select_b (.x_i(b_i), .sel_i(bsel), .signed_i(b_signed), .y_o(tb));

  // ---- primary ----
  wire signed [33:0] sum;

  lab_adder34 u_adder34 (
    .a_i({ta[32], ta}), .b_i({tb[32], tb}), .subtract_i(subtract), .reverse_i(1'b0), .sum_o(sum)
  );

  // ---- the first row ----
  reg signed [33:0] sum_q;
  reg               sat_q;
  reg               d_signed_q;
  reg        [2:0]  dsel_q;
  reg        [1:0]  secop_q;
  reg        [31:0] c_q;

  always @(posedge clk_i) begin
    if (advance) begin
      sum_q      <= sum;
      sat_q      <= sat;
      d_signed_q <= d_signed;
      dsel_q     <= dsel;
      secop_q    <= secop;
      c_q        <= c_i;
    end
  end

  // ---- saturate ----
  wire signed [33:0] saturated;
  wire               unused_hit;

  lab_saturate u_saturate (
    .x_i(sum_q), .sat_i(sat_q), .signed_i(d_signed_q), .dsel_i(dsel_q),
    .y_o(saturated), .hit_o(unused_hit)
  );

  // ---- the second row ----
  reg signed [33:0] saturated_q2;
  reg               d_signed_q2;
  reg        [2:0]  dsel_q2;
  reg        [1:0]  secop_q2;
  reg        [31:0] c_q2;

  always @(posedge clk_i) begin
    if (advance) begin
      saturated_q2 <= saturated;
      d_signed_q2  <= d_signed_q;
      dsel_q2      <= dsel_q;
      secop_q2     <= secop_q;
      c_q2         <= c_q;
    end
  end

  // ---- secondary or merge ----
  wire [31:0] merged;

  lab_merge u_merge (.x_i(saturated_q2[31:0]), .c_i(c_q2), .dsel_i(dsel_q2), .d_o(merged));

  lab_secondary u_secondary (
    .x_i($signed({saturated_q2[33:32], merged})), .c_i(c_q2), .signed_i(d_signed_q2), .secop_i(secop_q2),
    .d_o(d_o)
  );

endmodule

`default_nettype wire
