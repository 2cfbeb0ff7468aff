# Finds the tools that vidalu uses and installs missing ones. Sourced by the other scripts.
# shellcheck shell=sh

# tool:apt:dnf:brew, the package of each tool on each platform. z3 and cadical prove, next to the
# abc that comes with yosys. g++ and make build the C++ that Verilator writes. Some tests install
# packages into a virtual environment of Python.
TOOLS='
iverilog:iverilog:iverilog:icarus-verilog
verilator:verilator:verilator:verilator
yosys:yosys:yosys:yosys
z3:z3:z3:z3
cadical:cadical:cadical:cadical
g++:g++:gcc-c++:gcc
make:make:make:make
python3-venv:python3-venv:python3:python
'

# More tools for the tests: GTKWave's reader of waveforms, Slurm and GNU parallel for shards, the
# tools that make a bitstream for an iCE40, OpenSTA and a library of cells, npm, which bundles the
# page of `vidalu explore`, a headless browser, a compiler for RISC-V without an operating system,
# and ACL2 with its proven checker of proofs. Fedora and Homebrew do not have all of them.
# shellcheck disable=SC2034 # test.sh reads it
TEST_TOOLS='
fst2vcd:gtkwave:gtkwave:gtkwave
slurmctld:slurm-wlm:slurm-slurmctld:
slurmd:slurm-wlm:slurm-slurmd:
parallel:parallel:parallel:parallel
nextpnr-ice40:nextpnr-ice40:nextpnr:
sta:opensta::
osu018:qflow-tech-osu018::
icepack:fpga-icestorm:icestorm:
npm:npm:nodejs-npm:node
browser:chromium-headless-shell:chromium:google-chrome
riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf::
acl2-books:acl2-books::
'

say() { printf '%s\n' "$*" >&2; }

# Debian ships Python without virtual environments, and the browser has several names.
is_here() {
    case $1 in
    browser)
        for name in chromium-headless-shell chromium chromium-browser google-chrome; do
            command -v "$name" >/dev/null 2>&1 && return 0
        done
        [ -d '/Applications/Google Chrome.app' ]
        ;;
    osu018) [ -e /usr/share/qflow/tech/osu018/osu018_stdcells.lib ] ;;
    python3-venv) python3 -c 'import venv, ensurepip' >/dev/null 2>&1 ;;
    acl2-books) ls /usr/share/acl2-*/books/projects/sat/lrat/incremental/run.cert >/dev/null 2>&1 ;;
    *) command -v "$1" >/dev/null 2>&1 ;;
    esac
}

# Prints the packages of missing tools. $1 is the field: 2 apt, 3 dnf, 4 brew.
missing() {
    for line in $TOOLS; do
        is_here "${line%%:*}" || printf '%s ' "$(printf '%s' "$line" | cut -d: -f"$1")"
    done
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

may_install() {
    command -v apt-get >/dev/null 2>&1 && { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }
}

# Returns 0 if all tools are installed in the end, or 1 if one is still missing.
install_tools() {
    if [ -n "$(missing 2)" ] && may_install; then
        say "installing: $(missing 2)"
        packages=$(missing 2)
        # shellcheck disable=SC2086 # one word a package
        as_root apt-get update -q >&2 &&
            as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $packages >&2 ||
            say "apt-get failed"
    fi
    if [ -n "$(missing 2)" ]; then
        say "some tools are missing and cannot be installed automatically; install them with:"
        say "  Debian, Ubuntu:  sudo apt-get install $(missing 2)"
        say "  Fedora:          sudo dnf install $(missing 3)"
        say "  macOS:           brew install $(missing 4)"
        return 1
    fi
}

# Builds the parts of the page that `vidalu explore --out` writes, if npm is here.
build_page() {
    if ! is_here npm; then
        say "npm is missing: vidalu is built without the parts of the page for explore --out"
        return 0
    fi
    if command -v rustup >/dev/null 2>&1; then rustup target add wasm32-unknown-unknown; fi
    cargo page
}

need_rust() {
    if ! command -v cargo >/dev/null 2>&1; then
        say "cargo is missing: install Rust from https://rustup.rs, then run this script again"
        exit 3
    fi
    # With rustup, rust-toolchain.toml selects the right version; other installations may be too
    # old.
    minor=$(rustc --version | sed -n 's/^rustc 1\.\([0-9]*\).*/\1/p')
    if [ "${minor:-0}" -lt 95 ]; then
        say "$(rustc --version) is too old: Rust 1.95 or later is needed, see https://rustup.rs"
        exit 3
    fi
}
