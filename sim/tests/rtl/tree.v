// A unit of the blocks in this folder, with the ports and instance names of vidalu's units.
module secondary (
  input  signed [33:0] x_i,
  input  signed [33:0] c_i,
  input         [1:0]  secop_i,
  output        [31:0] d_o
);
  wire keeps = secop_i == 2'd0 || (secop_i == 2'd2 && x_i < c_i) || (secop_i == 2'd3 && x_i > c_i);
  assign d_o = secop_i == 2'd1 ? x_i[31:0] + c_i[31:0] : keeps ? x_i[31:0] : c_i[31:0];
endmodule

module vidalu_scalar (
  input  [21:0] ctl_i,
  input  [31:0] a_i,
  input  [31:0] b_i,
  input  [31:0] c_i,
  output [31:0] d_o
);
  wire [2:0]  op   = ctl_i[12:10];
  wire [2:0]  dsel = ctl_i[15:13];
  wire [2:0]  cmp  = ctl_i[20:18];
  wire [32:0] a, b;
  select u_select_a (.x_i(a_i), .sel_i(ctl_i[6:4]), .signed_i(ctl_i[0]), .y_o(a));
  select u_select_b (.x_i(b_i), .sel_i(ctl_i[9:7]), .signed_i(ctl_i[1]), .y_o(b));

  wire less  = $signed(a) < $signed(b);
  wire holds = cmp[0] ^ (cmp[2] ? less || a == b : cmp[1] ? less : a == b);

  wire [33:0] sum, shifted;
  adder34 u_adder34 (
    .a_i({a[32], a}), .b_i({b[32], b}), .subtract_i(op != 3'd0), .reverse_i(op == 3'd4 && less), .sum_o(sum)
  );
  barrel #(.WIDTH(33)) u_shifter (
    .value(a), .count(b[31:0]), .modulo(ctl_i[21]), .to_the_left(!op[0]), .scan_enable(1'b0),
    .word(shifted[32:0]), .top(shifted[33])
  );

  reg [33:0] tmp;
  always @* begin
    case (op)
      3'd2:       tmp = less ? {a[32], a} : {b[32], b};
      3'd3:       tmp = less ? {b[32], b} : {a[32], a};
      3'd5:       tmp = {33'd0, holds};
      3'd6, 3'd7: tmp = shifted;
      default:    tmp = sum;
    endcase
  end

  wire [33:0] value;
  wire        hit;
  saturate u_saturate (
    .x_i(tmp), .sat_i(ctl_i[3]), .signed_i(ctl_i[2]), .dsel_i(dsel), .y_o(value), .hit_o(hit)
  );

  wire [31:0] combined, merged;
  secondary u_secondary (
    .x_i(value), .c_i({{2{ctl_i[2] & c_i[31]}}, c_i}), .secop_i(ctl_i[17:16]), .d_o(combined)
  );
  merge u_merge (.x_i(value[31:0]), .c_i(c_i), .dsel_i(dsel), .d_o(merged));
  assign d_o = dsel == 3'd5 ? combined : merged;
endmodule
