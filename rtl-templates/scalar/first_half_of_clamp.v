  ${ over }$

  ${ instance }$
//%- if let Some([row, banner]) = cut %//

${ row }$

${ banner }$
//%- else %//
//% endif %//
