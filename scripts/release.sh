#!/bin/sh
# Makes the archive of a release for this machine's system, with its SHA-256. It contains the
# program, its manual pages, the completions for every shell, and the licences. The same commit and
# compiler always give the same archive.
#
#   sh scripts/release.sh [DIR [PROGRAM]]
#
# DIR is where the archive goes, target/release-files by default. PROGRAM is a vidalu that is
# already built; without it, the script builds one.
set -eu
cd "$(dirname "$0")/.."
out=${1:-target/release-files}
program=${2:-}
. scripts/tools.sh

if [ -z "$program" ]; then
    need_rust
    cargo build --locked --release
    target=$(cargo metadata --no-deps --format-version 1 | sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')
    program=$target/release/vidalu
fi

name=$("$program" --version | tr ' ' '-')-$(rustc -vV | sed -n 's/^host: //p')
mkdir -p "$out"
work=$(mktemp -d "$out/.release.XXXXXX")
trap 'rm -rf "$work"' EXIT
folder=$work/$name
mkdir -p "$folder/man" "$folder/completions"

cp "$program" README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$folder"
"$program" man --out "$folder/man" >/dev/null
"$program" completions bash >"$folder/completions/vidalu.bash"
"$program" completions zsh >"$folder/completions/_vidalu"
"$program" completions fish >"$folder/completions/vidalu.fish"
"$program" completions elvish >"$folder/completions/vidalu.elv"
"$program" completions powershell >"$folder/completions/vidalu.ps1"
# The released program is stripped; the one in the build folder keeps its symbols for debugging.
strip "$folder/vidalu"

# The archive must not depend on the day and the user.
find "$folder" -exec touch -t 200001010000 {} +
chmod -R u+rwX,go+rX,go-w "$folder"
(cd "$work" && find "$name" -type f | LC_ALL=C sort |
    tar --format=ustar --numeric-owner --owner=0 --group=0 -cf - -T - | gzip -9n >"$name.tar.gz")
(cd "$work" && { sha256sum "$name.tar.gz" 2>/dev/null || shasum -a 256 "$name.tar.gz"; } >"$name.tar.gz.sha256")
mv "$work/$name.tar.gz" "$work/$name.tar.gz.sha256" "$out"
say "next: tar xzf $out/$name.tar.gz"
printf '%s\n' "$out/$name.tar.gz"
