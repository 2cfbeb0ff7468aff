#!/bin/sh
# Measures the size and depth of a module in six-input lookup tables, as in docs/hardware.md: by a
# recipe for speed and by one for area.
#
#   sh scripts/area.sh TOP FILE.v...
#
# Needs Rust, yosys and abc. The numbers depend only on the Verilog and on the versions of both
# tools. Registers are not counted. docs/synthesis.md explains the recipes.
set -eu
if [ $# -lt 2 ]; then
    echo "usage: sh scripts/area.sh TOP FILE.v..." >&2
    exit 2
fi
top=$1
shift
manifest=$(dirname "$0")/../Cargo.toml
exec cargo run --quiet --manifest-path "$manifest" --package xtask -- \
    quality --recipe speed,area --top "$top" "$@"
