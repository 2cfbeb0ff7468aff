/* Executes golden vectors on the model in software of a wrapper's header. */
#include "vidalu_command.h"
#include "vectors.h"
#include <stdio.h>

int main(void) {
  unsigned i, wrong = 0, count = sizeof VECTORS / sizeof *VECTORS;
  if (vidalu_id() != VIDALU_ID) return 2;
  for (i = 0; i < count; i++) {
    uint64_t d;
#if IS_WIDE
    vidalu_add_cc(VECTORS[i].cc_in ? UINT32_MAX : 0, 1, 0);
    d = vidalu_instruction_64(VECTORS[i].ctl, VECTORS[i].a, VECTORS[i].b, VECTORS[i].c);
    if ((vidalu_flags() & 1) != VECTORS[i].cc_out) d = ~VECTORS[i].d;
#else
    d = vidalu_instruction(VECTORS[i].ctl, VECTORS[i].a, VECTORS[i].b, VECTORS[i].c);
#endif
#if HAS_SAT
    if (vidalu_flags() >> 1 != VECTORS[i].sat) d = ~VECTORS[i].d;
#endif
    if (d != VECTORS[i].d && wrong++ < 5) printf("%s: not 0x%llx\n", VECTORS[i].ptx, (unsigned long long)d);
  }
  printf("%u vectors, %u wrong\n", count, wrong);
  return wrong != 0;
}
