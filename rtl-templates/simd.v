${ header }$

`default_nettype none

${ module }$
${ entry }$
  // ==== control word =============================================================================
//%- for field in fields %//
  wire ${ field }$
//%- endfor %//
//%- if let Some(unused) = unused_fields %//
  // Fields that none of the unit's operations reads.
  wire ${ unused }$
//%- endif %//
//%- if !opcodes.is_empty() %//
//% for opcode in opcodes %//
  ${ opcode }$
//%- endfor %//
//%- endif %//
//%- if spreads %//

  // One bit a byte, for all bits of it: 8, and 2 above them.
  function [39:0] spread;
    input [3:0] x;
    spread = {{10{x[3]}}, {10{x[2]}}, {10{x[1]}}, {10{x[0]}}};
  endfunction
//%- endif %//

  // ==== select: the lanes of the operands, from any place in a and b (9.7.18.2) ==================
  ${ va }$
  ${ vb }$

  ${ select_a }$

  ${ select_b }$
//%- if let Some(rows) = after_select %//

${ rows }$
//%- endif %//

  // ==== add: a + b or a - b in every lane, and their order (9.7.18.2) ============================
  // One adder for two and for four lanes.
  wire subtract = ${ subtract }$;
//%- if by_sign != "1'b0" %//
  // It adds 1 unless the sum is negative, for vavrg, and unless a <= b, for vabsdiff.
//%- endif %//
  wire by_sign  = ${ by_sign }$;
  ${ sum }$
  ${ negative }$
  ${ equal }$

  ${ adder }$
//%- if let Some(rows) = after_add %//

${ rows }$
//%- endif %//

  // ==== primary: the result of each lane, whole and signed (9.7.18.2) ============================
//%- if let Some(flip) = flip %//
  // |a - b| is b - a where a <= b: all bits of a - b - 1, inverted.
  wire [3:0]  flip  = ${ flip }$;
  wire [39:0] total = ${ sum_name }$ ^ spread(flip);
//%- endif %//
//%- if let Some(half) = half %//

  // vavrg: a lane moves down by one bit, of which the upper byte of a half gives its lowest to the
  // lower one.
  wire [39:0] half = {${ half.sum }$[39], ${ half.sum }$[39:31],
                      ${ half.sum }$[29], ${ half.sum }$[29],
                      ${ quad }$ ? ${ half.sum }$[28] : ${ half.sum }$[30], ${ half.sum }$[27:21],
                      ${ half.sum }$[19], ${ half.sum }$[19:11],
                      ${ half.sum }$[9], ${ half.sum }$[9],
                      ${ quad }$ ? ${ half.sum }$[8] : ${ half.sum }$[10], ${ half.sum }$[7:1]};
//%- if half.is_alone %//
  wire [1:0] unused_lowest = {${ half.sum }$[20], ${ half.sum }$[0]};
//%- endif %//
//%- endif %//
//%- if let Some(pick) = pick %//

  // vmin and vmax: one of the operands.
  wire [3:0]  takes_a = ${ pick.takes_a }$;
  wire [39:0] pick_a  = {${ pick.a }$[35], ${ pick.a }$[35:27], ${ pick.a }$[26], ${ pick.a }$[26:18],
                         ${ pick.a }$[17], ${ pick.a }$[17:9], ${ pick.a }$[8], ${ pick.a }$[8:0]};
  wire [39:0] pick_b  = {${ pick.b }$[35], ${ pick.b }$[35:27], ${ pick.b }$[26], ${ pick.b }$[26:18],
                         ${ pick.b }$[17], ${ pick.b }$[17:9], ${ pick.b }$[8], ${ pick.b }$[8:0]};
  wire [39:0] pick    = (spread(takes_a) & pick_a) | (spread(~takes_a) & pick_b);
//%- endif %//
//%- if let Some(set) = set %//

  // 9.7.18.2.2 and 9.7.18.2.4, vset: 1 or 0. Of the code, bit 1 asks for less and bit 2 for less or
  // equal, neither for equal; bit 0 inverts the answer.
  wire [3:0]  low    = ${ set.cmp }$[2] ? ${ set.low }$ : (${ set.low }$ & ~${ set.equal }$);
  wire [3:0]  holds  = ((${ set.cmp }$[2:1] == 2'd0) ? ${ set.equal }$ : low) ^ {4{${ set.cmp }$[0]}};
  wire [39:0] set    = {9'd0, ${ quad }$ && holds[3], 9'd0, holds[2],
                        9'd0, ${ quad }$ && holds[1], 9'd0, holds[0]};
//%- endif %//

  // The result of the operation in hand. The lower byte of a half has nothing above it.
  wire [39:0] bits = {10'h3ff, {2{${ quad }$}}, 8'hff, 10'h3ff, {2{${ quad }$}}, 8'hff};
  ${ lanes }$
//%- if results.len() == 1 %//
  assign ${ lanes.name }$ = bits & ${ results[0].value }$;
//%- else %//
//%- for result in results %//
  wire ${ result.is }$${ result.padding }$ = ${ result.when }$;
//%- endfor %//
  assign ${ lanes.name }$ = bits & (
//%- for result in results %//
      ({40{${ result.is }$}}${ result.padding }$ & ${ result.value }$)${ result.joint }$
//%- endfor %//
//%- endif %//
//%- if let Some(rows) = after_primary %//

${ rows }$
//%- endif %//
//%- if let Some(saturate) = saturate %//

  // ==== saturate: .sat clamps each lane to the range of its type (9.7.18.2) ======================
  ${ saturate.value }$
  ${ saturate.hit }$

  ${ saturate.instance }$
//%- if let Some(saturated) = saturate.saturated %//

  wire saturated = |(${ saturate.hit.name }$ & ${ saturated }$);
//%- endif %//
//%- endif %//
//%- if let Some(rows) = after_saturate %//

${ rows }$
//%- endif %//

  // ==== merge | accumulate: the lanes of the mask, into c or summed onto it (9.7.18.2) ===========
  ${ merged }$
  ${ summed }$

  ${ merge }$

  ${ accumulate }$

  wire [31:0] ${ result }$ = ${ is_sum }$ ? ${ summed.name }$ : ${ merged.name }$;
//%- if let Some(rows) = at_output %//

${ rows }$
//%- endif %//

  assign d_o = ${ d_o }$;
//%- if let Some(saturated) = sat_o %//
  assign sat_o = ${ saturated }$;
//%- endif %//
${ leave }$
endmodule

`default_nettype wire
