  // ---- registers: ${ before }$ -> ${ after }$ ${ rule }$
//%- for register in registers %//
  reg ${ register.declaration }$;
//%- endfor %//

  always @(posedge clk_i) begin
//%- for register in registers %//
    ${ register.to }$ <= ${ register.from }$;
//%- endfor %//
  end
//%- if let Some(valid) = valid %//

  reg ${ valid.to }$;
//%- if let Some(reset) = valid.reset %//
  always @(posedge clk_i${ reset.edge }$) begin
    if (${ reset.condition }$) begin
      ${ valid.to }$ <= 1'b0;
    end else begin
      ${ valid.to }$ <= ${ valid.from }$;
    end
  end
//%- else %//
  always @(posedge clk_i) begin
    ${ valid.to }$ <= ${ valid.from }$;
  end
//%- endif %//
//%- endif %//
