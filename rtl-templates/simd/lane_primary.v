${ banner }$
//%- if let Some(flip) = flip %//
//%- if let Some(keep) = keep %//
  // The sum as it is, or with all bits inverted.
  wire [39:0] total = (spread(${ keep }$) & ${ sum }$) | (spread(${ flip }$) & ~${ sum }$);
//%- else %//
  // If a <= b, |a - b| is b - a, which is a - b - 1 with all bits inverted.
  wire [39:0] total = ${ sum }$ ^ spread(${ flip }$);
//%- endif %//
//%- endif %//
//%- if let Some(half) = half %//

  // vavrg: shift each lane right by one bit. The lowest bit of the upper byte of a half moves into
  // the lower byte.
  wire [39:0] half = {${ sum }$[39], ${ sum }$[39:31],
                      ${ sum }$[29], ${ sum }$[29],
                      ${ quad }$ ? ${ sum }$[28] : ${ sum }$[30], ${ sum }$[27:21],
                      ${ sum }$[19], ${ sum }$[19:11],
                      ${ sum }$[9], ${ sum }$[9],
                      ${ quad }$ ? ${ sum }$[8] : ${ sum }$[10], ${ sum }$[7:1]};
//%- if half.is_alone %//
  wire [1:0] unused_lowest = {${ sum }$[20], ${ sum }$[0]};
//%- endif %//
//%- endif %//
//%- if let Some(pick) = pick %//

  // vmin and vmax select one of the operands.
  wire [39:0] pick_a  = {${ pick.a }$[35], ${ pick.a }$[35:27], ${ pick.a }$[26], ${ pick.a }$[26:18],
                         ${ pick.a }$[17], ${ pick.a }$[17:9], ${ pick.a }$[8], ${ pick.a }$[8:0]};
  wire [39:0] pick_b  = {${ pick.b }$[35], ${ pick.b }$[35:27], ${ pick.b }$[26], ${ pick.b }$[26:18],
                         ${ pick.b }$[17], ${ pick.b }$[17:9], ${ pick.b }$[8], ${ pick.b }$[8:0]};
  wire [39:0] pick    = (spread(${ pick.takes_a }$) & pick_a) | (spread(${ pick.takes_b }$) & pick_b);
//%- endif %//
//%- if let Some(set) = set %//
//%- match (set.fills.as_ref(), set.ones.as_ref()) %//
//%- when (Some(fills), None) %//

  // set fills the lane or is 0 (9.7.6.1).
  wire [39:0] set    = spread(${ fills }$);
//%- when (fills, Some(ones)) %//
//%- if let Some(fills) = fills %//

  // vset is 1 or 0 (9.7.18.2.2, 9.7.18.2.4), and set fills the lane or is 0 (9.7.6.1).
  wire [39:0] filled = spread(${ fills }$);
  wire [39:0] set    = filled |
                       {9'd0, ${ quad }$ && ${ ones.holds }$[3], 9'd0, ${ ones.second }$,
//%- else %//

  // vset is 1 or 0 (9.7.18.2.2, 9.7.18.2.4).
  wire [39:0] set    = {9'd0, ${ quad }$ && ${ ones.holds }$[3], 9'd0, ${ ones.second }$,
//%- endif %//
                        9'd0, ${ quad }$ && ${ ones.holds }$[1], 9'd0, ${ ones.holds }$[0]};
//%- when _ %//
//%- endmatch %//
//%- endif %//
//%- if let Some(word) = word %//

  // Select the result of the operation. Only the highest byte of a lane has bits above it.
  wire [39:0] bits = {10'h3ff, {2{${ quad }$}}, 8'hff, {2{!${ word }$}}, 8'hff, {2{${ quad }$}}, 8'hff};
//%- else %//

  // Select the result of the operation. The lower byte of a half has no bits above it.
  wire [39:0] bits = {10'h3ff, {2{${ quad }$}}, 8'hff, 10'h3ff, {2{${ quad }$}}, 8'hff};
//%- endif %//
  ${ lanes }$
//%- if results.len() == 1 %//
  assign ${ lanes.name }$ = bits & ${ results[0].value }$;
//%- else %//
  assign ${ lanes.name }$ = bits & (
//%- for result in results %//
      //% if result.is.is_empty() %//${ result.value }$//% else %//({40{${ result.is }$}}${ result.padding }$ & ${ result.value }$)//% endif %////% if loop.last %//);//% else %// |//% endif %//
//%- endfor %//
//%- endif %//
