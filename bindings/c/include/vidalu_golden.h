/* SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * The golden model of vidalu: the results of the PTX video and carry instructions, for benches in C
 * and C++.
 *
 * The result of a function depends on its arguments alone. The functions keep no state and may be
 * called from any thread. They allocate nothing for the caller and keep no pointers; texts are written
 * to the caller's buffers. docs/golden.md has examples.
 *
 * Generated from bindings/c/src by the test `header`.
 */

#ifndef VIDALU_GOLDEN_H
#define VIDALU_GOLDEN_H

#include <stdint.h>

/* Profiles: whose reading of the manual is computed. */
#define VIDALU_PROFILE_MANUAL 0
#define VIDALU_PROFILE_HARDWARE 1
#define VIDALU_PROFILE_PTXAS 2
#define VIDALU_PROFILE_PTXAS_13_5 3

/* Units. */
#define VIDALU_UNIT_SCALAR 0
#define VIDALU_UNIT_VMAD 1
#define VIDALU_UNIT_SIMD 2
#define VIDALU_UNIT_CARRY 3

/* Position, width and codes of each field of the control word, as in vidalu_defs.vh: the word of all units. */
#define VIDALU_CTL_WIDTH 42
#define VIDALU_CTL_UNIT_LSB 40
#define VIDALU_CTL_UNIT_WIDTH 2
#define VIDALU_CTL_UNIT_SCALAR 0
#define VIDALU_CTL_UNIT_VMAD 1
#define VIDALU_CTL_UNIT_SIMD 2
#define VIDALU_CTL_UNIT_CARRY 3

/* Control word of unit scalar. */
#define VIDALU_SCALAR_CTL_WIDTH 22
#define VIDALU_SCALAR_ATYPE_LSB 0
#define VIDALU_SCALAR_ATYPE_WIDTH 1
#define VIDALU_SCALAR_ATYPE_U32 0
#define VIDALU_SCALAR_ATYPE_S32 1
#define VIDALU_SCALAR_BTYPE_LSB 1
#define VIDALU_SCALAR_BTYPE_WIDTH 1
#define VIDALU_SCALAR_BTYPE_U32 0
#define VIDALU_SCALAR_BTYPE_S32 1
#define VIDALU_SCALAR_DTYPE_LSB 2
#define VIDALU_SCALAR_DTYPE_WIDTH 1
#define VIDALU_SCALAR_DTYPE_U32 0
#define VIDALU_SCALAR_DTYPE_S32 1
#define VIDALU_SCALAR_SAT_LSB 3
#define VIDALU_SCALAR_SAT_WIDTH 1
#define VIDALU_SCALAR_ASEL_LSB 4
#define VIDALU_SCALAR_ASEL_WIDTH 3
#define VIDALU_SCALAR_ASEL_B0 0
#define VIDALU_SCALAR_ASEL_B1 1
#define VIDALU_SCALAR_ASEL_B2 2
#define VIDALU_SCALAR_ASEL_B3 3
#define VIDALU_SCALAR_ASEL_H0 4
#define VIDALU_SCALAR_ASEL_WORD 5
#define VIDALU_SCALAR_ASEL_H1 6
#define VIDALU_SCALAR_BSEL_LSB 7
#define VIDALU_SCALAR_BSEL_WIDTH 3
#define VIDALU_SCALAR_BSEL_B0 0
#define VIDALU_SCALAR_BSEL_B1 1
#define VIDALU_SCALAR_BSEL_B2 2
#define VIDALU_SCALAR_BSEL_B3 3
#define VIDALU_SCALAR_BSEL_H0 4
#define VIDALU_SCALAR_BSEL_WORD 5
#define VIDALU_SCALAR_BSEL_H1 6
#define VIDALU_SCALAR_OP_LSB 10
#define VIDALU_SCALAR_OP_WIDTH 3
#define VIDALU_SCALAR_OP_VADD 0
#define VIDALU_SCALAR_OP_VSUB 1
#define VIDALU_SCALAR_OP_VMIN 2
#define VIDALU_SCALAR_OP_VMAX 3
#define VIDALU_SCALAR_OP_VABSDIFF 4
#define VIDALU_SCALAR_OP_VSET 5
#define VIDALU_SCALAR_OP_VSHL 6
#define VIDALU_SCALAR_OP_VSHR 7
#define VIDALU_SCALAR_DSEL_LSB 13
#define VIDALU_SCALAR_DSEL_WIDTH 3
#define VIDALU_SCALAR_DSEL_B0 0
#define VIDALU_SCALAR_DSEL_B1 1
#define VIDALU_SCALAR_DSEL_B2 2
#define VIDALU_SCALAR_DSEL_B3 3
#define VIDALU_SCALAR_DSEL_H0 4
#define VIDALU_SCALAR_DSEL_WORD 5
#define VIDALU_SCALAR_DSEL_H1 6
#define VIDALU_SCALAR_SECOP_LSB 16
#define VIDALU_SCALAR_SECOP_WIDTH 2
#define VIDALU_SCALAR_SECOP_NONE 0
#define VIDALU_SCALAR_SECOP_ADD 1
#define VIDALU_SCALAR_SECOP_MIN 2
#define VIDALU_SCALAR_SECOP_MAX 3
#define VIDALU_SCALAR_CMP_LSB 18
#define VIDALU_SCALAR_CMP_WIDTH 3
#define VIDALU_SCALAR_CMP_EQ 0
#define VIDALU_SCALAR_CMP_NE 1
#define VIDALU_SCALAR_CMP_LT 2
#define VIDALU_SCALAR_CMP_GE 3
#define VIDALU_SCALAR_CMP_LE 4
#define VIDALU_SCALAR_CMP_GT 5
#define VIDALU_SCALAR_WRAP_LSB 21
#define VIDALU_SCALAR_WRAP_WIDTH 1
#define VIDALU_SCALAR_WRAP_CLAMP 0
#define VIDALU_SCALAR_WRAP_WRAP 1

/* Control word of unit vmad. */
#define VIDALU_VMAD_CTL_WIDTH 14
#define VIDALU_VMAD_ATYPE_LSB 0
#define VIDALU_VMAD_ATYPE_WIDTH 1
#define VIDALU_VMAD_ATYPE_U32 0
#define VIDALU_VMAD_ATYPE_S32 1
#define VIDALU_VMAD_BTYPE_LSB 1
#define VIDALU_VMAD_BTYPE_WIDTH 1
#define VIDALU_VMAD_BTYPE_U32 0
#define VIDALU_VMAD_BTYPE_S32 1
#define VIDALU_VMAD_DTYPE_LSB 2
#define VIDALU_VMAD_DTYPE_WIDTH 1
#define VIDALU_VMAD_DTYPE_U32 0
#define VIDALU_VMAD_DTYPE_S32 1
#define VIDALU_VMAD_SAT_LSB 3
#define VIDALU_VMAD_SAT_WIDTH 1
#define VIDALU_VMAD_ASEL_LSB 4
#define VIDALU_VMAD_ASEL_WIDTH 3
#define VIDALU_VMAD_ASEL_B0 0
#define VIDALU_VMAD_ASEL_B1 1
#define VIDALU_VMAD_ASEL_B2 2
#define VIDALU_VMAD_ASEL_B3 3
#define VIDALU_VMAD_ASEL_H0 4
#define VIDALU_VMAD_ASEL_WORD 5
#define VIDALU_VMAD_ASEL_H1 6
#define VIDALU_VMAD_BSEL_LSB 7
#define VIDALU_VMAD_BSEL_WIDTH 3
#define VIDALU_VMAD_BSEL_B0 0
#define VIDALU_VMAD_BSEL_B1 1
#define VIDALU_VMAD_BSEL_B2 2
#define VIDALU_VMAD_BSEL_B3 3
#define VIDALU_VMAD_BSEL_H0 4
#define VIDALU_VMAD_BSEL_WORD 5
#define VIDALU_VMAD_BSEL_H1 6
#define VIDALU_VMAD_MODE_LSB 10
#define VIDALU_VMAD_MODE_WIDTH 2
#define VIDALU_VMAD_MODE_PLAIN 0
#define VIDALU_VMAD_MODE_NEGATE_PRODUCT 1
#define VIDALU_VMAD_MODE_NEGATE_C 2
#define VIDALU_VMAD_MODE_PLUS_ONE 3
#define VIDALU_VMAD_SCALE_LSB 12
#define VIDALU_VMAD_SCALE_WIDTH 2
#define VIDALU_VMAD_SCALE_NONE 0
#define VIDALU_VMAD_SCALE_SHR7 1
#define VIDALU_VMAD_SCALE_SHR15 2

/* Control word of unit simd. */
#define VIDALU_SIMD_CTL_WIDTH 40
#define VIDALU_SIMD_ATYPE_LSB 0
#define VIDALU_SIMD_ATYPE_WIDTH 1
#define VIDALU_SIMD_ATYPE_U32 0
#define VIDALU_SIMD_ATYPE_S32 1
#define VIDALU_SIMD_BTYPE_LSB 1
#define VIDALU_SIMD_BTYPE_WIDTH 1
#define VIDALU_SIMD_BTYPE_U32 0
#define VIDALU_SIMD_BTYPE_S32 1
#define VIDALU_SIMD_DTYPE_LSB 2
#define VIDALU_SIMD_DTYPE_WIDTH 1
#define VIDALU_SIMD_DTYPE_U32 0
#define VIDALU_SIMD_DTYPE_S32 1
#define VIDALU_SIMD_SAT_LSB 3
#define VIDALU_SIMD_SAT_WIDTH 1
#define VIDALU_SIMD_OP_LSB 4
#define VIDALU_SIMD_OP_WIDTH 3
#define VIDALU_SIMD_OP_VADD 0
#define VIDALU_SIMD_OP_VSUB 1
#define VIDALU_SIMD_OP_VMIN 2
#define VIDALU_SIMD_OP_VMAX 3
#define VIDALU_SIMD_OP_VABSDIFF 4
#define VIDALU_SIMD_OP_VSET 5
#define VIDALU_SIMD_OP_VAVRG 6
#define VIDALU_SIMD_OP_SET 7
#define VIDALU_SIMD_CMP_LSB 7
#define VIDALU_SIMD_CMP_WIDTH 3
#define VIDALU_SIMD_CMP_EQ 0
#define VIDALU_SIMD_CMP_NE 1
#define VIDALU_SIMD_CMP_LT 2
#define VIDALU_SIMD_CMP_GE 3
#define VIDALU_SIMD_CMP_LE 4
#define VIDALU_SIMD_CMP_GT 5
#define VIDALU_SIMD_QUAD_LSB 10
#define VIDALU_SIMD_QUAD_WIDTH 1
#define VIDALU_SIMD_QUAD_TWO 0
#define VIDALU_SIMD_QUAD_FOUR 1
#define VIDALU_SIMD_ACCUMULATE_LSB 11
#define VIDALU_SIMD_ACCUMULATE_WIDTH 1
#define VIDALU_SIMD_MASK_LSB 12
#define VIDALU_SIMD_MASK_WIDTH 4
#define VIDALU_SIMD_ASEL_LSB 16
#define VIDALU_SIMD_ASEL_WIDTH 12
#define VIDALU_SIMD_BSEL_LSB 28
#define VIDALU_SIMD_BSEL_WIDTH 12

/* Control word of unit carry. */
#define VIDALU_CARRY_CTL_WIDTH 7
#define VIDALU_CARRY_SIGNED_LSB 0
#define VIDALU_CARRY_SIGNED_WIDTH 1
#define VIDALU_CARRY_SIGNED_UNSIGNED 0
#define VIDALU_CARRY_SIGNED_SIGNED 1
#define VIDALU_CARRY_WIDE_LSB 1
#define VIDALU_CARRY_WIDE_WIDTH 1
#define VIDALU_CARRY_WIDE_W32 0
#define VIDALU_CARRY_WIDE_W64 1
#define VIDALU_CARRY_OP_LSB 2
#define VIDALU_CARRY_OP_WIDTH 2
#define VIDALU_CARRY_OP_ADD 0
#define VIDALU_CARRY_OP_SUB 1
#define VIDALU_CARRY_OP_MAD 2
#define VIDALU_CARRY_OP_MUL 3
#define VIDALU_CARRY_HI_LSB 4
#define VIDALU_CARRY_HI_WIDTH 1
#define VIDALU_CARRY_HI_LO 0
#define VIDALU_CARRY_HI_HI 1
#define VIDALU_CARRY_READ_FLAG_LSB 5
#define VIDALU_CARRY_READ_FLAG_WIDTH 1
#define VIDALU_CARRY_WRITE_FLAG_LSB 6
#define VIDALU_CARRY_WRITE_FLAG_WIDTH 1


// Version of this interface. It grows by one with every change that breaks a caller.
#define VIDALU_ABI_VERSION 1

// In place of a unit: control words are whole, with the unit's code above, as the units video and
// lanes receive them.
#define VIDALU_UNIT_ANY 4

// The size of a buffer, in bytes, for any PTX line of `vidalu_disassemble` with the 0 at the end,
// and for nearly every message.
#define VIDALU_TEXT_SIZE 256

// The result of a function. Unless it is `VIDALU_STATUS_OK`, outputs are unchanged, or hold what
// the comment of the function says.
enum VidaluStatus
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // Done.
  VIDALU_STATUS_OK = 0,
  // A control word does not encode an instruction.
  VIDALU_STATUS_ILLEGAL = 1,
  // A PTX text is rejected; the message and the range of bytes say why.
  VIDALU_STATUS_REFUSED = 2,
  // A text does not fit in the caller's buffer; the part that fits was written.
  VIDALU_STATUS_TRUNCATED = 3,
  // The number is not that of a profile.
  VIDALU_STATUS_NO_PROFILE = -1,
  // The number is not that of a unit.
  VIDALU_STATUS_NO_UNIT = -2,
  // A pointer that must not be null is null, or a pointer is not aligned for its type.
  VIDALU_STATUS_BAD_POINTER = -3,
  // The count exceeds the memory, or the end of a sequence.
  VIDALU_STATUS_BAD_COUNT = -4,
  // A bug in the library; please report it.
  VIDALU_STATUS_FAULT = -5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VidaluStatus VidaluStatus;
#else
typedef int32_t VidaluStatus;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the `VIDALU_ABI_VERSION` of the library. Compare it with that of the header.
uint32_t vidalu_abi_version(void);

// Returns the version of vidalu as a static text.
const char *vidalu_version(void);

// Returns a sentence about a status as a static text.
const char *vidalu_status_text(int32_t status);

// Computes one instruction. `ctl` is what the unit receives at `ctl_i`, with or without the unit's
// code above. `a`, `b` and `c` are the registers; a 32-bit instruction reads their low halves.
// `cc` is CC.CF before the instruction, in the profile's polarity: 0, or any other value for 1.
//
// `d` receives the register d, `cc_out` CC.CF after the instruction, and `saturated` 1 if `.sat`
// changed the result, else 0. Each of these pointers may be null. For a word that does not encode
// an instruction, d is 0 and CC.CF stays as it was.
//
// The caller promises:
// Each pointer is null or points to a variable that nobody else uses during the call.
VidaluStatus vidalu_golden(uint32_t profile,
                           uint32_t unit,
                           uint64_t ctl,
                           uint64_t a,
                           uint64_t b,
                           uint64_t c,
                           uint8_t cc,
                           uint64_t *d,
                           uint8_t *cc_out,
                           uint8_t *saturated);

// Returns the register d of one instruction, or 0 if `vidalu_golden` would return an error.
uint64_t vidalu_golden_d(uint32_t profile,
                         uint32_t unit,
                         uint64_t ctl,
                         uint64_t a,
                         uint64_t b,
                         uint64_t c,
                         uint8_t cc);

// Returns CC.CF after one instruction, or `cc` if `vidalu_golden` would return an error.
uint8_t vidalu_golden_cc(uint32_t profile,
                         uint32_t unit,
                         uint64_t ctl,
                         uint64_t a,
                         uint64_t b,
                         uint64_t c,
                         uint8_t cc);

// The earlier name of `vidalu_golden_cc`.
uint8_t vidalu_golden_cf(uint32_t profile,
                         uint32_t unit,
                         uint64_t ctl,
                         uint64_t a,
                         uint64_t b,
                         uint64_t c,
                         uint8_t cc);

// Returns 1 if `.sat` changed the result of one instruction, else 0.
uint8_t vidalu_golden_saturated(uint32_t profile,
                                uint32_t unit,
                                uint64_t ctl,
                                uint64_t a,
                                uint64_t b,
                                uint64_t c,
                                uint8_t cc);

// Computes many independent instructions. The arguments are columns of `count` elements, with the
// meaning that they have for `vidalu_golden`. If `cc` is null, every instruction finds CC.CF 0.
// `cc_out`, `saturated` and `legal` may be null.
//
// `legal` receives 1 for each word that encodes an instruction, else 0. If any word does not, the
// result is `VIDALU_STATUS_ILLEGAL`, and all other instructions are computed.
//
// The caller promises:
// Each pointer is null or points to `count` elements. Nobody else uses the outputs during the
// call, and an output overlaps no other column.
VidaluStatus vidalu_golden_batch(uint32_t profile,
                                 uint32_t unit,
                                 uint64_t count,
                                 const uint64_t *ctl,
                                 const uint64_t *a,
                                 const uint64_t *b,
                                 const uint64_t *c,
                                 const uint8_t *cc,
                                 uint64_t *d,
                                 uint8_t *cc_out,
                                 uint8_t *saturated,
                                 uint8_t *legal);

// Returns 1 if `ctl` encodes an instruction of the unit, else 0.
uint8_t vidalu_is_legal(uint32_t unit, uint64_t ctl);

// Draws legal vectors, biased to corner cases: `count` elements, from number `first` on, of the
// sequence of `seed`, which has 2^63. `vidalu cosim` and `vidalu vectors` use the same vectors for
// the unit. Registers that no instruction of the unit reads are 0.
//
// The caller promises:
// Each pointer points to `count` elements that nobody else uses during the call. The columns do
// not overlap.
VidaluStatus vidalu_draw(uint32_t unit,
                         uint64_t seed,
                         uint64_t first,
                         uint64_t count,
                         uint64_t *ctl,
                         uint64_t *a,
                         uint64_t *b,
                         uint64_t *c);

// Assembles the text `ptx`, which holds one PTX instruction, into a control word with the unit's
// code. The registers and constants of the text are not part of the word.
//
// If the text is rejected, the result is `VIDALU_STATUS_REFUSED`. Then `message` receives the
// reason, at most `size` bytes with the 0 at the end, and `begin` and `end` receive the range of
// the wrong bytes in `ptx`. `message` may be null if `size` is 0; `begin` and `end` may be null.
//
// The caller promises:
// `ptx` ends with a 0, and `message` points to `size` bytes. The other pointers are null or point
// to variables. Nobody else uses the outputs during the call.
VidaluStatus vidalu_assemble(const char *ptx,
                             uint64_t *word,
                             char *message,
                             uint64_t size,
                             uint64_t *begin,
                             uint64_t *end);

// Writes the PTX line of a control word to `text`, at most `size` bytes with the 0 at the end.
// `VIDALU_TEXT_SIZE` bytes hold every line.
//
// The caller promises:
// `text` points to `size` bytes that nobody else uses during the call.
VidaluStatus vidalu_disassemble(uint32_t unit, uint64_t ctl, char *text, uint64_t size);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* VIDALU_GOLDEN_H */
