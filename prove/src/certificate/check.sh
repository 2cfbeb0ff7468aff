#!/bin/sh
# Repeats the proofs in this folder without the program that wrote it.
#
#   sh check.sh [--engine abc|cadical|z3|cvc5|bitwuzla] [--timeout SECONDS] [CLAIM...]
#   sh check.sh --verified [CLAIM...]
#
# The script compares the checksums of all files first. Then read.py compares the texts of every
# problem in its three formats, and multiply.py checks the multipliers that are written out, if
# Python is installed. Then check.sh gives every problem to the engine that decided it, or to the
# engine that --engine names, for at most --timeout seconds (default 600). A claim is proven if none
# of its problems is satisfiable. CLAIM is the folder of a claim, such as scalar/result; without
# any, all claims are checked. certificate.json says what is claimed.
#
# With --verified, no engine is asked. Proven checkers must accept the proof in the .clrat file of
# every problem: the checker that comes with ACL2, and cake_lpr. One of them is enough unless CI is
# set, and the script names the one that is missing and every problem that is not accepted.
#
# The programs must be on PATH, or ABC, CADICAL, Z3, CVC5, BITWUZLA, ACL2, CAKE_LPR and PYTHON must
# name them. If CI is set, a missing Python or checker is an error.
#
# Exit status: 0 every claim is proven; 1 a claim is not proven, a file was changed, the texts of a
# problem differ, or a multiplier is wrong; 2 wrong usage; 3 a program is missing.
set -u

usage() {
    echo "usage: sh check.sh [--engine abc|cadical|z3|cvc5|bitwuzla] [--timeout SECONDS] [CLAIM...]" >&2
    echo "       sh check.sh --verified [CLAIM...]" >&2
    exit 2
}

engine='' limit='' wanted=' ' verified=''
while [ $# -gt 0 ]; do
    case $1 in
    --engine) [ $# -gt 1 ] || usage; engine=$2; shift ;;
    --verified) verified=1 ;;
    --timeout) [ $# -gt 1 ] || usage; limit=${2:-none}; shift ;;
    -*) usage ;;
    *) wanted="$wanted${1%/} " ;;
    esac
    shift
done
case $engine in ''|abc|cadical|z3|cvc5|bitwuzla) ;; *) usage ;; esac
[ -z "$verified" ] || [ -z "$engine$limit" ] || usage
limit=${limit:-600}
case $limit in 0|*[!0-9]*) usage ;; esac
cd "$(dirname "$0")" || exit 3
tab=$(printf '\t')
# Bytes are bytes, whatever the files contain.
export LC_ALL=C
exec 3>&1

# Prints the path of the first of these programs that is installed.
first() {
    for program in "$@"; do
        command -v "$program" 2>/dev/null && return
    done
}

program() { # engine
    case $1 in
    abc) if [ -n "${ABC:-}" ]; then first "$ABC"; else first yosys-abc berkeley-abc abc; fi ;;
    cadical) first "${CADICAL:-cadical}" ;;
    z3) first "${Z3:-z3}" ;;
    cvc5) first "${CVC5:-cvc5}" ;;
    bitwuzla) first "${BITWUZLA:-bitwuzla}" ;;
    acl2) first "${ACL2:-acl2}" ;;
    cake_lpr) first "${CAKE_LPR:-cake_lpr}" ;;
    esac
}

is_wanted() { # claim
    case $wanted in ' '|*" $1 "*) ;; *) return 1 ;; esac
}

# Lets ACL2 load its checker, which must be proven, and execute a command.
# The function is not named acl2, because `command -v acl2` would then find it instead of ACL2.
ask_acl2() { # command
    echo "(include-book \"projects/sat/lrat/incremental/run\" :dir :system :uncertified-okp nil) $1" |
        "$(program acl2)" 2>&1
}

# Prints the verdict on a problem: proven, refuted or undecided.
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

# Prints proven if every checker accepts the proof of a problem; otherwise undecided, and the reason
# to the script's own output.
verify() { # problem
    if [ ! -f "$1.clrat" ]; then
        echo "no proof       $1" >&3
        echo undecided
        return
    fi
    verdict=proven
    for checker in $checkers; do
        case $checker in
        # Without -q, because ACL2 crashes if nobody reads all that it says.
        acl2) [ -n "$(ask_acl2 "(lrat::lrat-check \"$1.cnf\" \"$1.clrat\")" | grep '^s VERIFIED$')" ] ;;
        cake_lpr) "$(program cake_lpr)" "$1.cnf" "$1.clrat" 2>/dev/null | grep -q '^s VERIFIED UNSAT$' ;;
        esac </dev/null && continue
        printf 'refused        %s (by %s)\n' "$1" "$checker" >&3
        verdict=undecided
    done
    echo $verdict
}

# Prints the line of a claim.
conclude() {
    [ -z "$claim" ] || printf '%-14s %s (problems: %s)\n' "$verdict" "$claim" "$problems"
}

# Compare the checksums of all files. The list must be exactly what a new list would be: a line that
# names no file, or a file without a line, is damage too.
if command -v sha256sum >/dev/null 2>&1; then
    sum='sha256sum'
elif command -v shasum >/dev/null 2>&1; then
    sum='shasum -a 256'
else
    echo "sha256sum or shasum is needed, and neither is installed" >&2
    exit 3
fi
# shellcheck disable=SC2086 # The words of the command.
damaged=$({
    sort -u SHA256SUMS
    find . -type f ! -path ./SHA256SUMS -exec $sum {} + | sed 's,  \./,  ,'
} | sort | uniq -u | sed 's,^[0-9a-f]\{64\}  ,,' | sort -u | tr -c '[:print:]\n' '?')
if [ -n "$damaged" ] || [ ! -s SHA256SUMS ]; then
    printf 'damaged: these files were changed\n%s\n' "$damaged"
    exit 1
fi

# The programs get these names, and abc reads its name as part of a command line.
name='[A-Za-z0-9_][A-Za-z0-9_./-]*'
if grep -qv "^$name$tab[a-z0-9]*$tab$name\$" problems.txt || grep -qF .. problems.txt; then
    echo "damaged: problems.txt has lines that no certificate has"
    exit 1
fi

# The checkers, or the engines, that are needed and installed.
checkers=''
if [ -n "$verified" ]; then
    for checker in acl2 cake_lpr; do
        [ -z "$(program $checker)" ] || checkers="$checkers $checker"
    done
    if [ -z "$checkers" ]; then
        echo "no proven checker is installed; Debian's packages acl2 and acl2-books have one" >&2
        exit 3
    fi
    case $checkers in *acl2*)
        # ACL2 warns of books that are not compiled. Its stack overflows in them.
        case $(ask_acl2 '') in *'ACL2 Error'* | *'ACL2 Warning'*)
            echo "ACL2 has no proven checker; Debian's package acl2-books has it" >&2
            exit 3
        esac
    esac
else
    missing=0
    for needed in ${engine:-$(cut -f 2 problems.txt | sort -u)}; do
        if [ -z "$(program "$needed")" ]; then
            echo "$needed is not installed; --engine NAME uses another engine for all problems" >&2
            missing=1
        fi
    done
    [ $missing = 0 ] || exit 3
fi

# read.py needs the statement match, which Python has since 3.10.
python=$(first "${PYTHON:-python3}")
if [ -n "$python" ] && "$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
    set -f
    # shellcheck disable=SC2086 # The names of the claims.
    "$python" -I read.py $wanted || exit 1
    set +f
    "$python" -I multiply.py || exit 1
else
    echo "SKIPPED        read.py and multiply.py, which check texts and multipliers: Python 3.10 is not installed"
    [ -z "${CI:-}" ] || exit 3
fi

for checker in ${verified:+acl2 cake_lpr}; do
    case $checkers in *$checker*) continue ;; esac
    echo "SKIPPED        $checker, a proven checker: it is not installed"
    [ -z "${CI:-}" ] || exit 3
done

# The table lists the problems of a claim one after the other.
claim='' status=0 checked=0
while IFS=$tab read -r folder recorded problem; do
    is_wanted "$folder" || continue
    checked=$((checked + 1))
    if [ "$folder" != "$claim" ]; then
        conclude
        claim=$folder verdict=proven problems=0
    fi
    problems=$((problems + 1))
    if [ -n "$verified" ]; then
        answer=$(verify "$problem")
    else
        answer=$(decide "${engine:-$recorded}" "$problem")
    fi
    [ "$answer" = proven ] || status=1
    case $verdict,$answer in
    *,refuted) verdict=refuted ;;
    proven,undecided) verdict=undecided ;;
    esac
done <problems.txt
conclude
if [ $checked = 0 ]; then
    echo "no claim in this certificate has this name" >&2
    exit 2
fi
exit $status
