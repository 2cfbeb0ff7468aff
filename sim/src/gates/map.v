// Maps adders and multipliers to few gates. The length of a path does not matter here.

// A ripple of carries. If several modules map a cell, yosys takes the first one by name.
(* techmap_celltype = "$lcu" *)
module _80_vidalu_lcu (P, G, CI, CO);
  parameter WIDTH = 1;
  input [WIDTH-1:0] P, G;
  input CI;
  output [WIDTH-1:0] CO;
  assign CO = G | (P & {CO, CI});
endmodule

// A row with an adder for each bit of B. Each row gives a bit of the product and passes the others
// on. The row of the sign of B is subtracted.
(* techmap_celltype = "$mul" *)
module _80_vidalu_mul (A, B, Y);
  parameter A_SIGNED = 0;
  parameter B_SIGNED = 0;
  parameter A_WIDTH = 1;
  parameter B_WIDTH = 1;
  parameter Y_WIDTH = 1;
  input [A_WIDTH-1:0] A;
  input [B_WIDTH-1:0] B;
  output [Y_WIDTH-1:0] Y;

  wire _TECHMAP_FAIL_ = A_SIGNED != B_SIGNED;

  wire [A_WIDTH*(B_WIDTH+1)-1:0] sums;
  wire [A_WIDTH+B_WIDTH-1:0] product;
  assign sums[A_WIDTH-1:0] = {A_WIDTH{1'b0}};
  genvar i;
  generate
    for (i = 0; i < B_WIDTH; i = i + 1) begin : row
      wire [A_WIDTH-1:0] sum = sums[A_WIDTH*i+:A_WIDTH];
      wire [A_WIDTH-1:0] term = A & {A_WIDTH{B[i]}};
      wire [A_WIDTH:0] x = {A_SIGNED ? sum[A_WIDTH-1] : 1'b0, sum};
      wire [A_WIDTH:0] y = {A_SIGNED ? term[A_WIDTH-1] : 1'b0, term};
      if (B_SIGNED && i == B_WIDTH - 1) assign {sums[A_WIDTH*(i+1)+:A_WIDTH], product[i]} = x - y;
      else assign {sums[A_WIDTH*(i+1)+:A_WIDTH], product[i]} = x + y;
    end
    assign product[A_WIDTH+B_WIDTH-1:B_WIDTH] = sums[A_WIDTH*B_WIDTH+:A_WIDTH];
    if (Y_WIDTH <= A_WIDTH + B_WIDTH) assign Y = product[Y_WIDTH-1:0];
    else assign Y = {{(Y_WIDTH - A_WIDTH - B_WIDTH){A_SIGNED ? product[A_WIDTH+B_WIDTH-1] : 1'b0}}, product};
  endgenerate
endmodule
