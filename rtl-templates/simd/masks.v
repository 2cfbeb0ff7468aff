//%- if !masks.is_empty() %//

  // An instruction merges lanes or sums them. The sum of none is added to a merge of some, and the
  // sum of some to a merge of none, which is c.
//%- for mask in masks %//
  ${ mask }$
//%- endfor %//
//%- endif %//
