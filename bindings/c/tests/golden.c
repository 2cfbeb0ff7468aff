/* Calls every function of the library. Reads lines "word a b c cf d cf_out ptx" from standard input, numbers in
 * hexadecimal, and computes each of them alone and all of them at once. Prints how many agree. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vidalu_golden.h"
#include "vidalu_golden.h"

#define MOST 100000

static uint64_t word[MOST], a[MOST], b[MOST], c[MOST], d[MOST], expected[MOST];
static uint8_t cf[MOST], cf_out[MOST], left[MOST], saturated[MOST], legal[MOST];

#define DEMAND(condition)                                                                        \
  do {                                                                                           \
    if (!(condition)) {                                                                          \
      fprintf(stderr, "line %d: %s\n", __LINE__, #condition);                                    \
      exit(1);                                                                                   \
    }                                                                                            \
  } while (0)

static void one(size_t at, const char *ptx) {
  uint64_t found = 0, begin = 0, end = 0, result = 0;
  uint8_t flag = 7, hit = 7;
  char text[VIDALU_TEXT_SIZE];
  const uint32_t manual = VIDALU_PROFILE_MANUAL, any = VIDALU_UNIT_ANY;
  uint32_t unit = (uint32_t)(word[at] >> VIDALU_CTL_UNIT_LSB);
  uint64_t ctl = word[at] & ((UINT64_C(1) << VIDALU_CTL_UNIT_LSB) - 1);

  DEMAND(vidalu_assemble(ptx, &found, text, sizeof text, &begin, &end) == VIDALU_STATUS_OK);
  DEMAND(found == word[at]);
  DEMAND(vidalu_disassemble(unit, ctl, text, sizeof text) == VIDALU_STATUS_OK);
  DEMAND(vidalu_assemble(text, &found, NULL, 0, NULL, NULL) == VIDALU_STATUS_OK);
  DEMAND(found == word[at]);
  DEMAND(vidalu_is_legal(unit, ctl) == 1 && vidalu_is_legal(any, word[at]) == 1);

  DEMAND(vidalu_golden(manual, unit, ctl, a[at], b[at], c[at], cf[at], &result, &flag, &hit) == VIDALU_STATUS_OK);
  DEMAND(result == expected[at] && flag == cf_out[at]);
  DEMAND(vidalu_golden_d(manual, any, word[at], a[at], b[at], c[at], cf[at]) == result);
  DEMAND(vidalu_golden_cc(manual, any, word[at], a[at], b[at], c[at], cf[at]) == flag);
  DEMAND(vidalu_golden_cf(manual, any, word[at], a[at], b[at], c[at], cf[at]) == flag);
  DEMAND(vidalu_golden_saturated(manual, any, word[at], a[at], b[at], c[at], cf[at]) == hit);
  saturated[at] = hit;
}

static void refusals(void) {
  uint64_t result = 7, begin = 0, end = 0, wide = 0;
  uint8_t flag = 7;
  char text[8];
  char *odd = (char *)a + 1;
  DEMAND(vidalu_golden(4, 0, 0, 0, 0, 0, 0, NULL, NULL, NULL) == VIDALU_STATUS_NO_PROFILE);
  DEMAND(vidalu_golden(0, 5, 0, 0, 0, 0, 0, NULL, NULL, NULL) == VIDALU_STATUS_NO_UNIT);
  DEMAND(vidalu_golden(0, 0, UINT64_MAX, 1, 2, 3, 1, &result, &flag, NULL) == VIDALU_STATUS_ILLEGAL);
  DEMAND(result == 0 && flag == 1);
  DEMAND(vidalu_golden(0, 0, 0, 1, 2, 3, 1, (uint64_t *)(void *)odd, NULL, NULL) == VIDALU_STATUS_BAD_POINTER);
  DEMAND(vidalu_golden_d(9, 9, 0, 1, 2, 3, 1) == 0 && vidalu_golden_cf(9, 9, 0, 1, 2, 3, 1) == 1);
  DEMAND(vidalu_golden_batch(0, 0, 1, NULL, a, b, c, cf, d, NULL, NULL, NULL) == VIDALU_STATUS_BAD_POINTER);
  DEMAND(vidalu_golden_batch(0, 0, UINT64_MAX, a, a, b, c, cf, d, NULL, NULL, NULL) == VIDALU_STATUS_BAD_COUNT);
  DEMAND(vidalu_golden_batch(0, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL) == VIDALU_STATUS_OK);
  DEMAND(vidalu_is_legal(9, 0) == 0 && vidalu_is_legal(0, UINT64_MAX) == 0);
  DEMAND(vidalu_draw(9, 1, 0, 1, word, a, b, c) == VIDALU_STATUS_NO_UNIT);
  DEMAND(vidalu_draw(0, 1, 0, 1, NULL, a, b, c) == VIDALU_STATUS_BAD_POINTER);
  DEMAND(vidalu_draw(0, 1, UINT64_MAX, 1, word, a, b, c) == VIDALU_STATUS_BAD_COUNT);
  DEMAND(vidalu_draw(0, 1, INT64_MAX, 2, word, a, b, c) == VIDALU_STATUS_BAD_COUNT);
  DEMAND(vidalu_draw(0, 1, INT64_MAX, 1, word, a, b, c) == VIDALU_STATUS_OK && vidalu_is_legal(0, word[0]));
  DEMAND(vidalu_assemble("vadd.u32.u32 r1, r2, r3", &wide, text, sizeof text, &begin, &end) == VIDALU_STATUS_REFUSED);
  DEMAND(strlen(text) == sizeof text - 1 && begin < end && end <= 24);
  DEMAND(vidalu_assemble("add.sat.u8x4 r1, r2, r3", &wide, NULL, 0, NULL, NULL) == VIDALU_STATUS_OK);
  DEMAND(vidalu_golden_d(VIDALU_PROFILE_MANUAL, VIDALU_UNIT_ANY, wide, 0xf0102030, 0x20304050, 7, 0) == 0xff406080);
  DEMAND(vidalu_assemble("vadd \xff", &wide, NULL, 0, &begin, &end) == VIDALU_STATUS_REFUSED && begin == 5);
  DEMAND(vidalu_assemble(NULL, &wide, NULL, 0, NULL, NULL) == VIDALU_STATUS_BAD_POINTER);
  DEMAND(vidalu_disassemble(0, UINT64_MAX, text, sizeof text) == VIDALU_STATUS_ILLEGAL);
  DEMAND(vidalu_disassemble(VIDALU_UNIT_VMAD, 0, text, sizeof text) == VIDALU_STATUS_TRUNCATED);
  DEMAND(strcmp(text, "vmad.u3") == 0);
  DEMAND(vidalu_disassemble(VIDALU_UNIT_VMAD, 0, NULL, 0) == VIDALU_STATUS_TRUNCATED);
  DEMAND(strcmp(vidalu_status_text(VIDALU_STATUS_OK), "done") == 0);
  DEMAND(strcmp(vidalu_status_text(99), vidalu_status_text(VIDALU_STATUS_NO_UNIT)) != 0);
}

/* The vectors of two calls are those of one; all are legal; a word that is none is found among them. */
static void drawn(uint32_t unit) {
  size_t at;
  DEMAND(vidalu_draw(unit, 5, 0, 9000, word, a, b, c) == VIDALU_STATUS_OK);
  DEMAND(vidalu_draw(unit, 5, 8999, 1, word + 9000, a + 9000, b + 9000, c + 9000) == VIDALU_STATUS_OK);
  DEMAND(word[9000] == word[8999] && a[9000] == a[8999] && b[9000] == b[8999] && c[9000] == c[8999]);
  DEMAND(vidalu_golden_batch(0, unit, 9000, word, a, b, c, NULL, d, NULL, NULL, NULL) == VIDALU_STATUS_OK);
  word[8000] = UINT64_MAX;
  DEMAND(vidalu_golden_batch(0, unit, 9000, word, a, b, c, NULL, d, NULL, NULL, legal) == VIDALU_STATUS_ILLEGAL);
  for (at = 0; at < 9000; at++) {
    DEMAND(legal[at] == (at != 8000));
    DEMAND(d[at] == (at == 8000 ? 0 : vidalu_golden_d(0, unit, word[at], a[at], b[at], c[at], 0)));
  }
}

int main(void) {
  static char line[512];
  size_t count = 0, at;
  uint32_t unit;
  DEMAND(vidalu_abi_version() == VIDALU_ABI_VERSION);
  DEMAND(strchr(vidalu_version(), '.') != NULL);
  while (count < MOST && fgets(line, sizeof line, stdin)) {
    unsigned flag, flag_out;
    int ptx;
    DEMAND(sscanf(line, "%" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64 " %x %" SCNx64 " %x %n", &word[count], &a[count],
                  &b[count], &c[count], &flag, &expected[count], &flag_out, &ptx) == 7);
    cf[count] = (uint8_t)flag;
    cf_out[count] = (uint8_t)flag_out;
    one(count++, line + ptx);
  }
  DEMAND(vidalu_golden_batch(VIDALU_PROFILE_MANUAL, VIDALU_UNIT_ANY, count, word, a, b, c, cf, d, left, legal, NULL) ==
         VIDALU_STATUS_OK);
  DEMAND(memcmp(d, expected, count * sizeof *d) == 0 && memcmp(left, cf_out, count) == 0);
  DEMAND(memcmp(legal, saturated, count) == 0);
  for (at = 0; at < count; at++) DEMAND(saturated[at] < 2);
  refusals();
  for (unit = 0; unit <= VIDALU_UNIT_ANY; unit++) drawn(unit);
  printf("%lu\n", (unsigned long)count);
  return 0;
}
