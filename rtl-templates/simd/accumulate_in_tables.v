${ page.header }$

`default_nettype none

${ page.module }$

  // Lanes outside the mask are zero.
  wire [39:0] counted = x_i & {{10{mask_i[3]}}, {10{mask_i[2]}}, {10{mask_i[1]}}, {10{mask_i[0]}}};
  wire [7:0]  byte_0  = counted[7:0];
  wire [7:0]  byte_1  = counted[17:10];
  wire [7:0]  byte_2  = counted[27:20];
  wire [7:0]  byte_3  = counted[37:30];

  // Each addition has two operands, so that a bit of its sum is one table. The first two add bytes
  // 0 and 2, and bytes 1 and 3. Of two halves, these are the lower bytes and the upper bytes, which
  // take the carry of the lower ones.
  ${ lower }$
  wire enters = !quad_i && lower_carry;
  ${ upper }$

  // The bits above these sums, with the sign.
  wire [2:0] lower_top = {counted[9], counted[9:8]} + {counted[29], counted[29:28]} +
                         {2'd0, lower_carry};
  wire [2:0] upper_top = {counted[19], counted[19:18]} + {counted[39], counted[39:38]} +
                         {2'd0, upper_carry};

  // The sum of four lanes is that of the two sums. The bits above it are copies of its sign.
  wire [11:0] lower_s12 = {lower_top[2], lower_top, lower};
  wire [11:0] upper_s12 = {upper_top[2], upper_top, upper};
  ${ four }$
  wire        is_negative = quad_i ? four[11] : upper_top[2];
  wire [17:0] lanes       = quad_i ? {{6{four[11]}}, four} : {upper_top[1:0], upper, lower};

  wire [17:0] c = c_i[17:0];
  ${ total }$

  // Above the lanes, their sign and the carry add 1, 0 or -1 to c. A bit of c changes if 1 is added
  // and all bits below are 1, or if 1 is subtracted and all bits below are 0.
  wire turns_18 = total_carry ^ is_negative;
//%- for bit in 19..32 %//
  wire turns_${ bit }$ = turns_${ bit - 1 }$ && (c_i[${ bit - 1 }$] ^ is_negative);
//%- endfor %//
  wire [31:18] turns = {turns_31, turns_30, turns_29, turns_28, turns_27, turns_26, turns_25,
                        turns_24, turns_23, turns_22, turns_21, turns_20, turns_19, turns_18};

  // 9.7.18.2, .add: the sum of the whole signed lanes and c, modulo 2^32 (SEMANTICS D7)
  assign d_o = {c_i[31:18] ^ turns, total};

endmodule

`default_nettype wire
