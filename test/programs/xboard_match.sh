#!/bin/bash
# A match of Overtime against Fairy-Max in real XBoard under a virtual display. Reads the games and
# XBoard's debug file and fails on anything an engine must not do: a game without result, a time
# forfeit, an illegal move, a false claim, an Error line, a dead engine.
# Usage: test/programs/xboard_match.sh [GAMES [MINUTES:SECONDS [INCREMENT]]]     default 4 1:0 1
# Environment: ENGINE, the program to test (default ./overtime); KEEP, a folder for the two files.
export LC_ALL=C PATH=$PATH:/usr/games XDG_CONFIG_HOME=/dev/null # and no settings of the user
unset CDPATH
root=$(cd "$(dirname "$0")/../.." && pwd)
engine=$(realpath "${ENGINE:-$root/overtime}")
games=${1:-4} control=${2:-1:0} increment=${3:-1}
[ -x "$engine" ] || { echo "no program $engine" >&2; exit 2; }

. "$root/test/programs/need.sh"
need xboard xboard
need xvfb-run xvfb
need fairymax fairymax

# The longest a match may take: 100 moves of each side and something for the start, per game.
minutes=${control%%:*} seconds=0
case $control in *:*) seconds=${control#*:} ;; esac
limit=$(awk -v g="$games" -v b="$((minutes * 60 + seconds))" -v i="$increment" \
    'BEGIN { print int(g * (2 * b + 200 * i + 30) + 30) }')

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2

# Fairy-Max 5.0b dies now and then where the system puts it at random addresses.
opponent=fairymax
setarch -R true 2>/dev/null && opponent="setarch -R fairymax"

# XBoard rules on nothing itself: the games end by what the engines claim, and it checks the claims.
play() {
    rm -f debug games.pgn
    timeout -k 5 "$limit" xvfb-run -a xboard -debug -nameOfDebugFile debug \
        -fcp "$engine" -fd "$work" -scp "$opponent" -sd "$work" -saveGameFile games.pgn \
        -tc "$control" -inc "$increment" -mps 0 -autoflag -matchGames "$games" -xexit \
        -testClaims true -checkMates false -materialDraws false -trivialDraws false \
        -soundProgram true -autoInstall '' -popupExitMessage false -settingsFile settings -saveSettingsOnExit false \
        </dev/null >output 2>&1
}
for attempt in 1 2 3; do
    play
    status=$?
    grep -qs 'second chess program' games.pgn || break
    echo "the opponent died in attempt $attempt"
done
if [ -n "${KEEP:-}" ]; then mkdir -p "$KEEP" && cp debug games.pgn output "$KEEP" 2>/dev/null; fi

failures=0
fail() {
    echo "FAIL: $1"
    failures=$((failures + 1))
}
[ $status = 124 ] || [ $status = 137 ] && fail "the match did not end within $limit s"
[ -s debug ] || fail "XBoard left no debug file: $(tail -n 3 output)"
[ -s games.pgn ] || fail "no game was saved"
finished=$(grep -cE '^\[Result "(1-0|0-1|1/2-1/2)"\]' games.pgn 2>/dev/null)
[ "${finished:-0}" = "$games" ] || fail "${finished:-0} of $games games ended with a result"
# How each game ended, as "OPPONENT'S RESULT COMMENT": a fault of the opponent's is none of ours.
endings() {
    awk '/^\[White "/ { white = $0 } /^\[/ { text = ""; next } { text = text " " $0 }
         match($0, /(1-0|0-1|1\/2-1\/2|\*)$/) {
             result = substr($0, RSTART); sub(/} [^}]*$/, "", text); sub(/.*{/, "", text)
             mine = white ~ /Fairy-Max/ ? "0-1" : "1-0"
             print (result == mine ? "won" : result == "1/2-1/2" ? "drawn" : "lost") " {" text "}"
             text = "" }' games.pgn 2>/dev/null
}
while read -r line; do fail "a game was $line"; done < <(
    endings | grep -E '^lost' | grep -vE '\{(White|Black) mates\}|\{(White|Black) resigns\}')
while read -r line; do echo "the opponent's fault: $line"; done < <(
    endings | grep -E '^(won|drawn)' | grep -iE 'forfeit|illegal|false|on time|program')
# Overtime is the first program in every game: what it says stands behind "first".
while read -r line; do fail "from the engine: $line"; done < <(
    grep -aE '^[0-9]+ <first *: *(Error|Illegal)' debug | head -n 5)
while read -r line; do fail "in the debug file: $line"; done < <(
    grep -aiE 'first.*(exited unexpectedly|program exited)|(false|illegal).*(claim|move).*(first|Overtime)' debug | head -n 5)

echo "$games games at $control + $increment: $(grep -h '^\[Result' games.pgn 2>/dev/null | sort | uniq -c |
    sed -E 's/ *([0-9]+) \[Result "(.*)"\]/\1 x \2/' | paste -sd, | sed 's/,/, /g'), $failures failures"
exit $((failures > 0))
