/* The fields of the control word: position, width and codes. A control word is made of them so:
 * ${ upper }$PUT(FIELD, code) | ${ upper }$PUT(...), for instance with the field ${ inside.example() }$. */
#define ${ upper }$PUT(field, code) ((uint64_t)(code) << ${ upper }$##field##_LSB)

${ inside.macros() }$
