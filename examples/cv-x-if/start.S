# SPDX-License-Identifier: MIT OR Apache-2.0
#
# The first instructions: the stack, the handler of interrupts and exceptions, and main. Its result
# ends the program. Every core starts at 0x80. The vectors at 0 serve cores that have one for each
# cause and those that have one for all.
  .section .start, "ax"
  .option norvc
  .rept 32
  j entered
  .endr
  la sp, stack_top
  csrw mtvec, zero
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

# Calls trapped(mcause, mepc), which returns where the program goes on.
entered:
  addi sp, sp, -64
  sw ra, 0(sp)
  sw t0, 4(sp)
  sw t1, 8(sp)
  sw t2, 12(sp)
  sw t3, 16(sp)
  sw t4, 20(sp)
  sw t5, 24(sp)
  sw t6, 28(sp)
  sw a0, 32(sp)
  sw a1, 36(sp)
  sw a2, 40(sp)
  sw a3, 44(sp)
  sw a4, 48(sp)
  sw a5, 52(sp)
  sw a6, 56(sp)
  sw a7, 60(sp)
  csrr a0, mcause
  csrr a1, mepc
  call trapped
  csrw mepc, a0
  lw ra, 0(sp)
  lw t0, 4(sp)
  lw t1, 8(sp)
  lw t2, 12(sp)
  lw t3, 16(sp)
  lw t4, 20(sp)
  lw t5, 24(sp)
  lw t6, 28(sp)
  lw a0, 32(sp)
  lw a1, 36(sp)
  lw a2, 40(sp)
  lw a3, 44(sp)
  lw a4, 48(sp)
  lw a5, 52(sp)
  lw a6, 56(sp)
  lw a7, 60(sp)
  addi sp, sp, 64
  mret
