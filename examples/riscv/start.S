# SPDX-License-Identifier: MIT OR Apache-2.0
#
# The first instructions: the stack, the handler of interrupts, and main. Its result ends the program.
  .section .start, "ax"
  la sp, stack_top
  la t0, interrupted
  csrw mtvec, t0
  # The core rejects the instructions of the CFU until software sets this bit.
  li t0, 0x80000000
  csrs 0xbc0, t0
  la t0, bss_start
  la t1, bss_end
1:
  bgeu t0, t1, 2f
  sw zero, 0(t0)
  addi t0, t0, 4
  j 1b
2:
  call main
  li t0, 0x80000004
  sw a0, 0(t0)
3:
  j 3b

# Counts an interrupt and takes its request back. An exception ends the program with 3.
  .align 2
interrupted:
  addi sp, sp, -16
  sw t0, 0(sp)
  sw t1, 4(sp)
  csrr t0, mcause
  bltz t0, 4f
  li a0, 3
  li t0, 0x80000004
  sw a0, 0(t0)
4:
  li t0, 0x80000008
  sw zero, 0(t0)
  la t0, interrupts
  lw t1, 0(t0)
  addi t1, t1, 1
  sw t1, 0(t0)
  lw t0, 0(sp)
  lw t1, 4(sp)
  addi sp, sp, 16
  mret

  .bss
  .align 2
  .globl interrupts
interrupts:
  .space 4
