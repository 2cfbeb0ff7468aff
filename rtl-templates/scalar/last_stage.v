  // No instruction does both. So each byte of the result is one of four: the value, the byte of the
  // value two places below, c, or the sum of value and c. With the two bits that tell them apart
  // and the carry, a bit of the result has six inputs: one table.
  wire is_word  = ${ dsel }$[2] && ${ dsel }$[0];
  wire is_h0    = (${ dsel }$ == 3'd${ h0 }$);
  wire is_h1    = (${ dsel }$ == 3'd${ h1 }$);
  wire adds     = (${ secop }$ == 2'd1);
  wire compares = ${ secop }$[1];

  // A byte is in both bytes of the low half, so that only whole halves move.
  wire [33:0] x = {${ value }$[33:16],
                   ${ dsel }$[2] ? ${ value }$[15:8] : ${ value }$[7:0],
                   ${ value }$[7:0]};

  // One adder computes x + c for .add and x - c for the comparison. After a subtraction, a carry
  // out means that the low word of x is at least c.
  wire [31:0] c_turned = ${ c }$ ^ {32{compares}};
  wire [31:0] c_sum;
  wire        c_carry;
//%- if let Some(adder) = adder %//

  ${ adder }$
//%- else %//
  wire        unused_c_low;
  assign {c_carry, c_sum, unused_c_low} = {x[31:0], 1'b1} + {c_turned, compares};
//%- endif %//
//%- if hardware %//

  // The comparison reads the low 32 bits of the intermediate again, as dtype (SEMANTICS H2).
  wire [1:0] x_top = {2{${ signed }$ && x[31]}};
  wire [1:0] unused_x_top = x[33:32];
//%- else %//

  // The comparison reads the whole intermediate, not only its low 32 bits (SEMANTICS D1).
  wire [1:0] x_top = x[33:32];
//%- endif %//
  wire [1:0] c_top = {2{${ signed }$ && ${ c }$[31]}};

  // The bits above the word decide; if they are equal, the low word decides.
  wire top_less = ($signed(x_top) < $signed(c_top));
  wire x_less   = top_less || ((x_top == c_top) && !c_carry);
  wire takes_c  = compares && (x_less == ${ secop }$[0]);

  // optMerge: which bytes the value goes to
  wire in_0 = is_word || is_h0 || (${ dsel }$ == 3'd0);
  wire in_1 = is_word || is_h0 || (${ dsel }$ == 3'd1);
  wire in_2 = is_word || is_h1 || (${ dsel }$ == 3'd2);
  wire in_3 = is_word || is_h1 || (${ dsel }$ == 3'd3);

  // 0 the value, 1 the byte two places below, 2 c, 3 the sum
  wire [1:0] from_0 = {adds || takes_c || !in_0, adds};
  wire [1:0] from_1 = {adds || takes_c || !in_1, adds};
  wire [1:0] from_2 = {adds || takes_c || !in_2, adds || (in_2 && !is_word)};
  wire [1:0] from_3 = {adds || takes_c || !in_3, adds || (in_3 && !is_word)};

  function [7:0] chosen;
    input [1:0] from;
    input [7:0] own;
    input [7:0] below;
    input [7:0] c;
    input [7:0] sum;
    chosen = from[1] ? (from[0] ? sum : c) : (from[0] ? below : own);
  endfunction

  ${ result }$
  assign ${ result.name }$ = {
    chosen(from_3, x[31:24], x[15:8], ${ c }$[31:24], c_sum[31:24]),
    chosen(from_2, x[23:16], x[7:0], ${ c }$[23:16], c_sum[23:16]),
    chosen(from_1, x[15:8], x[15:8], ${ c }$[15:8], c_sum[15:8]),
    chosen(from_0, x[7:0], x[7:0], ${ c }$[7:0], c_sum[7:0])
  };
