`default_nettype none

module lab_scalar (
  input  wire [21:0] ctl_i,
  input  wire [31:0] a_i,
  input  wire [31:0] b_i,
  input  wire [31:0] c_i,
  output wire [31:0] d_o
);

  wire       a_signed = ctl_i[0];
  wire       b_signed = ctl_i[1];
  wire       d_signed = ctl_i[2];
  wire       sat      = ctl_i[3];
  wire [2:0] asel     = ctl_i[6:4];
  wire [2:0] bsel     = ctl_i[9:7];
  wire [2:0] op       = ctl_i[12:10];
  wire [2:0] dsel     = ctl_i[15:13];
  wire [1:0] secop    = ctl_i[17:16];
  wire [2:0] cmp      = ctl_i[20:18];
  wire       wrap     = ctl_i[21];

  // ---- select ----
  function signed [33:0] part;
    input [31:0] x;
    input [2:0]  sel;
    input        sign;
    case (sel)
      3'd0:    part = {{26{sign && x[7]}}, x[7:0]};
      3'd1:    part = {{26{sign && x[15]}}, x[15:8]};
      3'd2:    part = {{26{sign && x[23]}}, x[23:16]};
      3'd3:    part = {{26{sign && x[31]}}, x[31:24]};
      3'd4:    part = {{18{sign && x[15]}}, x[15:0]};
      3'd6:    part = {{18{sign && x[31]}}, x[31:16]};
      default: part = {{2{sign && x[31]}}, x};
    endcase
  endfunction

  wire signed [33:0] select_a = part(a_i, asel, a_signed);
  wire signed [33:0] select_b = part(b_i, bsel, b_signed);

  // ---- primary ----
  wire less  = (select_a < select_b);
  wire equal = (select_a == select_b);

  reg holds;

  always @* begin
    case (cmp[2:1])
      2'd0:    holds = equal;
      2'd1:    holds = less;
      default: holds = less || equal;
    endcase
    holds = holds ^ cmp[0];
  end

  wire       is_large = (select_b[31:5] != 27'd0);
  wire [5:0] amount   = (is_large && !wrap) ? 6'd32 : {1'b0, select_b[4:0]};

  reg signed [33:0] primary;

  always @* begin
    case (op)
      3'd0:    primary = select_a + select_b;
      3'd1:    primary = select_a - select_b;
      3'd2:    primary = less ? select_a : select_b;
      3'd3:    primary = less ? select_b : select_a;
      3'd4:    primary = less ? select_b - select_a : select_a - select_b;
      3'd5:    primary = {33'd0, holds};
      3'd6:    primary = select_a <<< amount;
      default: primary = select_a >>> amount;
    endcase
  end

  // ---- saturate ----
  wire is_byte = !dsel[2];
  wire is_word = (dsel == 3'd5);

  wire        [31:0] range    = {{16{is_word}}, {8{!is_byte}}, 8'hff};
  wire signed [33:0] highest  = d_signed ? {3'd0, range[31:1]} : {2'd0, range};
  wire signed [33:0] lowest   = d_signed ? ~highest : 34'sd0;
  wire signed [33:0] clamped  = (primary > highest) ? highest :
                                ((primary < lowest) ? lowest : primary);
  wire signed [33:0] saturate = sat ? clamped : primary;

  // ---- secondary ----
  wire signed [33:0] c       = {{2{d_signed && c_i[31]}}, c_i};
  wire               is_less = (saturate < c);

  reg [31:0] secondary;

  always @* begin
    case (secop)
      2'd1:    secondary = saturate[31:0] + c_i;
      2'd2:    secondary = is_less ? saturate[31:0] : c_i;
      2'd3:    secondary = is_less ? c_i : saturate[31:0];
      default: secondary = saturate[31:0];
    endcase
  end

  // ---- merge ----
  reg [31:0] merge;

  always @* begin
    merge = c_i;
    case (dsel)
      3'd0:    merge[7:0]   = saturate[7:0];
      3'd1:    merge[15:8]  = saturate[7:0];
      3'd2:    merge[23:16] = saturate[7:0];
      3'd3:    merge[31:24] = saturate[7:0];
      3'd4:    merge[15:0]  = saturate[15:0];
      default: merge[31:16] = saturate[15:0];
    endcase
  end

  assign d_o = is_word ? secondary : merge;

endmodule

`default_nettype wire
