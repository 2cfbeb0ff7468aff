  // ==== result: the value, c or their sum, byte by byte (9.7.18.1, optSecondaryOp and optMerge) ==
  // Each byte is one of four: the value, the byte of the value two places below, c, or the sum of
//%- if late %//
  // value and c. Whether the comparison takes c is known last, and so it is chosen last.
//%- else %//
  // value and c. With the two bits that tell them apart and the carry of the sum, a bit of the
  // result has six inputs: one table.
//%- endif %//
  wire is_word  = ${ dsel }$[2] && ${ dsel }$[0];
  wire is_h0    = (${ dsel }$ == 3'd${ h0 }$);
  wire is_h1    = (${ dsel }$ == 3'd${ h1 }$);
  wire adds     = (${ secop }$ == 2'd1);
//%- if let Some(value) = less_is %//
  wire x_less   = ${ value }$;
//%- endif %//
  wire takes_c  = ${ secop }$[1] && (${ less }$ == ${ secop }$[0]);

  // optMerge: which bytes the value goes to
  wire in_0 = is_word || is_h0 || (${ dsel }$ == 3'd0);
  wire in_1 = is_word || is_h0 || (${ dsel }$ == 3'd1);
  wire in_2 = is_word || is_h1 || (${ dsel }$ == 3'd2);
  wire in_3 = is_word || is_h1 || (${ dsel }$ == 3'd3);

  // 0 the value, 1 the byte two places below, 2 c, 3 the sum
  wire [1:0] from_0 = {adds || ${ early }$!in_0, adds};
  wire [1:0] from_1 = {adds || ${ early }$!in_1, adds};
  wire [1:0] from_2 = {adds || ${ early }$!in_2, adds || (in_2 && !is_word)};
  wire [1:0] from_3 = {adds || ${ early }$!in_3, adds || (in_3 && !is_word)};

  function [7:0] chosen;
    input [1:0] from;
    input [7:0] own;
    input [7:0] below;
    input [7:0] c;
    input [7:0] sum;
    chosen = from[1] ? (from[0] ? sum : c) : (from[0] ? below : own);
  endfunction

  ${ result }$
  assign ${ result.name }$ = //% if late %//takes_c ? ${ c }$ : //% endif %//{
    chosen(from_3, ${ x }$[31:24], ${ x }$[15:8], ${ c }$[31:24], ${ sum }$[31:24]),
    chosen(from_2, ${ x }$[23:16], ${ x }$[7:0], ${ c }$[23:16], ${ sum }$[23:16]),
    chosen(from_1, ${ x }$[15:8], ${ x }$[15:8], ${ c }$[15:8], ${ sum }$[15:8]),
    chosen(from_0, ${ x }$[7:0], ${ x }$[7:0], ${ c }$[7:0], ${ sum }$[7:0])
  };
