    case (${ sel }$)
//%- for part in parts %//
      ${ part.label }$ ${ y }$ = {${ part.above }$, ${ part.bits }$};${ part.note }$
//%- endfor %//
    endcase
