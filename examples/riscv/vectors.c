/* SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * Golden vectors: instructions that vidalu drew, and the results that its model gives them. On the
 * core, an interrupt comes every few instructions.
 */
#include "console.h"
#include "vidalu_cfu.h"
#include "vectors.h"

#ifdef __riscv
extern volatile uint32_t interrupts;

/* Requests an interrupt after a number of cycles. */
static void disturb(uint32_t cycles) {
  *(volatile uint32_t *)0x80000008u = cycles;
  __asm__ volatile("csrs mie, %0" : : "r"(1 << 7));
  __asm__ volatile("csrs mstatus, %0" : : "r"(1 << 3));
}
#else
static const uint32_t interrupts = 0;
static void disturb(uint32_t cycles) { (void)cycles; }
#endif

/* A switch to another task, which uses the unit, and back. Returns whether something was lost. */
static int switch_tasks(void) {
  static vidalu_state state, again;
  const uint8_t *x = (const uint8_t *)&state, *y = (const uint8_t *)&again;
  unsigned i;
  int lost = 0;
  vidalu_save(&state);
  vidalu_set_word(3, ~(uint64_t)0);
  vidalu_set_high(~state.high[0], ~state.high[1]);
  vidalu_add_cc(state.cf[0] ? 0 : UINT32_MAX, 1, 0);
  vidalu_restore(&state);
  vidalu_save(&again);
  for (i = 0; i < sizeof state; i++) lost |= x[i] != y[i];
  vidalu_restore(&state);
  return lost;
}

int main(void) {
  uint32_t i, wrong = 0;
  for (i = 0; i < VIDALU_VIDEO_VECTORS_COUNT; i++) {
    const struct vidalu_video_vector *v = &vidalu_video_vectors[i];
    uint64_t d;
    disturb(3 + i * 7 % 61);
    /* CC.CF before the instruction is the carry of this sum. */
    vidalu_add_cc(v->cc_in ? UINT32_MAX : 0, 1, 0);
    if (i % 8 == 0 && switch_tasks()) print("a task switch lost something\n"), wrong++;
    /* A branch that the core guesses wrong now and then, with an instruction on both ways. */
    if (v->a & 1) d = vidalu_instruction_64(v->ctl, v->a, v->b, v->c);
    else d = vidalu_instruction_64(v->ctl, v->a, v->b, v->c);
    if (d == v->d && (vidalu_flags() & 1) == v->cc_out) continue;
    if (++wrong > 5) continue;
    print(v->ptx);
    print(": 0x");
    print_hex((uint32_t)(d >> 32));
    print_hex((uint32_t)d);
    print(", expected 0x");
    print_hex((uint32_t)(v->d >> 32));
    print_hex((uint32_t)v->d);
    print("\n");
  }
  print_number(VIDALU_VIDEO_VECTORS_COUNT, 1);
  print(" golden vectors, ");
  print_number(wrong, 1);
  print(" wrong, ");
  print_number(interrupts, 1);
  print(" interrupts\n");
  return wrong != 0;
}
