/* Executes golden vectors on the model in software of a wrapper's header. */
#include "vidalu_command.h"
#include "vectors.h"
#include <stdio.h>
#include <string.h>

#if HAS_C
#define C(vector) (vector).c
#else
#define C(vector) 0
#endif

#if IS_WIDE
#define CONTEXTS (sizeof ((vidalu_state *)0)->cf)

/* Sets CC.CF of every context, to the bits of a number. */
static void set_flags(unsigned flags) {
  vidalu_state state;
  unsigned context;
  vidalu_save(&state);
  for (context = 0; context < CONTEXTS; context++) state.cf[context] = flags >> context & 1;
  vidalu_restore(&state);
}
#endif

/* A switch to another task, which uses the wrapper, and back. Returns whether all is as before. */
static int switches(unsigned number) {
  static vidalu_state before, after;
#if IS_WIDE
  set_flags(number);
#endif
  (void)number;
  vidalu_save(&before);
  vidalu_set_word(0, 0);
  vidalu_set_word(1, UINT64_MAX);
  vidalu_set_word(2, 1);
  vidalu_set_word(3, ~before.words[3][0]);
  vidalu_restore(&before);
  (void)VIDALU_OP(5, 1, ~before.last[0], ~before.last[1]);
#if HAS_C
  (void)VIDALU_OP(2, 0, ~before.c[0], ~before.c[1]);
#endif
#if IS_WIDE
  (void)VIDALU_OP(3, 0, ~before.high[0], ~before.high[1]);
  set_flags(~number);
#endif
  vidalu_restore(&before);
  vidalu_save(&after);
  return memcmp(&before, &after, sizeof before) == 0;
}

int main(void) {
  unsigned i, wrong = 0, lost = 0, count = sizeof VECTORS / sizeof *VECTORS;
  if (vidalu_id() != VIDALU_ID) return 2;
  for (i = 0; i < count; i++) {
    uint64_t d;
    if (i % 8 == 0) lost += !switches(i / 8);
#if IS_WIDE
    set_flags(VECTORS[i].cc_in);
    d = vidalu_instruction_64(VECTORS[i].ctl, VECTORS[i].a, VECTORS[i].b, C(VECTORS[i]));
    if ((vidalu_flags() & 1) != VECTORS[i].cc_out) d = ~VECTORS[i].d;
#else
    d = vidalu_instruction(VECTORS[i].ctl, VECTORS[i].a, VECTORS[i].b, C(VECTORS[i]));
#endif
#if HAS_SAT
    if (vidalu_flags() >> 1 != VECTORS[i].sat) d = ~VECTORS[i].d;
#endif
    if (d != VECTORS[i].d && wrong++ < 5) printf("%s: not 0x%llx\n", VECTORS[i].ptx, (unsigned long long)d);
  }
  printf("%u vectors, %u wrong, %u switches lost something\n", count, wrong, lost);
  return wrong != 0 || lost != 0;
}
