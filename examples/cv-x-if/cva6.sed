# SPDX-License-Identifier: MIT OR Apache-2.0
#
# A repair of CVA6, for a copy of core/issue_read_operands.sv. The core commits an instruction when it
# offers it, also behind an instruction that empties the pipeline, and then offers it again. Offer
# instructions only when all older ones are retired.
s/cvxif_instruction_valid = !issue_instr_i\[0\].ex.valid/& \&\& !(|fwd_i.still_issued)/
