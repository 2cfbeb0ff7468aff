//% include "unit/begin.v" %//

  // ==== execute: one step of the manual after the other (9.7.18.1) ===============================
  ${ reg }$ signed [33:0] ta;      // the part of a, extended
  ${ reg }$ signed [33:0] tb;      // the part of b, extended
//%- if has_shifts %//
  ${ reg }$        [5:0]  amount;  // the amount of a shift, 0 to 32
//%- endif %//
  ${ reg }$ signed [33:0] tmp;     // the result of the operation, in 34 bits (SEMANTICS D1, D2)
//%- if saturates %//
  ${ reg }$ signed [33:0] low;     // the least value of the result's type
  ${ reg }$ signed [33:0] high;    // the greatest value
//%- endif %//
  ${ reg }$ signed [33:0] value;   // tmp, saturated
  ${ reg }$ signed [33:0] c_s34;   // c, extended according to dtype (SEMANTICS D1)
//%- if hardware %//
  ${ reg }$ signed [33:0] x_s34;   // the low 32 bits of value, read as dtype (SEMANTICS H2)
//%- endif %//
  ${ reg }$        [31:0] d;

  always @* begin
    // partSelectSignExtend (9.7.18.1)
${ select_a }$
${ select_b }$
//%- if has_shifts %//

    // 9.7.18.1.2: .clamp limits the amount to 32; .wrap uses its low five bits (SEMANTICS D2).
    amount = wrap ? {1'b0, tb[4:0]} : ((tb[31:0] > 32'd32) ? 6'd32 : tb[5:0]);
//%- endif %//

    // ${ sections }$
${ choice }$

    value = tmp;
//%- if saturates %//

    // optSaturate (9.7.18.1): the range is that of the part of the register that is written.
    case (dsel)
      3'd5: begin  // word
        low  = dtype ? -34'sd2147483648 : 34'sd0;
        high = dtype ? 34'sd2147483647 : 34'sd4294967295;
      end
      3'd4, 3'd6: begin  // h0, h1
        low  = dtype ? -34'sd32768 : 34'sd0;
        high = dtype ? 34'sd32767 : 34'sd65535;
      end
      default: begin  // a byte
        low  = dtype ? -34'sd128 : 34'sd0;
        high = dtype ? 34'sd127 : 34'sd255;
      end
    endcase
    if (sat && (tmp < low)) value = low;
    if (sat && (tmp > high)) value = high;
//%- endif %//

    // optMerge or optSecOp, never both (9.7.18.1; SEMANTICS D3)
    c_s34 = {${ above_c }$, ${ c }$};
//%- if hardware %//
    x_s34 = {${ above_value }$, value[31:0]};
//%- endif %//
    case (dsel)
      3'd0:    d = {${ c }$[31:8], value[7:0]};
      3'd1:    d = {${ c }$[31:16], value[7:0], ${ c }$[7:0]};
      3'd2:    d = {${ c }$[31:24], value[7:0], ${ c }$[15:0]};
      3'd3:    d = {value[7:0], ${ c }$[23:0]};
      3'd4:    d = {${ c }$[31:16], value[15:0]};  // h0
      3'd6:    d = {value[15:0], ${ c }$[15:0]};  // h1
      default:  // word
        case (secop)
          2'd1:    d = value[31:0] + ${ c }$;  // .add
          2'd2:    d = (${ compared }$ < c_s34) ? value[31:0] : ${ c }$;  // .min
          2'd3:    d = (${ compared }$ > c_s34) ? value[31:0] : ${ c }$;  // .max
          default: d = value[31:0];
        endcase
    endcase
  end
//%- if !unused.is_empty() %//
//% for unused in unused %//
  wire [1:0] unused_${ unused }$_top = ${ unused }$[33:32];
//%- endfor %//
//%- endif %//
//%- if says_sat %//

  wire hit = (value != tmp);
//%- endif %//
//%- if let Some(row) = rows %//

${ row }$
//%- endif %//
//% include "unit/end.v" %//
