/* Instructions by their names, and forms of them. */
#define VIDALU_SOFTWARE
#include "vidalu_cfu.h"
#include <stdio.h>

#define EXPECT(call, result)                                            \
  if ((call) != (result)) {                                             \
    printf("%s is 0x%llx\n", #call, (unsigned long long)(call));        \
    return 1;                                                           \
  }

int main(void) {
  EXPECT(vidalu_vadd(2, 3, 0, 0), 5)
  EXPECT(vidalu_vsub(2, 3, 0, VIDALU_WITH_SCALAR_SAT(1)), 0)
  EXPECT(vidalu_vadd(0x01020304, 1, 7, VIDALU_WITH_SCALAR_ASEL(VIDALU_SCALAR_ASEL_B1) |
                     VIDALU_WITH_SCALAR_SECOP(VIDALU_SCALAR_SECOP_ADD)), 11)
  EXPECT(vidalu_vset(3, 4, 0, VIDALU_WITH_SCALAR_CMP(VIDALU_SCALAR_CMP_LT)), 1)
  EXPECT(vidalu_vmad(3, 4, 5, 0), 17)
  EXPECT(vidalu_vabsdiff4(0x01050907, 0x02030405, 100, VIDALU_WITH_SIMD_ACCUMULATE(1)), 110)
  EXPECT(vidalu_vadd4(0xf0102030, 0x20304050, 0, VIDALU_WITH_SIMD_SAT(1)), 0xff406080)
  EXPECT(vidalu_vmax2(0x00050007, 0x00060001, 0xaaaaaaaa, VIDALU_WITH_SIMD_MASK(3)), 0xaaaa0007)
  EXPECT(vidalu_vmin4(0x04030201, 0x08070605, 0, VIDALU_WITH_SIMD_ASEL(07654)), 0x08070605)
  EXPECT(vidalu_add_cc(0xffffffff, 2, 0), 1)
  EXPECT(vidalu_addc(5, 6, 0), 12)
  EXPECT(vidalu_sub_cc_64(1, 2, 0), UINT64_MAX)
  EXPECT(vidalu_subc(9, 2, 0), 6)
  EXPECT(vidalu_mad_cc_64(UINT64_MAX, UINT64_MAX, 3, VIDALU_WITH_CARRY_HI(1)), 1)
  EXPECT(vidalu_madc(2, 3, 4, VIDALU_WITH_CARRY_WRITE_FLAG(1)), 11)
  EXPECT(vidalu_mul_64(1ull << 40, 1ull << 40, VIDALU_WITH_CARRY_HI(1)), 1ull << 16)
  return 0;
}
