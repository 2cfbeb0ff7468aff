/* SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * Printing and counting, on the core and on the machine that builds for it.
 */
#ifndef CONSOLE_H
#define CONSOLE_H

#include <stdint.h>

#ifdef __riscv
static inline void put(char c) { *(volatile uint32_t *)0x80000000u = (uint8_t)c; }

static inline uint32_t clock_cycles(void) {
  uint32_t cycles;
  __asm__ volatile("csrr %0, mcycle" : "=r"(cycles));
  return cycles;
}
#else
#include <stdio.h>
static inline void put(char c) { putchar(c); }
static inline uint32_t clock_cycles(void) { return 0; }
#endif

static inline void print(const char *text) {
  while (*text) put(*text++);
}

static inline void print_hex(uint32_t x) {
  int shift;
  for (shift = 28; shift >= 0; shift -= 4) put("0123456789abcdef"[x >> shift & 15]);
}

/* A number, padded to a number of columns. */
static inline void print_number(uint32_t x, int columns) {
  char digits[10];
  int count = 0;
  do digits[count++] = (char)('0' + x % 10), x /= 10;
  while (x);
  for (; columns > count; columns--) put(' ');
  while (count) put(digits[--count]);
}

/* A row of the table: the name, the cycles without and with vidalu, their ratio, and the result. */
static inline void print_row(const char *name, uint32_t plain, uint32_t with, uint32_t result) {
  const char *at;
  uint32_t tenths = with ? (10 * plain + with / 2) / with : 0;
  print("| ");
  print(name);
  for (at = name; *at; at++) {}
  for (; at < name + 16; at++) put(' ');
  print(" | ");
  print_number(plain, 8);
  print(" | ");
  print_number(with, 8);
  print(" | ");
  print_number(tenths / 10, 3);
  put('.');
  put((char)('0' + tenths % 10));
  print(" | ");
  print_hex(result);
  print(" |\n");
}

#endif
