//% include "unit/begin.v" %//
  wire       unused_dtype = ${ unused_dtype }$;

  localparam [1:0] ModeNegateProduct = 2'd1;
  localparam [1:0] ModeNegateC       = 2'd2;
  localparam [1:0] ModePlusOne       = 2'd3;
  localparam [1:0] ScaleShr7         = 2'd1;
  localparam [1:0] ScaleShr15        = 2'd2;

  // ==== execute: one step of the manual after the other (9.7.18.1.3) =============================
  ${ reg }$ signed [32:0] ta;         // the part of a, extended
  ${ reg }$ signed [32:0] tb;         // the part of b, extended
  ${ reg }$               is_signed;  // signedFinal
  ${ reg }$ signed [65:0] product;
  ${ reg }$ signed [65:0] addend;     // c, extended
  ${ reg }$ signed [65:0] sum;        // the exact sum (SEMANTICS D5)
  ${ reg }$ signed [65:0] scaled;
  ${ reg }$ signed [65:0] low;        // the least value of the result's type
  ${ reg }$ signed [65:0] high;       // the greatest value
  ${ reg }$        [31:0] d;
//%- if says_sat %//
  ${ reg }$               hit;
//%- endif %//

  always @* begin
    // partSelectSignExtend (9.7.18.1)
${ select_a }$
${ select_b }$
  end

  wire signed [33:0] product_high;
  wire        [31:0] product_low;

  ${ multiplier }$

  always @* begin
    is_signed = atype || btype || (mode == ModeNegateProduct) || (mode == ModeNegateC);
    product   = {product_high, product_low};
    // c is signed if the result is, and -c is ~c + 1 (SEMANTICS D5).
    addend    = {{34{is_signed && ${ c }$[31]}}, ${ c }$};
    case (mode)
      ModeNegateProduct: sum = addend - product;
      ModeNegateC:       sum = product - addend;
      ModePlusOne:       sum = product + addend + 66'sd1;
      default:           sum = product + addend;
    endcase
    // An unsigned sum is never negative: >>> shifts zeros into it.
    case (scale)
      ScaleShr7:  scaled = sum >>> 3'd7;
      ScaleShr15: scaled = sum >>> 4'd15;
      default:    scaled = sum;
    endcase

    // .sat clamps to the range of a signed or an unsigned word.
    low  = is_signed ? -66'sd2147483648 : 66'sd0;
    high = is_signed ? 66'sd2147483647 : 66'sd4294967295;
    d = scaled[31:0];
    if (sat && (scaled < low)) d = low[31:0];
    if (sat && (scaled > high)) d = high[31:0];
//%- if says_sat %//
    hit = sat && ((scaled < low) || (scaled > high));
//%- endif %//
  end
//%- if let Some(row) = rows %//

${ row }$
//%- endif %//
//% include "unit/end.v" %//
