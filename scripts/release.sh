#!/bin/sh
# Makes the archive of a release for this machine's system, with its SHA-256. It contains the
# program, its manual pages, the completions for every shell, the book, the examples, the results of
# other tools, the golden model for C, SystemVerilog and Python, and the licences. The same commit
# and the same tools always give the same archive.
#
#   sh scripts/release.sh [DIR [BUILD]]
#
# DIR is where the archive goes, target/release-files by default. BUILD is a folder that holds the
# program and the C library if they are already built; without it, the script builds them. PROFILE
# in the environment is the profile of Cargo, release by default.
#
# The Python package is built with maturin, which the script installs into a temporary environment
# if it is missing. With mdbook, the archive also has the book as HTML.
set -eu
cd "$(dirname "$0")/.."
out=${1:-target/release-files}
build=${2:-}
profile=${PROFILE:-release}
. scripts/tools.sh

need_rust
target=$(cargo metadata --no-deps --format-version 1 | sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')
if [ -z "$build" ]; then
    build_page
    cargo build --locked --profile "$profile" -p vidalu -p vidalu-c
    build=$target/$profile
fi
program=$build/vidalu

name=$("$program" --version | tr ' ' '-')-$(rustc -vV | sed -n 's/^host: //p')
mkdir -p "$out"
work=$(mktemp -d "$out/.release.XXXXXX")
trap 'rm -rf "$work"' EXIT
folder=$work/$name
mkdir -p "$folder/man" "$folder/completions" "$folder/include" "$folder/lib" "$folder/python"

# The program and its documents.
cp "$program" README.md CHANGELOG.md CONTRIBUTING.md ARCHITECTURE.md LICENSE-APACHE LICENSE-MIT "$folder"
"$program" man --out "$folder/man" >/dev/null
"$program" completions bash >"$folder/completions/vidalu.bash"
"$program" completions zsh >"$folder/completions/_vidalu"
"$program" completions fish >"$folder/completions/vidalu.fish"
"$program" completions elvish >"$folder/completions/vidalu.elv"
"$program" completions powershell >"$folder/completions/vidalu.ps1"
git ls-files -z docs examples conformance | xargs -0 tar -cf - | tar -xf - -C "$folder"
if ! "$program" explore --out "$folder/docs/explore.html" >&2; then
    say "the archive lacks the page of vidalu explore, to which the book links"
fi
if command -v mdbook >/dev/null 2>&1; then
    mdbook build "$folder/docs" --dest-dir "$(cd "$folder" && pwd)/book" >&2
else
    say "mdbook is missing: the archive has the book as Markdown only"
fi

# The golden model for C, SystemVerilog and Python.
cp bindings/c/include/vidalu_golden.h bindings/c/dpi/vidalu_golden_pkg.sv "$folder/include"
for library in libvidalu_golden.a libvidalu_golden.so libvidalu_golden.dylib; do
    [ ! -f "$build/$library" ] || cp "$build/$library" "$folder/lib"
done
if ! command -v maturin >/dev/null 2>&1; then
    python3 -m venv "$work/venv"
    "$work/venv/bin/python" -m pip install --quiet --disable-pip-version-check 'maturin==1.16.*' >&2
    PATH=$work/venv/bin:$PATH
fi
SOURCE_DATE_EPOCH=946684800 maturin build --quiet --locked --strip --profile "$profile" \
    --out "$folder/python" --manifest-path bindings/python/Cargo.toml >&2

# Released files are stripped; those in the build folder keep their symbols for debugging.
strip -S "$folder/vidalu" "$folder"/lib/*

# The archive must not depend on the day and the user.
find "$folder" -exec touch -t 200001010000 {} +
chmod -R u+rwX,go+rX,go-w "$folder"
(cd "$work" && find "$name" -type f | LC_ALL=C sort |
    tar --format=ustar --numeric-owner --owner=0 --group=0 -cf - -T - | gzip -9n >"$name.tar.gz")
(cd "$work" && { sha256sum "$name.tar.gz" 2>/dev/null || shasum -a 256 "$name.tar.gz"; } >"$name.tar.gz.sha256")
mv "$work/$name.tar.gz" "$work/$name.tar.gz.sha256" "$out"
say "next: tar xzf $out/$name.tar.gz"
printf '%s\n' "$out/$name.tar.gz"
