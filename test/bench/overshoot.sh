#!/bin/bash
# Measures how late moves are: the time from the limit that ended the search (NormalMoveTime or
# ExtendMaxMoveTime) to the move, from the program's `# tm` lines, in whole milliseconds. Moves whose
# search ended before a limit do not count. Needs an idle machine; BUSY=4 in the environment runs four
# busy loops beside it.
# Usage: [BUSY=N] test/bench/overshoot.sh [PROGRAM [MOVES [OPTION=VALUE...]]]
export XDG_CONFIG_HOME=/dev/null # no settings of the user
unset CDPATH
root=$(cd "$(dirname "$0")/../.." && pwd)
program=$(realpath "${1:-$root/overtime}")
moves=${2:-2000}
shift $(($# < 2 ? $# : 2))
[ -x "$program" ] || { echo "no program $program" >&2; exit 2; }
[[ $moves =~ ^[1-9][0-9]*$ ]] || { echo "not a number of moves: $moves" >&2; exit 2; }
overshoots=$(mktemp) || exit 2
loops=()
trap 'kill "${loops[@]}" 2>/dev/null; rm -f "$overshoots"' EXIT
for ((i = 0; i < ${BUSY:-0}; i++)); do
    while :; do :; done &
    loops+=($!)
done

coproc ENGINE { exec "$program"; }
engine=$ENGINE_PID # the shell unsets it when the program ends
say() { printf '%s\n' "$@" >&"${ENGINE[1]}"; }

say xboard 'protover 2' 'accepted debug' 'accepted done' easy
say 'option Controller=rival(doubt=0)' # otherwise the limit is not the N of the line
for option in "$@"; do say "option $option"; done
RANDOM=1 # the same clocks every time
counted=0
played=60
while [ $counted -lt "$moves" ]; do
    if [ $played -ge 60 ]; then
        say new 'level 0 1 0'
        played=0
    fi
    centiseconds=$((100 + RANDOM % 500))
    say "time $centiseconds" "otim $centiseconds" go
    played=$((played + 1))
    while :; do
        read -r -t 60 -u "${ENGINE[0]}" line || { echo "no answer to go" >&2; exit 1; }
        case $line in
        '# tm '*) break ;;
        1-0* | 0-1* | 1/2-1/2* | Error* | resign*) played=60; break ;;
        esac
    done
    [[ $line =~ \ N=([0-9]+)\ E=([0-9]+)\ used=([0-9]+)\ stop=(normal|extend)\  ]] || continue
    limit=${BASH_REMATCH[1]}
    [ "${BASH_REMATCH[4]}" = extend ] && limit=${BASH_REMATCH[2]}
    echo $((BASH_REMATCH[3] - limit)) >>"$overshoots"
    counted=$((counted + 1))
done
say quit
wait "$engine"

sort -n "$overshoots" | awk '
    { late[NR] = $1 }
    function at(share) { place = int(NR * share + 0.999); return late[place < 1 ? 1 : place] }
    END { printf "%d moves: median %d ms, 99 %% %d ms, worst %d ms\n", NR, at(0.5), at(0.99), late[NR] }'
