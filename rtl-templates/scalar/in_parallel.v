  // ==== saturate | secondary: in parallel (9.7.18.1, optSaturate and optSecondaryOp) =============
  // The secondary operation does not wait for the clamp. It is computed for the value as it is, and
  // for the bound that may replace it.
  // Of the clamp, only hit is read. The bound that it would give is computed below.
  wire [33:0] unused_clamped;
  ${ hit }$
  wire [31:0] of_value;

  ${ clamp }$

  ${ secondary }$

  // All bits of a bound are equal, except for the highest bit of a signed part. The bits above the
  // part are not written.
  wire        negative = ${ value }$[33];
  wire        is_byte  = !${ dsel }$[2];
  wire        is_half  = ${ dsel }$[2] && !${ dsel }$[0];
  wire [31:0] tops     = {1'b1, 15'd0, is_half, 7'd0, is_byte, 7'd0};
  wire [31:0] bound    = {32{!negative}} ^ (tops & {32{${ signed }$}});

  // Only a word has a secondary operation. Its bounds are 0 and 2^32 - 1, or -2^31 and 2^31 - 1.
  // Because c does not lie beyond them, the sign says which of bound and c is less.
  wire [31:0] bound_sum = (negative ? ${ c }$ : (${ c }$ - 32'd1)) ^ {${ signed }$, 31'd0};
  wire        takes_c   = ${ secop }$[1] && (negative == ${ secop }$[0]);
  wire [31:0] of_bound  = takes_c ? ${ c }$ : ((${ secop }$ == 2'd1) ? bound_sum : bound);

  ${ finished }$
  assign ${ finished.name }$ = ${ hit.name }$ ? of_bound : of_value;
//%- if let Some(row) = after_both %//

${ row }$
//%- endif %//

  // ==== merge: the result replaces the part of c that is written (9.7.18.1, optMerge) ============
  ${ result }$

  ${ merge }$
