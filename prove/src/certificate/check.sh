#!/bin/sh
# Repeats the proofs in this folder, without the program that wrote it.
#
#   sh check.sh [--engine abc|cadical|z3|cvc5|bitwuzla] [--timeout SECONDS] [CLAIM...]
#
# First the checksums of all files are compared. Then every problem is given to the engine that decided it, or to the one that
# --engine names, for at most --timeout seconds (600). A claim is proven if none of its problems can be satisfied. CLAIM is its
# folder, as scalar/result; without one all are checked. certificate.json says what is claimed.
#
# Engines are looked for on PATH; ABC, CADICAL, Z3, CVC5 and BITWUZLA name other programs.
#
# Exit status: 0 all is proven; 1 something is not, or a file is not what it was; 2 wrong usage; 3 a program is missing.
set -u

usage() {
    echo "usage: sh check.sh [--engine abc|cadical|z3|cvc5|bitwuzla] [--timeout SECONDS] [CLAIM...]" >&2
    exit 2
}

engine='' limit=600 wanted=' '
while [ $# -gt 0 ]; do
    case $1 in
    --engine) [ $# -gt 1 ] || usage; engine=$2; shift ;;
    --timeout) [ $# -gt 1 ] || usage; limit=$2; shift ;;
    -*) usage ;;
    *) wanted="$wanted${1%/} " ;;
    esac
    shift
done
case $engine in ''|abc|cadical|z3|cvc5|bitwuzla) ;; *) usage ;; esac
case $limit in ''|0|*[!0-9]*) usage ;; esac
cd "$(dirname "$0")" || exit 3
tab=$(printf '\t')

# The first of these programs that is here.
first() {
    for program in "$@"; do
        command -v "$program" 2>/dev/null && return
    done
}

program() { # of an engine
    case $1 in
    abc) if [ -n "${ABC:-}" ]; then first "$ABC"; else first yosys-abc berkeley-abc abc; fi ;;
    cadical) first "${CADICAL:-cadical}" ;;
    z3) first "${Z3:-z3}" ;;
    cvc5) first "${CVC5:-cvc5}" ;;
    bitwuzla) first "${BITWUZLA:-bitwuzla}" ;;
    esac
}

is_wanted() { # claim
    case $wanted in ' '|*" $1 "*) ;; *) return 1 ;; esac
}

# Says whether a problem holds: proven, refuted or undecided.
decide() { # engine, problem
    with=$(program "$1")
    case $1 in
    abc) said=$("$with" -c "&r $2.aig; &cec -m -C 100000 -T $limit") ;;
    cadical) said=$("$with" -q -n -t "$limit" "$2.cnf") ;;
    z3) said=$("$with" "-T:$limit" "$2.smt2") ;;
    cvc5) said=$("$with" --bitblast=eager "--tlimit=${limit}000" "$2.smt2") ;;
    bitwuzla) said=$("$with" -t "${limit}000" "$2.smt2") ;;
    esac </dev/null 2>/dev/null
    case $said in
    *'Networks are equivalent'* | *'s UNSATISFIABLE'* | unsat*) echo proven ;;
    *'Networks are NOT EQUIVALENT'* | *'s SATISFIABLE'* | sat*) echo refuted ;;
    *) echo undecided ;;
    esac
}

# The line of a claim.
conclude() {
    [ -z "$claim" ] || printf '%-14s %s (problems: %s)\n' "$verdict" "$claim" "$problems"
}

# Whether all files are what they were.
if command -v sha256sum >/dev/null 2>&1; then
    damaged=$(sha256sum -c SHA256SUMS 2>/dev/null | grep -v ': OK$')
elif command -v shasum >/dev/null 2>&1; then
    damaged=$(shasum -a 256 -c SHA256SUMS 2>/dev/null | grep -v ': OK$')
else
    echo "sha256sum or shasum is missing" >&2
    exit 3
fi
if [ -n "$damaged" ] || [ ! -s SHA256SUMS ]; then
    printf 'damaged: the files are not what they were\n%s\n' "$damaged"
    exit 1
fi

missing=0
for needed in ${engine:-$(cut -f 2 problems.txt | sort -u)}; do
    if [ -z "$(program "$needed")" ]; then
        echo "$needed is missing; --engine takes another for all problems" >&2
        missing=1
    fi
done
[ $missing = 0 ] || exit 3

# The table has the problems of a claim one after the other.
claim='' status=0 checked=0
while IFS=$tab read -r folder recorded problem; do
    is_wanted "$folder" || continue
    checked=$((checked + 1))
    if [ "$folder" != "$claim" ]; then
        conclude
        claim=$folder verdict=proven problems=0
    fi
    problems=$((problems + 1))
    answer=$(decide "${engine:-$recorded}" "$problem")
    [ "$answer" = proven ] || status=1
    case $verdict,$answer in
    *,refuted) verdict=refuted ;;
    proven,undecided) verdict=undecided ;;
    esac
done <problems.txt
conclude
if [ $checked = 0 ]; then
    echo "there is no such claim" >&2
    exit 2
fi
exit $status
