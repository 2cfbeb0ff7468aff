#!/bin/sh
# Installs what is missing, builds vidalu, and runs the main job: generate the scalar unit, then compare it in
# every cycle with the golden model, in Icarus and in Verilator. The Verilog stays in target/demo.
#
#   sh scripts/demo.sh [VECTORS]      VECTORS: instructions for each simulator, 20000 unless given
set -eu
vectors=${1:-20000}
cd "$(dirname "$0")/.."
. scripts/tools.sh

need_rust
install_tools || exit 3
cargo build --release

vidalu() { cargo run --release --quiet -- "$@"; }
vidalu doctor
vidalu gen --unit scalar --out target/demo
vidalu cosim --unit scalar --vectors "$vectors"
