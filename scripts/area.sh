#!/bin/sh
# Measures the size and depth of a generated module in six-input lookup tables, as in
# docs/hardware.md.
#
#   sh scripts/area.sh TOP FILE.v...
#
# Needs yosys and abc (the package berkeley-abc, or the program in $ABC). The numbers depend only on
# the Verilog and on the versions of both tools. Registers are not counted.
set -eu
if [ $# -lt 2 ]; then
    echo "usage: sh scripts/area.sh TOP FILE.v..." >&2
    exit 2
fi
top=$1
shift
abc=${ABC:-berkeley-abc}
for tool in yosys "$abc"; do
    command -v "$tool" >/dev/null 2>&1 || {
        echo "$tool is missing: sudo apt-get install yosys berkeley-abc, or set ABC to abc" >&2
        exit 3
    }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

yosys -q -p "read_verilog -sv $*; synth -flatten -top $top; async2sync; dffunmap; aigmap; opt_clean; \
    write_blif $folder/gates.blif"

# One script optimizes for depth, the other for area.
resyn='balance; rewrite; refactor; balance; rewrite; rewrite -z; balance; refactor -z; rewrite -z; balance'
speed="strash; ifraig; $resyn; $resyn; dch; if -K 6; mfs2"
area="strash; ifraig; scorr; dc2; dc2; $resyn; dc2; $resyn; dch; if -a -K 6; mfs2 -a"
for goal in speed area; do
    script=$(eval "printf '%s' \"\$$goal\"")
    "$abc" -c "read_blif $folder/gates.blif; $script; print_stats" |
        sed -n "s/.*nd *= *\([0-9]*\).*lev *= *\([0-9]*\).*/$goal: \1 tables, \2 levels/p" | tail -n 1
done
