#!/bin/sh
# Installs missing tools, builds vidalu, generates the scalar unit in target/demo, and compares it
# with the golden model in every clock cycle, in Icarus and in Verilator.
#
#   sh scripts/demo.sh [VECTORS]      VECTORS: the number for each simulator, 20000 by default
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
