#!/bin/bash
# Tests the program of `make tune`: every number of engine/search/tunables.h is an option, numbers have
# an effect, and the search works at both ends of every range.
# Usage: test/programs/tune_test.sh [PROGRAM [RELEASE]]
unset CDPATH
root=$(cd "$(dirname "$0")/../.." && pwd)
release=$(realpath "${2:-$root/overtime}")
. "$root/test/programs/program.sh" "${1:-$root/build/tune/overtime}"

nodes() { # PROGRAM WORDS...
    timeout 60 "$@" | sed -nE '$s/^([0-9]+) nodes.*/\1/p'
}

sed -nE 's/^    X\(([a-z0-9_]+), (-?[0-9]+), .*/\1 \2/p' "$root/engine/search/tunables.h" | sort >numbers
printf 'uci\nquit\n' | "$program" |
    sed -nE 's/^option name ([a-z0-9_]+) type spin default (-?[0-9]+) .*/\1 \2/p' | sort >options
count=$(grep -c '^    X(' "$root/engine/search/tunables.h")
[ "$(wc -l <numbers)" = "$count" ] && [ -s numbers ] && cmp numbers options
check "each of $count numbers is an option" $?

usual=$(nodes "$program" bench)
[ -n "$usual" ] && [ "$usual" = "$(nodes "$release" bench)" ]
check "the defaults give the signature of the release program" $?

other=$(nodes "$program" --lmr_base=1000 bench 8)
[ -n "$other" ] && [ "$other" != "$(nodes "$program" bench 8)" ]
check "a number given on the command line changes the search" $?

depth_8() { # LINES...: prints the nodes of a search to depth 8
    converse uci "$@" 'go depth 8'
    hears '^bestmove' && sed -nE 's/^info depth 8 .* nodes ([0-9]+).*/\1/p' <<<"$heard" | tail -n 1
    finish
}
plain=$(depth_8) set=$(depth_8 'setoption name lmr_base value 1000')
[ -n "$plain" ] && [ -n "$set" ] && [ "$plain" != "$set" ]
check "a number set by setoption changes the search" $?

converse xboard 'protover 2' 'option lmr_base=99999'
hears '^tellusererror bad value: lmr_base=99999$'
check "a value out of range is refused" $?
finish

harm=
while read -r name value; do
    for value in 1 $((2 * value < 32767 ? 2 * value : 32767)); do
        [ -n "$(nodes "$program" --"$name=$value" bench 6)" ] || harm="$harm $name=$value"
    done
done <numbers
[ -z "$harm" ]
check "the search works at both ends of each range${harm:+, not with$harm}" $?
conclude
