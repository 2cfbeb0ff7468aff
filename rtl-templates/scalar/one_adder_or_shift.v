${ banner }$
${ one_adder }$
//%- if let Some(shifter) = shifter %//

${ shifter }$
//%- endif %//
