// SPDX-License-Identifier: 0BSD
// Text that vidalu generates is yours: the licence of vidalu makes no claim on it.
//
// vidalu_accumulate
// Adds the lanes in a mask to c.
//
// Latency        0: combinational
// Manual         PTX ISA 9.7.18.2, .add; SEMANTICS D7 (whole signed lanes)
// SEMANTICS      docs/semantics.md of vidalu explains the decisions D and H
// Configuration  profile=manual prefix=vidalu_ depth=5 handshake=valid reset=rst sat_o goal=tables
//                adder=ripple multiplier=* language=verilog ops=all,set.16x2,set.8x4
// Generator      vidalu 0.1.0

`default_nettype none

module vidalu_accumulate (
  input  wire [39:0] x_i,     // lanes: four bytes, two bits above each
  input  wire [31:0] c_i,     // third operand
  input  wire [3:0]  mask_i,  // for each byte: add its lane
  input  wire        quad_i,  // 1: four bytes; 0: two halves
  output wire [31:0] d_o      // sum of c and the lanes in the mask, modulo 2^32
);

  // Lanes outside the mask are zero.
  wire [39:0] counted = x_i & {{10{mask_i[3]}}, {10{mask_i[2]}}, {10{mask_i[1]}}, {10{mask_i[0]}}};
  wire [7:0]  byte_0  = counted[7:0];
  wire [7:0]  byte_1  = counted[17:10];
  wire [7:0]  byte_2  = counted[27:20];
  wire [7:0]  byte_3  = counted[37:30];

  // Each addition has two operands, so that a bit of its sum is one table. The first two add bytes
  // 0 and 2, and bytes 1 and 3. Of two halves, these are the lower bytes and the upper bytes, which
  // take the carry of the lower ones.
  wire [7:0] lower;
  wire lower_carry;
  vidalu_add8_ripple u_lower (
    .a_i     (byte_0),
    .b_i     (byte_2),
    .carry_i (1'd0),
    .sum_o   (lower),
    .carry_o (lower_carry)
  );
  wire enters = !quad_i && lower_carry;
  wire [7:0] upper;
  wire upper_carry;
  vidalu_add8_ripple u_upper (
    .a_i     (byte_1),
    .b_i     (byte_3),
    .carry_i (enters),
    .sum_o   (upper),
    .carry_o (upper_carry)
  );

  // The bits above these sums, with the sign.
  wire [2:0] lower_top = {counted[9], counted[9:8]} + {counted[29], counted[29:28]} +
                         {2'd0, lower_carry};
  wire [2:0] upper_top = {counted[19], counted[19:18]} + {counted[39], counted[39:38]} +
                         {2'd0, upper_carry};

  // The sum of four lanes is that of the two sums. The bits above it are copies of its sign.
  wire [11:0] lower_s12 = {lower_top[2], lower_top, lower};
  wire [11:0] upper_s12 = {upper_top[2], upper_top, upper};
  wire [11:0] four;
  wire unused_carry;
  vidalu_add12_ripple u_four (
    .a_i     (lower_s12),
    .b_i     (upper_s12),
    .carry_i (1'd0),
    .sum_o   (four),
    .carry_o (unused_carry)
  );
  wire        is_negative = quad_i ? four[11] : upper_top[2];
  wire [17:0] lanes       = quad_i ? {{6{four[11]}}, four} : {upper_top[1:0], upper, lower};

  wire [17:0] c = c_i[17:0];
  wire [17:0] total;
  wire total_carry;
  vidalu_add18_ripple u_total (
    .a_i     (lanes),
    .b_i     (c),
    .carry_i (1'd0),
    .sum_o   (total),
    .carry_o (total_carry)
  );

  // Above the lanes, their sign and the carry add 1, 0 or -1 to c. A bit of c changes if 1 is added
  // and all bits below are 1, or if 1 is subtracted and all bits below are 0.
  wire turns_18 = total_carry ^ is_negative;
  wire turns_19 = turns_18 && (c_i[18] ^ is_negative);
  wire turns_20 = turns_19 && (c_i[19] ^ is_negative);
  wire turns_21 = turns_20 && (c_i[20] ^ is_negative);
  wire turns_22 = turns_21 && (c_i[21] ^ is_negative);
  wire turns_23 = turns_22 && (c_i[22] ^ is_negative);
  wire turns_24 = turns_23 && (c_i[23] ^ is_negative);
  wire turns_25 = turns_24 && (c_i[24] ^ is_negative);
  wire turns_26 = turns_25 && (c_i[25] ^ is_negative);
  wire turns_27 = turns_26 && (c_i[26] ^ is_negative);
  wire turns_28 = turns_27 && (c_i[27] ^ is_negative);
  wire turns_29 = turns_28 && (c_i[28] ^ is_negative);
  wire turns_30 = turns_29 && (c_i[29] ^ is_negative);
  wire turns_31 = turns_30 && (c_i[30] ^ is_negative);
  wire [31:18] turns = {turns_31, turns_30, turns_29, turns_28, turns_27, turns_26, turns_25,
                        turns_24, turns_23, turns_22, turns_21, turns_20, turns_19, turns_18};

  // 9.7.18.2, .add: the sum of the whole signed lanes and c, modulo 2^32 (SEMANTICS D7)
  assign d_o = {c_i[31:18] ^ turns, total};

endmodule

`default_nettype wire
