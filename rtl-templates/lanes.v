//% include "unit/begin.v" %//

  // The bytes of a part of a register. Bit 2 of the part's code is 1 for a half or a word; then bit
  // 1 selects the upper half and bit 0 the whole word. For a byte, bits 1 and 0 are its number.
  function [3:0] bytes_of;
    input [2:0] part;
    bytes_of = part[2] ? {{2{part[1] || part[0]}}, {2{!part[1]}}} : (4'd1 << part[1:0]);
  endfunction

  wire [3:0] mask = word ? bytes_of(dsel) : ${ mask }$;
//%- if spreads %//
//% include "simd/spread.v" %//
//%- endif %//

  // ==== select: the operands, a part of a register or lanes from any place (9.7.18.1, 9.7.18.2) ==
  ${ va }$
  ${ vb }$

  ${ select_a }$

  ${ select_b }$
//%- if let Some(rows) = after_select %//

${ rows }$
//%- endif %//

${ banner_add }$
  // One adder for a word, for two and for four lanes.
  wire subtract = ${ subtract }$;
//%- if by_sign.is_possible() %//
  // by_sign: for vavrg, add 1 unless the sum is negative; for vabsdiff, unless a <= b.
//%- endif %//
  wire by_sign  = ${ by_sign }$;
  ${ sum }$
  ${ negative }$
  ${ equal }$

  ${ adder }$
//%- if let Some(shifter) = shifter %//

  // vshl and vshr (9.7.18.1.2) share one shifter, which shifts words only.
  wire right = ${ shifter.right }$;
  wire signed [33:0] shifted_s34;

  ${ shifter.instance }$

  wire [39:0] shifted = {shifted_s34[33:24], 2'd0, shifted_s34[23:16],
                         2'd0, shifted_s34[15:8], 2'd0, shifted_s34[7:0]};
//%- endif %//
//%- if let Some(rows) = after_add %//

${ rows }$
//%- endif %//
//%- if let Some(decide) = decide %//

${ decide }$
//%- endif %//
//%- if let Some(rows) = after_decide %//

${ rows }$
//%- endif %//

${ primary }$
//%- if let Some(rows) = after_primary %//

${ rows }$
//%- endif %//
//%- if let Some(saturate) = saturate %//

  // ==== saturate: .sat clamps to the range of the result (9.7.18.1, optSaturate, and 9.7.18.2) ===
  ${ saturate.clamped }$
  ${ saturate.hit }$

  ${ saturate.instance }$

  // The bits above the lanes keep their values. That is right for .add of lanes, which never
  // saturates, and for .min and .max of a word, because c is never beyond the bound that the word
  // was clamped to.
  wire [39:0] value = {${ saturate.lanes }$[39:38], clamped[31:24], ${ saturate.lanes }$[29:28], clamped[23:16],
                       ${ saturate.lanes }$[19:18], clamped[15:8], ${ saturate.lanes }$[9:8], clamped[7:0]};
//%- if let Some(mask) = saturate.saturated %//

  wire saturated = |(${ saturate.hit.name }$ & ${ mask }$);
//%- endif %//
//%- endif %//
//%- if let Some(rows) = after_saturate %//

${ rows }$
//%- endif %//

  // ==== secondary | merge | accumulate: with c (9.7.18.1, optSecondaryOp and optMerge; 9.7.18.2) =
  // One adder for both kinds of .add and for the comparison of .min and .max.
  ${ summed }$
  ${ less }$

  ${ accumulate }$

  // optMerge writes the low byte or half of a word into one place; here every place has a copy.
  wire [7:0]  upper  = ${ last.is_byte }$ ? ${ last.value }$[7:0] : ${ last.value }$[17:10];
  wire [31:0] placed = {${ last.is_part }$ ? upper : ${ last.value }$[37:30],
                        ${ last.is_part }$ ? ${ last.value }$[7:0] : ${ last.value }$[27:20], upper, ${ last.value }$[7:0]};

  // Bytes outside the mask come from c. All bytes do if .min or .max chooses c.
  wire        takes_c = ${ last.picks }$ && (${ less.name }$ == ${ last.max }$);
  wire [3:0]  written = ${ last.mask }$ & {4{!takes_c}};
  ${ merged }$

  ${ merge }$

  wire [31:0] d = ${ last.is_sum }$ ? ${ summed.name }$ : ${ merged.name }$;
//%- if let Some(rows) = at_output %//

${ rows }$
//%- endif %//
//% include "unit/end.v" %//
