+incdir+.
//%- for path in paths %//
${ path }$
//%- endfor %//
