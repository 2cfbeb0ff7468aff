//%- if !masks.is_empty() %//

  // An instruction merges lanes or sums them, so one of these masks is 0. A merge of no lanes is c,
  // and a sum of no lanes is 0, so the result is the merge plus the sum.
//%- for mask in masks %//
  ${ mask }$
//%- endfor %//
//%- endif %//
