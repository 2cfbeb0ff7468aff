/* SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * Instructions of the unit on a core: golden vectors, instructions that depend on their neighbours,
 * and instructions that the core may have begun before it knew whether they are executed. Lines that
 * begin with "chain" must be the same with the software in place of the hardware.
 */
#include "console.h"
#include "vidalu_cv_x_if.h"
#include "vectors.h"

#ifdef VIDALU_ADDC
#define HAS_CARRY 1
#endif
#ifdef VIDALU_VADD4
#define HAS_SIMD 1
#endif
#define COUNT (sizeof VECTORS / sizeof *VECTORS)

/* An instruction with three operands, and one whose third operand does not matter. */
#if VIDALU_ID >> 5 & 1
#define EXECUTE(slot, a, b, c) (vidalu_set_c(c), vidalu_execute(slot, a, b))
#define EXECUTE_2(slot, a, b) vidalu_execute(slot, a, b)
#else
#define EXECUTE(slot, a, b, c) vidalu_execute(slot, a, b, c)
#define EXECUTE_2(slot, a, b) vidalu_execute(slot, a, b, 0)
#endif

static volatile uint32_t interrupts, traps;

#ifdef __riscv
#define ASM(...) __asm__ volatile(__VA_ARGS__)
/* The value of an expression, by an instruction directly in front of the next one. */
#define BY(instruction, x, y, value) ASM(instruction : "=r"(x) : "r"(y) : "memory")

/* Requests an interrupt after a number of cycles. */
static void disturb(uint32_t cycles) {
  *(volatile uint32_t *)0x80000008u = cycles;
  ASM("csrs mie, %0" : : "r"(1 << 7));
  ASM("csrs mstatus, %0" : : "r"(1 << 3));
}

static void calm(void) {
  *(volatile uint32_t *)0x80000008u = 0;
  ASM("csrc mstatus, %0" : : "r"(1 << 3));
}

/* The handler of interrupts and exceptions. Every other interrupt uses the unit. */
uint32_t trapped(uint32_t cause, uint32_t pc) {
  if (cause >> 31) {
    *(volatile uint32_t *)0x80000008u = 0;
    ASM("fence" : : : "memory");
    if (interrupts++ & 1) {
      static vidalu_state state;
      vidalu_save(&state);
      vidalu_set_word(0, 0);
      vidalu_set_word(3, 0);
#if HAS_CARRY
      vidalu_add_cc(state.cf[0] ? 0 : UINT32_MAX, 1, 0);
#endif
      vidalu_restore(&state);
    }
    return pc;
  }
  traps++;
  return pc + 4;
}
#else
#define BY(instruction, x, y, value) (x) = (value)
static void disturb(uint32_t cycles) { (void)cycles; }
static void calm(void) {}
#endif

/* ---- Golden vectors --------------------------------------------------------------------------- */

static uint32_t golden(void) {
  uint32_t i, wrong = 0;
  for (i = 0; i < COUNT; i++) {
    uint64_t d, expected = VECTORS[i].d;
    disturb(3 + i * 7 % 61);
#if HAS_CARRY
    /* CC.CF before the instruction is the carry of this sum. */
    vidalu_add_cc(VECTORS[i].cc_in ? UINT32_MAX : 0, 1, 0);
    /* A branch that the core guesses wrong now and then, with an instruction on both ways. */
    if (VECTORS[i].a & 1) d = vidalu_instruction_64(VECTORS[i].ctl, VECTORS[i].a, VECTORS[i].b, VECTORS[i].c);
    else d = vidalu_instruction_64(VECTORS[i].ctl, VECTORS[i].a, VECTORS[i].b, VECTORS[i].c);
    if (d == expected && (vidalu_flags() & 1) == VECTORS[i].cc_out) continue;
#else
    if (VECTORS[i].a & 1) d = vidalu_instruction(VECTORS[i].ctl, VECTORS[i].a, VECTORS[i].b, VECTORS[i].c);
    else d = vidalu_instruction(VECTORS[i].ctl, VECTORS[i].a, VECTORS[i].b, VECTORS[i].c);
    if (d == expected) continue;
#endif
    if (++wrong > 5) continue;
    print(VECTORS[i].ptx);
    print(": 0x");
    print_hex((uint32_t)(d >> 32));
    print_hex((uint32_t)d);
    print(", expected 0x");
    print_hex((uint32_t)(expected >> 32));
    print_hex((uint32_t)expected);
    print("\n");
  }
  calm();
  print_number(COUNT, 1);
  print(" golden vectors, ");
  print_number(wrong, 1);
  print(" wrong, ");
  print_number(interrupts, 1);
  print(" interrupts\n");
  return wrong;
}

/* ---- Chains: instructions that need the results of their neighbours --------------------------- */

static uint32_t table[16];

static uint32_t chain(uint64_t word, int is_disturbed) {
  uint32_t i, a, b = 0x01020304, c = 5, d = 0, hash = 0;
#if HAS_CARRY
  vidalu_add_cc(0, 0, 0);
#endif
  vidalu_set_word(0, word);
  for (i = 0; i < 16; i++) table[i] = 0x10305070u * (i + 1);
  for (i = 0; i < 200; i++) {
    if (is_disturbed) disturb(3 + i * 7 % 61);
    /* Operands of the instruction in front: a sum, a load, a product, a quotient. */
    BY("addi %0, %1, 77", a, d, d + 77);
    d = EXECUTE(0, a, a, a);
    BY("lw %0, 0(%1)", a, &table[i & 15], table[i & 15]);
    c = EXECUTE(0, a, a, a);
    BY("mul %0, %1, %1", a, c, c * c);
    d = EXECUTE(0, a, a, a) + d;
    BY("divu %0, %1, %1", a, d | 1, 1);
    c = EXECUTE(0, a, d, c) ^ a;
    /* An instruction that needs nothing of a slow one in front of it. */
    BY("divu %0, %1, %1", a, d | 1, 1);
    d = EXECUTE(0, d, c, b);
    BY("divu %0, %1, %1", a, c | 1, 1);
    b = EXECUTE(0, c, d, d) + a;
    table[i * 5 & 15] = b;
    b = EXECUTE(0, d, c, c);
    /* The result of one is each operand of the next. */
    d = EXECUTE(0, b, c, c);
    d = EXECUTE(0, c, d, b);
    d = EXECUTE(0, b, c, d);
    d = EXECUTE(0, d, d, d);
    /* A branch on a result, an address by a result. */
    if (d & 4) c = EXECUTE(0, d, b, c);
    else c = EXECUTE(0, c, d, b);
    table[c & 15] = d;
    b = EXECUTE(0, table[d & 15], c, d);
    hash = (hash << 5 | hash >> 27) ^ a ^ b ^ c ^ d;
  }
  calm();
  return hash;
}

#if HAS_CARRY
/* A sum and a difference of long numbers: each digit needs the carry of the one before. */
static uint32_t long_sum(int is_disturbed) {
  enum { DIGITS = 64 };
  static uint32_t x[DIGITS];
  uint32_t i, round, hash = 0, seed = 1;
  const uint64_t first = VIDALU_ADD_CC, next = VIDALU_ADDC ^ VIDALU_WITH_CARRY_WRITE_FLAG(1);
  for (i = 0; i < DIGITS; i++) x[i] = seed = seed * 1664525 + 1013904223, x[i] |= i % 3 ? 0xffff0000u : 0;
  vidalu_set_word(0, first);
  vidalu_set_word(1, next);
  for (round = 0; round < 8; round++) {
    if (is_disturbed) disturb(20 + round * 7);
    x[0] = EXECUTE_2(0, x[0], x[round]);
    for (i = 1; i + 1 < DIGITS; i += 3) {
      x[i] = EXECUTE_2(1, x[i], x[DIGITS - i]);
      x[i + 1] = EXECUTE_2(1, x[i + 1], ~0u);
      x[i + 2] = EXECUTE_2(1, x[i + 2], x[i]);
      hash = (hash << 5 | hash >> 27) ^ x[i] ^ x[i + 1] ^ x[i + 2];
    }
    hash ^= vidalu_flags() & 1;
  }
  calm();
  return hash;
}
#endif

static void say_chain(const char *name, uint32_t hash) {
  print("chain of ");
  print(name);
  print(": ");
  print_hex(hash);
  print("\n");
}

static void chains(void) {
#if HAS_SIMD
  say_chain("vabsdiff4.add", chain(VIDALU_VABSDIFF4 ^ VIDALU_WITH_SIMD_ACCUMULATE(1), 0));
  say_chain("vabsdiff4.add, disturbed", chain(VIDALU_VABSDIFF4 ^ VIDALU_WITH_SIMD_ACCUMULATE(1), 1));
#endif
#if HAS_CARRY
  say_chain("madc.lo.cc", chain(VIDALU_MADC ^ VIDALU_WITH_CARRY_WRITE_FLAG(1), 0));
  say_chain("madc.lo.cc, disturbed", chain(VIDALU_MADC ^ VIDALU_WITH_CARRY_WRITE_FLAG(1), 1));
  say_chain("addc.cc", long_sum(0));
  say_chain("addc.cc, disturbed", long_sum(1));
#endif
}

/* ---- Speculation: an instruction that changes the unit, behind something that stops the core --- */

/* STATE makes a state that the next STEP changes: of two steps the first one gives 1, the second one
 * another value. If the unit executes a step twice or one too many, the values differ. STEP_WORD is the
 * instruction of a step; its operands are zeros, or x0 and t2, which is 1. */
#if HAS_CARRY
#define STEP_WORD 0x0200000b
#define STATE() (vidalu_set_word(1, VIDALU_ADDC ^ VIDALU_WITH_CARRY_WRITE_FLAG(1)), vidalu_add_cc(UINT32_MAX, 1, 0))
#define STEP() EXECUTE_2(1, 0, 0)
#define SECOND 0
#elif VIDALU_ID >> 5 & 1
#define STEP_WORD 0x0a70000b
#define STATE() (vidalu_set_word(1, VIDALU_VADD4 ^ VIDALU_WITH_SIMD_ACCUMULATE(1)), vidalu_set_c(0), vidalu_execute(1, 0, 0))
#define STEP() vidalu_accumulate(1, 0, 1)
#define SECOND 2
#endif

#if defined(__riscv) && defined(STEP)
static uint32_t say_steps(const char *name, uint32_t wrong) {
  print(name);
  print(": ");
  print_number(wrong, 1);
  print(" of 20 wrong\n");
  return wrong;
}

#define BEHIND(name, ...)                                                        \
  for (i = wrong = 0; i < 20; i++) {                                             \
    uint32_t one, two;                                                           \
    STATE();                                                                     \
    __VA_ARGS__;                                                                 \
    one = STEP();                                                                \
    two = STEP();                                                                \
    wrong += one != 1 || two != SECOND;                                          \
  }                                                                              \
  all += say_steps("behind " name, wrong)

static uint32_t speculation(void) {
  uint32_t i, wrong, all = 0, before = traps, random = 1;
  BEHIND("ecall", ASM("ecall" : : : "memory"));
  BEHIND("a rejected instruction", ASM(".word 0x0000700b" : : : "memory"));
  if (traps - before != 40) print("an exception is missing or too many\n"), all++;
  BEHIND("a load", ASM("lw t0, 0(sp)" : : : "t0"));
  BEHIND("a division", ASM("divu t0, sp, sp" : : : "t0"));
  BEHIND("fence", ASM("fence" : : : "memory"));
  BEHIND("fence.i", ASM("fence.i" : : : "memory"));
  BEHIND("a write of mie", ASM("csrw mie, zero" : : : "memory"));
  BEHIND("a write of mstatus", ASM("csrci mstatus, 8" : : : "memory"));
  for (i = wrong = 0; i < 20; i++) {
    uint32_t taken, one;
    random = random * 1664525 + 1013904223;
    taken = random >> 31;
    STATE();
    ASM("li t2, 1\n lw t1, 0(sp)\n sw t1, 0(sp)\n bnez %0, 1f\n .word %1\n 1:" : : "r"(taken), "i"(STEP_WORD) : "t1", "t2", "memory");
    one = STEP();
    wrong += one != (taken ? 1 : SECOND);
  }
  all += say_steps("behind a branch", wrong);
  return all;
}
#else
static uint32_t speculation(void) { return 0; }
#endif

int main(void) {
  uint32_t wrong;
  if (vidalu_id() != VIDALU_ID) {
    print("the hardware is not the one of vidalu_cv_x_if.h\n");
    return 2;
  }
  wrong = golden();
  chains();
  wrong += speculation();
  return wrong != 0;
}
