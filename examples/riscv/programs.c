/* SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * Four programs, each in plain C and with vidalu. Both versions run twice, and the second run is
 * counted, when the caches hold the program.
 */
#include "console.h"
#include "vidalu_cfu.h"

#define ADD VIDALU_WITH_SIMD_ACCUMULATE(1)

static uint32_t state;

static uint32_t draw(void) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

/* ---- Block matching: which 16 x 16 block of a frame is nearest to this one -------------------- */

enum { FRAME = 40, BLOCK = 16, ROWS = 8, COLUMNS = 4 };
static uint32_t frame_words[FRAME * FRAME / 4], block_words[BLOCK * BLOCK / 4], found[2];

static void match_draw(void) {
  int i, y;
  for (i = 0; i < FRAME * FRAME / 4; i++) frame_words[i] = draw();
  for (y = 0; y < BLOCK; y++)
    for (i = 0; i < BLOCK; i++)
      ((uint8_t *)block_words)[y * BLOCK + i] = ((uint8_t *)frame_words)[(y + 5) * FRAME + i + 12] ^ (i & 3);
}

static void match_plain(void) {
  const uint8_t *frame = (const uint8_t *)frame_words, *block = (const uint8_t *)block_words;
  uint32_t best = UINT32_MAX, place = 0;
  int x, y, row, i;
  for (y = 0; y < ROWS; y++)
    for (x = 0; x < 4 * COLUMNS; x += 4) {
      uint32_t sum = 0;
      for (row = 0; row < BLOCK; row++) {
        const uint8_t *p = frame + (y + row) * FRAME + x, *q = block + row * BLOCK;
        for (i = 0; i < BLOCK; i++) {
          int difference = p[i] - q[i];
          sum += (uint32_t)(difference < 0 ? -difference : difference);
        }
      }
      if (sum < best) best = sum, place = (uint32_t)(y << 16 | x);
    }
  found[0] = best, found[1] = place;
}

static void match_vidalu(void) {
  uint32_t best = UINT32_MAX, place = 0;
  int x, y, row;
  vidalu_set_word(0, VIDALU_VABSDIFF4 ^ ADD);
  vidalu_set_c(0);
  for (y = 0; y < ROWS; y++)
    for (x = 0; x < 4 * COLUMNS; x += 4) {
      const uint32_t *p = frame_words + (y * FRAME + x) / 4, *q = block_words;
      uint32_t sum = vidalu_execute(0, 0, 0);
      for (row = 0; row < BLOCK; row++, p += FRAME / 4, q += 4) {
        vidalu_accumulate(0, p[0], q[0]);
        vidalu_accumulate(0, p[1], q[1]);
        vidalu_accumulate(0, p[2], q[2]);
        sum = vidalu_accumulate(0, p[3], q[3]);
      }
      if (sum < best) best = sum, place = (uint32_t)(y << 16 | x);
    }
  found[0] = best, found[1] = place;
}

/* ---- Blending: a layer with its own transparency over a picture, each channel saturated -------- */

enum { PIXELS = 256 };
static uint32_t over[PIXELS], under[PIXELS], blended[PIXELS];

static void blend_draw(void) {
  int i;
  for (i = 0; i < PIXELS; i++) over[i] = draw(), under[i] = draw();
}

/* The channels of the lower picture, scaled by the rest of the upper one's opacity, two at a time. */
static inline uint32_t fade(uint32_t pixel, uint32_t rest) {
  return ((pixel & 0xff00ff) * rest >> 8 & 0xff00ff) | ((pixel >> 8 & 0xff00ff) * rest & 0xff00ff00);
}

static void blend_plain(void) {
  int i;
  for (i = 0; i < PIXELS; i++) {
    uint32_t x = over[i], y = fade(under[i], 255 - (x >> 24));
    uint32_t even = (x & 0xff00ff) + (y & 0xff00ff), odd = (x >> 8 & 0xff00ff) + (y >> 8 & 0xff00ff);
    uint32_t even_over = even >> 8 & 0x10001, odd_over = odd >> 8 & 0x10001;
    even = (even | ((even_over << 8) - even_over)) & 0xff00ff;
    odd = (odd | ((odd_over << 8) - odd_over)) & 0xff00ff;
    blended[i] = even | odd << 8;
  }
}

static void blend_vidalu(void) {
  int i;
  vidalu_set_word(0, VIDALU_VADD4 ^ VIDALU_WITH_SIMD_SAT(1));
  for (i = 0; i < PIXELS; i++) blended[i] = vidalu_execute(0, over[i], fade(under[i], 255 - (over[i] >> 24)));
}

/* ---- A product of two numbers of 256 bits ----------------------------------------------------- */

static uint32_t factor_a[8], factor_b[8], product[16];

static void multiply_draw(void) {
  int i;
  for (i = 0; i < 8; i++) factor_a[i] = draw(), factor_b[i] = draw();
}

static void multiply_plain(void) {
  int i, j;
  for (i = 0; i < 8; i++) product[i] = 0;
  for (i = 0; i < 8; i++) {
    uint32_t carry = 0;
    for (j = 0; j < 8; j++) {
      uint64_t sum = (uint64_t)factor_a[i] * factor_b[j] + product[i + j] + carry;
      product[i + j] = (uint32_t)sum;
      carry = (uint32_t)(sum >> 32);
    }
    product[i + 8] = carry;
  }
}

/* A row adds a digit of a, of 64 bits, times all of b. Low halves of the products are one chain of
 * carries, high halves another one, each with its own context of CC.CF. So the two halves of a
 * product follow one another: the upper halves of the operands are set once, and the result of a
 * high half is, without a read, what the next low half is added to. The loops are unrolled, so that
 * the digits stay in the registers of the core. */
static void multiply_vidalu(void) {
  const uint64_t wide = VIDALU_WITH_CARRY_WIDE(1), write = VIDALU_WITH_CARRY_WRITE_FLAG(1);
  const uint64_t high = VIDALU_WITH_CARRY_HI(1) | UINT64_C(1) << 56;
  uint32_t b[8], d[16] = {0};
  int i, j;
  vidalu_set_word(0, VIDALU_MAD_CC ^ wide);
  vidalu_set_word(1, VIDALU_MADC ^ (wide | write));
  vidalu_set_word(2, VIDALU_MAD_CC ^ (wide | high));
  vidalu_set_word(3, VIDALU_MADC ^ (wide | write | high));
#pragma GCC unroll 8
  for (i = 0; i < 8; i++) b[i] = factor_b[i];
#pragma GCC unroll 4
  for (i = 0; i < 4; i++) {
    uint32_t a_low = factor_a[2 * i], a_high = factor_a[2 * i + 1], *row = d + 2 * i;
    vidalu_set_high(a_high, b[1]);
    vidalu_set_c((uint64_t)row[1] << 32 | row[0]);
    product[2 * i] = vidalu_execute(0, a_low, b[0]);
    product[2 * i + 1] = vidalu_high();
    vidalu_set_c((uint64_t)row[3] << 32 | row[2]);
    vidalu_execute(2, a_low, b[0]);
#pragma GCC unroll 3
    for (j = 1; j < 4; j++) {
      vidalu_set_high(a_high, b[2 * j + 1]);
      row[2 * j] = vidalu_accumulate(1, a_low, b[2 * j]);
      row[2 * j + 1] = vidalu_high();
      vidalu_set_c((uint64_t)row[2 * j + 3] << 32 | row[2 * j + 2]);
      vidalu_execute(3, a_low, b[2 * j]);
    }
    /* The last high half, and the carry of the low ones. */
    vidalu_set_high(0, 0);
    row[8] = vidalu_accumulate(1, 0, 0);
    row[9] = vidalu_high();
  }
#pragma GCC unroll 8
  for (i = 8; i < 16; i++) product[i] = d[i];
}

/* ---- The median of each pixel and its eight neighbours ---------------------------------------- */

enum { WIDTH = 32, HEIGHT = 16 };
static uint32_t picture[HEIGHT * WIDTH / 4], median[HEIGHT * WIDTH / 4];

static void median_draw(void) {
  int i;
  for (i = 0; i < HEIGHT * WIDTH / 4; i++) picture[i] = draw();
}

static inline uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }
static inline uint32_t most(uint32_t a, uint32_t b) { return a < b ? b : a; }
static inline uint32_t middle(uint32_t a, uint32_t b, uint32_t c) {
  return most(least(a, b), least(most(a, b), c));
}

/* Each column of three pixels is sorted once and serves three windows. The median of a window is
 * the middle of: the greatest of its low ones, the middle of its middle ones, the least of its high
 * ones. */
static void median_plain(void) {
  int x, y;
  for (y = 1; y < HEIGHT - 1; y++) {
    const uint8_t *row = (const uint8_t *)picture + y * WIDTH;
    uint8_t *out = (uint8_t *)median + y * WIDTH;
    uint32_t low[3] = {0, 0, 0}, mid[3] = {0, 0, 0}, high[3] = {0, 0, 0};
    for (x = 0; x < WIDTH; x++) {
      uint32_t a = row[x - WIDTH], b = row[x], c = row[x + WIDTH];
      uint32_t less = least(a, b), more = most(a, b);
      low[0] = low[1], low[1] = low[2], low[2] = least(less, c);
      mid[0] = mid[1], mid[1] = mid[2], mid[2] = most(less, least(more, c));
      high[0] = high[1], high[1] = high[2], high[2] = most(more, c);
      if (x >= 2)
        out[x - 1] = (uint8_t)middle(most(most(low[0], low[1]), low[2]), middle(mid[0], mid[1], mid[2]),
                                     least(least(high[0], high[1]), high[2]));
    }
  }
}

/* Slots: 0 the least and 1 the greatest of four pairs of bytes. 2 and 3 are the same of bytes of one
 * sequence: of those that two words hold, from byte 3 of the first word on, and their followers. */
#define LEAST(a, b) vidalu_execute(0, a, b)
#define MOST(a, b) vidalu_execute(1, a, b)
#define NEXT_LEAST(a, b) vidalu_execute(2, a, b)
#define NEXT_MOST(a, b) vidalu_execute(3, a, b)

static void median_vidalu(void) {
  const uint64_t next = VIDALU_WITH_SIMD_ASEL(06543) | VIDALU_WITH_SIMD_BSEL(07654);
  int x, y;
  vidalu_set_word(0, VIDALU_VMIN4);
  vidalu_set_word(1, VIDALU_VMAX4);
  vidalu_set_word(2, VIDALU_VMIN4 ^ next);
  vidalu_set_word(3, VIDALU_VMAX4 ^ next);
  for (y = 1; y < HEIGHT - 1; y++) {
    const uint32_t *row = picture + y * WIDTH / 4;
    uint8_t *out = (uint8_t *)median + y * WIDTH;
    uint32_t low = 0, mid = 0, high = 0, lows = 0, pairs_min = 0, pairs_max = 0, highs = 0;
    for (x = 0; x < WIDTH / 4; x++) {
      uint32_t a = row[x - WIDTH / 4], b = row[x], c = row[x + WIDTH / 4];
      uint32_t less = LEAST(a, b), more = MOST(a, b), rest = LEAST(more, c);
      uint32_t new_low = LEAST(less, c), new_mid = MOST(less, rest), new_high = MOST(more, c);
      uint32_t new_lows = NEXT_MOST(low, new_low), new_highs = NEXT_LEAST(high, new_high);
      uint32_t new_min = NEXT_LEAST(mid, new_mid), new_max = NEXT_MOST(mid, new_mid);
      uint32_t of_low = NEXT_MOST(lows, new_lows), of_high = NEXT_LEAST(highs, new_highs);
      /* The middle of three: the pairs begin one byte earlier than their followers. */
      uint32_t earlier_min = new_min << 8 | pairs_min >> 24, earlier_max = new_max << 8 | pairs_max >> 24;
      uint32_t of_mid = MOST(earlier_min, LEAST(earlier_max, new_mid));
      uint32_t d = MOST(LEAST(of_low, of_mid), LEAST(MOST(of_low, of_mid), of_high));
      low = new_low, mid = new_mid, high = new_high;
      lows = new_lows, highs = new_highs, pairs_min = new_min, pairs_max = new_max;
      /* Byte i is the median of the window that ends at pixel 4 * x + i. */
      if (x > 0) out[4 * x - 1] = (uint8_t)d, out[4 * x] = (uint8_t)(d >> 8);
      out[4 * x + 1] = (uint8_t)(d >> 16), out[4 * x + 2] = (uint8_t)(d >> 24);
    }
  }
}

/* ---- All of them ------------------------------------------------------------------------------ */

struct program {
  const char *name;
  void (*draw)(void), (*plain)(void), (*vidalu)(void);
  uint32_t *result;
  int words;
};

static const struct program programs[] = {
    {"block matching", match_draw, match_plain, match_vidalu, found, 2},
    {"alpha blending", blend_draw, blend_plain, blend_vidalu, blended, PIXELS},
    {"256-bit multiply", multiply_draw, multiply_plain, multiply_vidalu, product, 16},
    {"median filter", median_draw, median_plain, median_vidalu, median, HEIGHT * WIDTH / 4},
};

/* Returns the sum of a result that names it, and the clock cycles of the second run. */
static uint32_t measured(const struct program *program, void (*run)(void), uint32_t *cycles) {
  uint32_t sum = 0, start;
  int i;
  for (i = 0; i < program->words; i++) program->result[i] = 0;
  run();
  start = clock_cycles();
  run();
  *cycles = clock_cycles() - start;
  for (i = 0; i < program->words; i++) sum = (sum << 5 | sum >> 27) ^ program->result[i];
  return sum;
}

int main(void) {
  int wrong = 0;
  unsigned i;
  if (vidalu_id() != VIDALU_ID) {
    print("the hardware is not the one of vidalu_cfu.h\n");
    return 2;
  }
  for (i = 0; i < sizeof programs / sizeof *programs; i++) {
    const struct program *program = &programs[i];
    uint32_t plain, with, cycles, cycles_with;
    state = 0x12345678 + i;
    program->draw();
    plain = measured(program, program->plain, &cycles);
    with = measured(program, program->vidalu, &cycles_with);
    print_row(program->name, cycles, cycles_with, with);
    if (plain != with) {
      print("  the results differ: ");
      print_hex(plain);
      print(" in plain C\n");
      wrong = 1;
    }
  }
  return wrong;
}
