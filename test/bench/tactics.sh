#!/bin/bash
# Counts the positions of test/bench/tactics.epd that one thread solves in SECONDS each, and prints the
# unsolved ones. A position is solved if the move played is its best move.
# Usage: test/bench/tactics.sh [PROGRAM [SECONDS [FILE]]]
export XDG_CONFIG_HOME=/dev/null # no settings of the user
unset CDPATH
root=$(cd "$(dirname "$0")/../.." && pwd)
program=$(realpath "${1:-$root/overtime}")
seconds=${2:-1}
file=${3:-$root/test/bench/tactics.epd}
[ -x "$program" ] || { echo "no program $program" >&2; exit 2; }
[[ $seconds =~ ^[0-9]+(\.[0-9]+)?$ ]] || { echo "not a time: $seconds" >&2; exit 2; }
[ -r "$file" ] || { echo "cannot read $file" >&2; exit 2; }

coproc ENGINE { exec "$program"; }
say() { printf '%s\n' "$@" >&"${ENGINE[1]}"; }

# The first move of a variation, without marks such as + and !.
first_move() { sed -E 's/[+#?!]*$//' <<<"${1%% *}"; }

say xboard 'protover 2' 'accepted done' easy post 'cores 1'
solved=0
count=0
while read -r pieces turn castling passant _ best _; do
    best=${best%;}
    say new force "setboard $pieces $turn $castling $passant 0 1" "st $seconds" go
    found=
    while read -r -t 60 -u "${ENGINE[0]}" line; do
        case $line in
        'move '*) break ;;
        Error* | Illegal*) echo "$line" >&2; exit 1 ;;
        esac
        [[ $line =~ ^[0-9]+\ -?[0-9]+\ [0-9]+\ [0-9]+\ (.+)$ ]] &&
            found=$(first_move "${BASH_REMATCH[1]}")
    done
    count=$((count + 1))
    if [ "$found" = "$(first_move "$best")" ]; then
        solved=$((solved + 1))
    else
        echo "$pieces $turn $castling $passant: $found, not $best"
    fi
done <"$file"
say quit
wait
awk -v s=$solved -v n=$count -v t="$seconds" \
    'BEGIN { printf "%d of %d solved in %s s each, %.1f %%\n", s, n, t, n ? 100 * s / n : 0 }'
