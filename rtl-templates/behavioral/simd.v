//% include "unit/begin.v" %//

  // ==== execute: one step of the manual after the other, in each lane (9.7.18.2) =================
  ${ reg }$        [2:0]  lane;
  ${ reg }$        [63:0] bytes;   // of both registers
  ${ reg }$        [31:0] va;      // the first vector; shifted down lane by lane
  ${ reg }$        [31:0] vb;      // the second vector; shifted down likewise
  ${ reg }$        [3:0]  rest;    // the mask; shifted down likewise
  ${ reg }$ signed [17:0] xa;      // the lowest lane of va, extended
  ${ reg }$ signed [17:0] xb;      // the lowest lane of vb, extended
  ${ reg }$ signed [17:0] tmp;     // result of the operation in this lane, exact (SEMANTICS D7)
//%- if saturates %//
  ${ reg }$ signed [17:0] low;     // the least value of the result's type
  ${ reg }$ signed [17:0] high;    // the greatest value
//%- endif %//
  ${ reg }$        [15:0] value;   // the low bits of tmp or of its bound, for a merge
//%- if says_sat %//
  ${ reg }$               saturated;
//%- endif %//
  ${ reg }$        [31:0] lanes;   // the values; filled from the top, lane by lane
  ${ reg }$        [31:0] summed;  // the sum of c and the lanes in the mask
  ${ reg }$        [31:0] merged;  // c, with the values of the lanes in the mask
  ${ reg }$        [31:0] d;

  always @* begin
    // 9.7.18.2: each byte of a vector can be any byte of both registers.
    bytes = {${ b }$, ${ a }$};
    va = {bytes[{asel[11:9], 3'd0} +: 8], bytes[{asel[8:6], 3'd0} +: 8],
          bytes[{asel[5:3], 3'd0} +: 8], bytes[{asel[2:0], 3'd0} +: 8]};
    vb = {bytes[{bsel[11:9], 3'd0} +: 8], bytes[{bsel[8:6], 3'd0} +: 8],
          bytes[{bsel[5:3], 3'd0} +: 8], bytes[{bsel[2:0], 3'd0} +: 8]};
//%- if saturates %//

    // .sat: the range of a lane (9.7.18.2)
    if (dtype) begin
      low  = quad ? -18'sd128 : -18'sd32768;
      high = quad ? 18'sd127 : 18'sd32767;
    end else begin
      low  = 18'sd0;
      high = quad ? 18'sd255 : 18'sd65535;
    end
//%- endif %//
//%- if says_sat %//
    saturated = 1'b0;
//%- endif %//

    // Each iteration takes the lowest lane. The zeros only make sure that every variable is
    // assigned.
    xa     = 18'sd0;
    xb     = 18'sd0;
    tmp    = 18'sd0;
    value  = 16'd0;
    rest   = mask;
    lanes  = 32'd0;
    summed = ${ c }$;
    for (lane = 3'd0; lane < 3'd4; lane = lane + 3'd1) begin
      if (quad || (lane < 3'd2)) begin
        // ${ extends }$ (9.7.18.2)
        xa = quad ? {{10{atype && va[7]}}, va[7:0]} : {{2{atype && va[15]}}, va[15:0]};
        xb = quad ? {{10{btype && vb[7]}}, vb[7:0]} : {{2{btype && vb[15]}}, vb[15:0]};
        va = quad ? {8'd0, va[31:8]} : {16'd0, va[31:16]};
        vb = quad ? {8'd0, vb[31:8]} : {16'd0, vb[31:16]};

        // ${ sections }$
//%- if has_vavrg %//
        // vavrg is half the sum, rounded away from zero (SEMANTICS D7).
//%- endif %//
${ choice }$

        value = tmp[15:0];
//%- if saturates %//
        if (sat && (tmp < low)) value = low[15:0];
        if (sat && (tmp > high)) value = high[15:0];
//%- endif %//

        // .add sums whole lanes; a merge takes their low bits (SEMANTICS D7).
        if (rest[0]) begin
          summed = summed + {{14{tmp[17]}}, tmp};
//%- if says_sat %//
          saturated = saturated || (sat && ((tmp < low) || (tmp > high)));
//%- endif %//
        end
        lanes  = quad ? {value[7:0], lanes[31:8]} : {value, lanes[31:16]};
        rest   = quad ? {1'd0, rest[3:1]} : {2'd0, rest[3:2]};
      end
    end

    merged = {mask[3] ? lanes[31:24] : ${ c }$[31:24], mask[2] ? lanes[23:16] : ${ c }$[23:16],
              mask[1] ? lanes[15:8] : ${ c }$[15:8], mask[0] ? lanes[7:0] : ${ c }$[7:0]};
    d = accumulate ? summed : merged;
  end
//%- if let Some(row) = rows %//

${ row }$
//%- endif %//
//% include "unit/end.v" %//
