// The macros that the texts of docs/vortex.md use, in wording of our own.

`ifndef VX_DEFINE_VH
`define VX_DEFINE_VH

// A Vortex with multiplication and division, so that the unit is the third one of the ALU.
`define EXT_M_ENABLED 1

// An integer register that the instruction names. Integer registers are the lower half of all.
`define USED_IREG(r) has_``r = 1'b1; number_``r = {1'b0, r}

`endif
