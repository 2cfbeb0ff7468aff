${ header }$
`default_nettype none

${ module }$

  // 9.7.18.1.2: with .clamp an amount above 32 becomes 32; with .wrap five bits count. An amount of
  // 32 or more moves everything out.
  wire       all_out = !wrap_i && (amount_i[31:5] != 27'd0);
  wire [4:0] amount  = amount_i[4:0] & {5{!all_out}};
  wire       is_zero = !all_out && (amount == 5'd0);
  wire       is_one  = !all_out && (amount == 5'd1);

  // One rotation to the right serves both directions: n to the left is 32 - n to the right.
  wire [4:0]  turn         = right_i ? amount : 5'd0 - amount;
  wire [63:0] turned       = {x_i[31:0], x_i[31:0]} >> turn;
  wire [31:0] rotated      = turned[31:0];
  wire [31:0] unused_twice = turned[63:32];

  // Of the rotated word, to the right keeps the low 32 - turn bits, to the left the others.
  wire [31:0] low_bits = 32'hffff_ffff >> turn;
  wire [31:0] keep     = ({32{is_zero}} | (low_bits ^ {32{!right_i}})) & {32{!all_out}};

  // To the right fills with the sign, whatever dtype is (SEMANTICS D2); to the left with zero.
  wire fill = right_i && x_i[32];

  // To the left, bits 33 and 32 are what left the word last: the rotation has them at its low end.
  // An amount of 1 or 0 has not brought the sign that far.
  wire bit_32 = (right_i || is_zero) ? x_i[32] : rotated[0];
  wire bit_33 = (right_i || is_zero || is_one) ? x_i[32] : rotated[1];

  assign y_o = {bit_33, bit_32, (rotated & keep) | ({32{fill}} & ~keep)};

endmodule

`default_nettype wire
