`default_nettype none

module lab_compare (
  input  wire signed [32:0] a_i,
  input  wire signed [32:0] b_i,
  input  wire        [2:0]  cmp_i,
  output wire               less_o,
  output wire               true_o
);

  wire less  = (a_i < b_i);
  wire equal = (a_i == b_i);

  // The three questions of even number; an odd number asks the opposite.
  reg holds;

  always @* begin
    case (cmp_i[2:1])
      2'd0:    holds = equal;
      2'd1:    holds = less;
      default: holds = less || equal;
    endcase
  end

  assign less_o = less;
  assign true_o = holds ^ cmp_i[0];

endmodule

`default_nettype wire
