${ banner }$
//%- if flip.is_some() %//
  reg [3:0]  flip;
  reg [39:0] total;
//%- endif %//
//%- if let Some(half) = half %//
  reg [39:0] half;
//%- if half.is_alone %//
  wire [1:0] unused_lowest = {${ sum }$[20], ${ sum }$[0]};
//%- endif %//
//%- endif %//
//%- if pick.is_some() %//
  reg [3:0]  takes_a;
  reg [39:0] pick_a, pick_b, pick;
//%- endif %//
//%- if set.is_some() %//
  reg [3:0]  low, holds;
  reg [39:0] set;
//%- endif %//
//%- if results.len() > 1 %//
  reg        //% for result in results %//${ result.is }$//% if !loop.last %//, //% endif %////% endfor %//;
//%- endif %//
  reg [39:0] bits, ${ lanes.name }$;

  always @* begin
//%- if let Some(word) = word %//
    // A byte with which no lane ends has nothing above it.
    bits = {10'h3ff, {2{${ quad }$}}, 8'hff, {2{!${ word }$}}, 8'hff, {2{${ quad }$}}, 8'hff};
//%- else %//
    // The lower byte of a half has nothing above it.
    bits = {10'h3ff, {2{${ quad }$}}, 8'hff, 10'h3ff, {2{${ quad }$}}, 8'hff};
//%- endif %//
//%- if let Some(flip) = flip %//

    // |a - b| is b - a where a <= b: all bits of a - b - 1, inverted.
    flip = ${ flip }$;
    total = ${ sum }$ ^ spread(flip);
//%- endif %//
//%- if half.is_some() %//

    // vavrg: a lane moves down by one bit, of which the upper byte of a half gives its lowest to
    // the lower one.
    half = {${ sum }$[39], ${ sum }$[39:31],
            ${ sum }$[29], ${ sum }$[29],
            ${ quad }$ ? ${ sum }$[28] : ${ sum }$[30], ${ sum }$[27:21],
            ${ sum }$[19], ${ sum }$[19:11],
            ${ sum }$[9], ${ sum }$[9],
            ${ quad }$ ? ${ sum }$[8] : ${ sum }$[10], ${ sum }$[7:1]};
//%- endif %//
//%- if let Some(pick) = pick %//

    // vmin and vmax: one of the operands.
    takes_a = ${ pick.takes_a }$;
    pick_a = {${ pick.a }$[35], ${ pick.a }$[35:27], ${ pick.a }$[26], ${ pick.a }$[26:18],
              ${ pick.a }$[17], ${ pick.a }$[17:9], ${ pick.a }$[8], ${ pick.a }$[8:0]};
    pick_b = {${ pick.b }$[35], ${ pick.b }$[35:27], ${ pick.b }$[26], ${ pick.b }$[26:18],
              ${ pick.b }$[17], ${ pick.b }$[17:9], ${ pick.b }$[8], ${ pick.b }$[8:0]};
    pick = (spread(takes_a) & pick_a) | (spread(~takes_a) & pick_b);
//%- endif %//
//%- if let Some(set) = set %//

    // 9.7.18.2.2 and 9.7.18.2.4, vset: 1 or 0. Of the code, bit 1 asks for less and bit 2 for less
    // or equal, neither for equal; bit 0 inverts the answer.
    low = ${ set.cmp }$[2] ? ${ set.low }$ : (${ set.low }$ & ~${ set.equal }$);
    holds = ((${ set.cmp }$[2:1] == 2'd0) ? ${ set.equal }$ : low) ^ {4{${ set.cmp }$[0]}};
    set = {9'd0, ${ quad }$ && holds[3], 9'd0, ${ set.second }$,
           9'd0, ${ quad }$ && holds[1], 9'd0, holds[0]};
//%- endif %//

    // The result of the operation in hand.
//%- if results.len() == 1 %//
    ${ lanes.name }$ = bits & ${ results[0].value }$;
//%- else %//
//%- for result in results %//
    ${ result.is }$ = ${ result.when }$;
//%- endfor %//
    ${ lanes.name }$ = bits & (
//%- for result in results %//
        ({40{${ result.is }$}}${ result.padding }$ & ${ result.value }$)${ result.joint }$
//%- endfor %//
//%- endif %//
  end
