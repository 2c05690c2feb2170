#!/bin/bash
# Overtime plays a match against Fairy-Max in XBoard under a virtual display. Reads the games and
# XBoard's debug file, and fails if a game has no result, or if Overtime lost on time, played an illegal
# move, claimed a wrong result, sent an Error line or crashed.
# Usage: test/programs/xboard_match.sh [GAMES [MINUTES:SECONDS [INCREMENT]]]     default 4 1:0 1
# Environment: ENGINE, the program to test (default ./overtime); KEEP, a folder for the two files.
export LC_ALL=C PATH=$PATH:/usr/games XDG_CONFIG_HOME=/dev/null # and no settings of the user
unset CDPATH
root=$(cd "$(dirname "$0")/../.." && pwd)
engine=$(realpath "${ENGINE:-$root/overtime}")
games=${1:-4} control=${2:-1:0} increment=${3:-1}
[ -x "$engine" ] || { echo "no program $engine" >&2; exit 2; }

. "$root/test/check.sh"
. "$root/test/programs/need.sh"
need xboard xboard
need xvfb-run xvfb
need fairymax fairymax

# The time limit of the match: 100 moves of each side per game, and 30 s to start.
minutes=${control%%:*} seconds=0
case $control in *:*) seconds=${control#*:} ;; esac
limit=$(awk -v g="$games" -v b="$((minutes * 60 + seconds))" -v i="$increment" \
    'BEGIN { print int(g * (2 * b + 200 * i + 30) + 30) }')

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2

# Fairy-Max 5.0b sometimes crashes if its addresses are randomized.
opponent=fairymax
setarch -R true 2>/dev/null && opponent="setarch -R fairymax"

# XBoard adjudicates nothing: the engines claim the results, and it checks the claims.
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
    echo "the opponent crashed in attempt $attempt"
done
if [ -n "${KEEP:-}" ]; then mkdir -p "$KEEP" && cp debug games.pgn output "$KEEP" 2>/dev/null; fi

[ $status != 124 ] && [ $status != 137 ]
check "the match ended within $limit s" $?
[ -s debug ] || tail -n 3 output
[ -s debug ]
check "XBoard wrote its debug file" $?
finished=$(grep -cE '^\[Result "(1-0|0-1|1/2-1/2)"\]' games.pgn 2>/dev/null)
[ "${finished:-0}" = "$games" ]
check "${finished:-0} of $games games ended with a result" $?
# One line a game, as it ended for Overtime: "won {COMMENT}", "drawn {COMMENT}" or "lost {COMMENT}".
endings() {
    awk '/^\[White "/ { white = $0 } /^\[/ { text = ""; next } { text = text " " $0 }
         match($0, /(1-0|0-1|1\/2-1\/2|\*)$/) {
             result = substr($0, RSTART); sub(/} [^}]*$/, "", text); sub(/.*{/, "", text)
             mine = white ~ /Fairy-Max/ ? "0-1" : "1-0"
             print (result == mine ? "won" : result == "1/2-1/2" ? "drawn" : "lost") " {" text "}"
             text = "" }' games.pgn 2>/dev/null
}
check_no_lines "Overtime lost no game except by mate or resignation" < <(
    endings | grep -E '^lost' | grep -vE '\{(White|Black) mates\}|\{(White|Black) resigns\}')
endings | grep -E '^(won|drawn)' | grep -iE 'forfeit|illegal|false|on time|program' | sed "s/^/the opponent's fault: /"
# In the debug file "first" marks the lines of Overtime, which is the first program in every game.
check_no_lines "Overtime sent no Error and no Illegal move" < <(grep -aE '^[0-9]+ <first *: *(Error|Illegal)' debug | head -n 5)
check_no_lines "no false claims or crashes in the debug file" < <(
    grep -aiE 'first.*(exited unexpectedly|program exited)|(false|illegal).*(claim|move).*(first|Overtime)' debug | head -n 5)

echo "$games games at $control + $increment: $(grep -h '^\[Result' games.pgn 2>/dev/null | sort | uniq -c |
    sed -E 's/ *([0-9]+) \[Result "(.*)"\]/\1 x \2/' | paste -sd, | sed 's/,/, /g')"
conclude
