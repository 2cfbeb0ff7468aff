  // ==== result: the value, c or their sum, byte by byte (9.7.18.1, optSecondaryOp and optMerge) ==
  // Each byte is one of four: the value, the byte of the value two places below, c, or the sum of
//%- if late %//
  // value and c. Whether the comparison takes c is known last, and so it is chosen last.
//%- else %//
  // value and c. With the two bits that tell them apart and the carry of the sum, a bit of the
  // result has six inputs: one table.
//%- endif %//
//%- for declaration in declared %//
  ${ declaration }$
//%- endfor %//
  wire takes_c = ${ compares }$ && ${ prefers_c }$;

  function [7:0] chosen;
    input [1:0] from;
    input [7:0] own;
    input [7:0] below;
    input [7:0] c;
    input [7:0] sum;
    chosen = from[1] ? (from[0] ? sum : c) : (from[0] ? below : own);
  endfunction

//%- let [from_0, from_1, from_2, from_3] = from %//
//%- if late %//

  ${ result }$
  assign ${ result.name }$ = takes_c ? ${ c }$ : {
    chosen(${ from_3 }$, ${ x }$[31:24], ${ x }$[15:8], ${ c }$[31:24], ${ sum }$[31:24]),
    chosen(${ from_2 }$, ${ x }$[23:16], ${ x }$[7:0], ${ c }$[23:16], ${ sum }$[23:16]),
    chosen(${ from_1 }$, ${ x }$[15:8], ${ x }$[15:8], ${ c }$[15:8], ${ sum }$[15:8]),
    chosen(${ from_0 }$, ${ x }$[7:0], ${ x }$[7:0], ${ c }$[7:0], ${ sum }$[7:0])
  };
//%- else %//

  wire [1:0] or_c = {takes_c, 1'b0};
  ${ result }$
  assign ${ result.name }$ = {
    chosen(${ from_3 }$ | or_c, ${ x }$[31:24], ${ x }$[15:8], ${ c }$[31:24], ${ sum }$[31:24]),
    chosen(${ from_2 }$ | or_c, ${ x }$[23:16], ${ x }$[7:0], ${ c }$[23:16], ${ sum }$[23:16]),
    chosen(${ from_1 }$ | or_c, ${ x }$[15:8], ${ x }$[15:8], ${ c }$[15:8], ${ sum }$[15:8]),
    chosen(${ from_0 }$ | or_c, ${ x }$[7:0], ${ x }$[7:0], ${ c }$[7:0], ${ sum }$[7:0])
  };
//%- endif %//
