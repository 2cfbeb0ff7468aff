/* The control words of the instructions in their plain form: unsigned, on whole registers, without
 * modifiers; of a product, the low half. vset and set compare for equality. */
${ inside.word_macros() }$

/* The forms of an instruction. ${ upper }$WITH_... is a field of the word that differs from the plain form;
 * a code that the field does not have fails to compile. They are combined by | and apply by ^:
 * ${ upper }$${ functions[0].word }$ ^ (${ upper }$WITH_...(1) | ...). vidalu asm shows which forms PTX has. */
#define ${ upper }$WITH(code, last, plain, lsb) \
  ((uint64_t)((code) ^ (plain)) * sizeof(char[(code) <= (last) ? 1 : -1]) << (lsb))
${ inside.form_macros() }$

/* An instruction, with slot 3: its word, its operands. A loop is faster with a slot that is set once. */
static inline uint32_t ${ lower }$instruction(uint64_t word, uint32_t a, uint32_t b, uint32_t c) {
  ${ lower }$set_word(3, word);
//%- if inside.brings_c() %//
  return ${ lower }$execute(3, a, b, c);
//%- else %//
//%- if inside.has_c() %//
  ${ lower }$set_c(c);
//%- else %//
  (void)c;
//%- endif %//
  return ${ lower }$execute(3, a, b);
//%- endif %//
}
//%- if inside.is_wide() %//

static inline uint64_t ${ lower }$instruction_64(uint64_t word, uint64_t a, uint64_t b, uint64_t c) {
  uint64_t low;
  ${ lower }$set_high((uint32_t)(a >> 32), (uint32_t)(b >> 32));
//%- if inside.brings_c() && inside.has_wide_c() %//
  ${ lower }$set_c_high((uint32_t)(c >> 32));
//%- else if inside.holds_c() %//
  ${ lower }$set_word(3, word);
//%- if inside.has_wide_c() %//
  ${ lower }$set_c(c);
//%- else %//
  ${ lower }$set_c((uint32_t)c);
//%- endif %//
  low = ${ lower }$execute(3, (uint32_t)a, (uint32_t)b);
  return low | (uint64_t)${ lower }$high() << 32;
//%- endif %//
//%- if !inside.holds_c() %//
  low = ${ lower }$instruction(word, (uint32_t)a, (uint32_t)b, (uint32_t)c);
  return low | (uint64_t)${ lower }$high() << 32;
//%- endif %//
}
//%- endif %//

/* Each instruction by its name. form is 0 or made of ${ upper }$WITH_... */
//%- for function in functions %//
//%- if function.has_c && function.width == 32 %//
static inline uint32_t ${ lower }$${ function.name }$(uint32_t a, uint32_t b, uint32_t c, uint64_t form) {
  return ${ lower }$instruction(${ upper }$${ function.word }$ ^ form, a, b, c);
}
//%- else if function.width == 32 %//
static inline uint32_t ${ lower }$${ function.name }$(uint32_t a, uint32_t b, uint64_t form) {
  return ${ lower }$instruction(${ upper }$${ function.word }$ ^ form, a, b, 0);
}
//%- else if function.has_c %//
static inline uint64_t ${ lower }$${ function.name }$(uint64_t a, uint64_t b, uint64_t c, uint64_t form) {
  return ${ lower }$instruction_64(${ upper }$${ function.word }$ ^ ${ upper }$WITH_CARRY_WIDE(1) ^ form, a, b, c);
}
//%- else %//
static inline uint64_t ${ lower }$${ function.name }$(uint64_t a, uint64_t b, uint64_t form) {
  return ${ lower }$instruction_64(${ upper }$${ function.word }$ ^ ${ upper }$WITH_CARRY_WIDE(1) ^ form, a, b, 0);
}
//%- endif %//
//%- endfor %//
