# Sourced by demo.sh and test.sh: finds the tools that vidalu drives and installs what is missing.
# shellcheck shell=sh

# tool:apt:dnf:brew, the package that holds it on each platform. z3 and cadical prove, beside the abc that comes with yosys;
# g++ and make build what Verilator writes; Python's virtual environments are for the tests that install NVIDIA's assembler and the Python package.
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

# What the tests need beside: GTKWave's reader of waves, Slurm, which Homebrew does not have, GNU parallel for shards, and what
# makes a bitstream for an iCE40, and a browser without a window; Homebrew has neither of these.
# shellcheck disable=SC2034 # test.sh reads it
TEST_TOOLS='
fst2vcd:gtkwave:gtkwave:gtkwave
slurmctld:slurm-wlm:slurm-slurmctld:
slurmd:slurm-wlm:slurm-slurmd:
parallel:parallel:parallel:parallel
nextpnr-ice40:nextpnr-ice40:nextpnr:
icepack:fpga-icestorm:icestorm:
browser:chromium-headless-shell:chromium:
'

say() { printf '%s\n' "$*" >&2; }

# Debian has Python without what makes a virtual environment, and a browser of one kind has many names.
is_here() {
    case $1 in
    browser)
        for name in chromium-headless-shell chromium chromium-browser google-chrome; do
            command -v "$name" >/dev/null 2>&1 && return 0
        done
        return 1
        ;;
    python3-venv) python3 -c 'import venv, ensurepip' >/dev/null 2>&1 ;;
    *) command -v "$1" >/dev/null 2>&1 ;;
    esac
}

# The packages of the tools that are missing; $1 is the field: 2 apt, 3 dnf, 4 brew.
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

# Leaves with status 0 if all tools are here at the end, 1 if one is missing.
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
        say "these tools are missing and cannot be installed from here; install them with one of"
        say "  Debian, Ubuntu:  sudo apt-get install $(missing 2)"
        say "  Fedora:          sudo dnf install $(missing 3)"
        say "  macOS:           brew install $(missing 4)"
        return 1
    fi
}

need_rust() {
    if ! command -v cargo >/dev/null 2>&1; then
        say "cargo is missing: install Rust from https://rustup.rs, then run this again"
        exit 3
    fi
    # rust-toolchain.toml makes rustup fetch the right one here; other installations are what they are.
    minor=$(rustc --version | sed -n 's/^rustc 1\.\([0-9]*\).*/\1/p')
    if [ "${minor:-0}" -lt 95 ]; then
        say "$(rustc --version) is too old: Rust 1.95 or later is needed, see https://rustup.rs"
        exit 3
    fi
}
