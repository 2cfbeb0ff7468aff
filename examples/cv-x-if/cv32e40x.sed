# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Repairs of cv32e40x, for a copy of two of its files.

# cv32e40x_id_stage.sv loses the result of an instruction that is accepted while the next stage is
# occupied. Offer instructions only when they move on at once.
s/xif_issue_if.issue_valid     = instr_valid \&\&/& ex_ready_i \&\&/

# cv32e40x_controller_bypass.sv hands over an old rs3 if one of the two instructions in front writes
# it. Wait for them.
s/^ *((id_ex_pipe_i.lsu_en || id_ex_pipe_i.xif_en) \&\& rf_we_ex \&\& |rf_rd_ex_hz) ||/& (rf_we_ex \&\& |(rf_rd_ex_hz >> 2)) || (rf_we_wb \&\& |(rf_rd_wb_hz >> 2)) ||/
