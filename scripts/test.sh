#!/bin/sh
# Installs missing tools and runs every check and every test. The last line printed is the summary
# of the test runner.
#
# A test whose tool is missing prints SKIPPED and the reason. If CI is set in the environment, it
# fails instead.
set -eu
cd "$(dirname "$0")/.."
. scripts/tools.sh

need_rust
TOOLS="$TOOLS $TEST_TOOLS"
install_tools || [ -z "${CI:-}" ] || exit 3

build_page
cargo fmt --all --check
cargo clippy --workspace --all-targets -- -D warnings
RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps --quiet
cargo test --workspace --doc
if cargo nextest --version >/dev/null 2>&1; then
    cargo nextest run --workspace --no-fail-fast
else
    cargo test --workspace --lib --bins --tests --no-fail-fast
fi
