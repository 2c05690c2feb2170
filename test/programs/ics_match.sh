#!/bin/bash
# Two XBoards (-ics -zp) with Overtime play each other on the chess server of ics_server.py, under a
# virtual display: a win, a draw by agreement, an adjourned and resumed game, a loss on time, a
# resignation. Fails on an Error line, an illegal move, a loss on time of a program that runs, an
# unasked message to the opponent, and a game that does not end.
# Usage: test/programs/ics_match.sh [long]      takes a minute; long plays whole games too, in ten minutes or more
# Environment: ENGINE, the program to test (default ./overtime); KEEP, a folder for the logs.
export LC_ALL=C PATH=$PATH:/usr/games XDG_CONFIG_HOME=/dev/null # and no settings of the user
unset CDPATH
root=$(cd "$(dirname "$0")/../.." && pwd)
engine=$(realpath "${ENGINE:-$root/overtime}")
[ -x "$engine" ] || { echo "no program $engine" >&2; exit 2; }
. "$root/test/check.sh"
. "$root/test/programs/need.sh"
need xboard xboard
need xvfb-run xvfb
need python3 python3
[ -n "${ICS_DISPLAY:-}" ] || ICS_DISPLAY=1 exec xvfb-run -a bash "$0" "$@"

work=$(mktemp -d) || exit 2
players=() server=

stop() {
    local pid
    for pid in "${players[@]}" $server; do kill "$pid" 2>/dev/null && wait "$pid" 2>/dev/null; done
    players=() server=
}

cleanup() {
    stop
    if [ -n "${KEEP:-}" ]; then mkdir -p "$KEEP" && cp "$work"/*.log "$KEEP"; fi
    rm -rf "$work"
}
trap cleanup EXIT
cd "$work" || exit 2

# ---- the programs

start_player() { # NAME PORT; lines written to ${typed[NAME]} are typed at this XBoard's server window
    local name=$1
    printf '%s\nsecret\n' "$name" >"$name.logon"
    printf '#!/bin/sh\necho $$ >%s.pid\nexec "%s"\n' "$name" "$engine" >"$name.sh"
    chmod +x "$name.sh"
    mkfifo "$name.typed"
    exec {typed[$name]}<>"$name.typed"
    xboard -debug -nameOfDebugFile "$name.$session.log" -ics -icshost 127.0.0.1 -icsport "$2" -zp \
        -fcp "./$name.sh" -fd "$work" -icslogon "$name.logon" -zippyAdjourn true -zippyAbort true -autoflag \
        -soundProgram true -autoInstall '' -popupExitMessage false -settingsFile settings -saveSettingsOnExit false \
        <"$name.typed" >"$name.out" 2>&1 &
    players+=($!)
}

start_session() { # SERVER OPTION...
    session=$((${session:-0} + 1)) seen=0
    log=server.$session.log
    : >settings
    python3 -B -u "$root/test/programs/ics_server.py" "$@" >"$log" 2>&1 &
    server=$!
    await 10 '^port ' || { fail "no server"; exit 1; }
    local port name
    port=$(sed -n 's/^port //p' "$log")
    for name in Alpha Beta; do
        start_player "$name" "$port"
    done
    for name in Alpha Beta; do
        await 20 "> $name: Style 12" || { fail "$name has not logged in"; exit 1; }
        # Waits for the engine, as XBoard takes no challenge before that is ready.
        for _ in {1..100}; do grep -q '<first *: pong' "$name.$session.log" || sleep 0.1; done
    done
}

# The engines must end with their XBoards, and the logs must show no error and no unasked message.
end_session() {
    local name pid
    stop
    for name in Alpha Beta; do
        pid=$(cat "$name.pid")
        for _ in {1..20}; do kill -0 "$pid" 2>/dev/null && sleep 0.1; done
        ! kill "$pid" 2>/dev/null
        check "the engine of $name ends with its XBoard" $?
        rm -f "$name.typed"
        forbid "$name: no error from the engine" '^[0-9]+ <first *: *(Error|Illegal|tell)' "$name.$session.log"
        forbid "$name: no error in XBoard" 'exited unexpectedly|Failed to parse|parse move|Illegal move from|Error gathering|Gap in' "$name.$session.log"
    done
    forbid "no error in the server" 'Traceback|Illegal move|It is not your move' "$log"
    forbid "no message to the opponent" '^ *[0-9.]+ < [A-Za-z]+: \$?(say|tell|kibitz|whisper|shout|message)' "$log"
}

forbid() { # NAME PATTERN FILE
    check_no_lines "$1" < <(grep -aE "$2" "$3" | head -n 5)
}

# ---- the players

declare -A typed
declare -A rival=([Alpha]=Beta [Beta]=Alpha)

say() { # NAME TEXT
    echo "$2" >&"${typed[$1]}"
}

# Marks the end of the server's log; since() shows what comes after the mark.
mark() {
    seen=$(wc -l <"$log")
}

since() {
    tail -n "+$((seen + 1))" "$log"
}

await() { # SECONDS PATTERN [TIMES]
    local end=$((SECONDS + $1))
    until [ "$(since | grep -acE -- "$2")" -ge "${3:-1}" ]; do
        [ $SECONDS -lt $end ] || return 1
        sleep 0.2
    done
}

await_moves() { # NUMBER
    await 60 '< [A-Za-z]+: ([a-h][1-8][a-h][1-8]|o-o)' "$1" || fail "no $1 moves: $(tail -n 1 "$log")"
}

begin() { # NAME TERMS
    mark
    say "$1" "match ${rival[$1]} $2"
    await 10 '= start' || fail "the game $2 has not begun"
}

# Both players ask until the game ends, because a move made between the two requests declines the first
# one.
agree() { # WHAT
    for _ in {1..20}; do
        say Alpha "$1"
        say Beta "$1"
        await 3 '= end' && return
    done
}

# The game must end within SECONDS, and its result must match PATTERN.
expect() { # SECONDS PATTERN
    local end
    await "$1" '= end' || fail "the game has not ended within $1 s"
    end=$(since | sed -n 's/.*= end Game [0-9]* //p' | head -n 1)
    grep -qE -- "$2" <<<"$end"
    check "$end ($2)" $?
    sleep 1 # time for both engines to get ready for the next game
}

# ---- the games

win() { # NAME
    begin "$1" "0 1 endings kqk"
    expect 60 '1-0 .*checkmated'
}

adjourn_then_draw() {
    begin Alpha "0 1"
    await_moves 5
    agree adjourn
    expect 1 'adjourned by mutual agreement'
    begin Alpha ""
    since | grep -q 'start.*after [1-9][0-9]* half-moves'
    check "the adjourned game is resumed" $?
    await_moves 3
    for _ in {1..20}; do
        say Alpha draw
        await 3 '= end' && break
        say Beta draw
        await 3 '= end' && break
    done
    expect 1 'drawn by mutual agreement'
}

lose_on_time() { # the program of Beta hangs
    mark
    say Beta "seek 0 1"
    await 5 'respond' || fail "no seek"
    say Alpha "play 1"
    await 5 '= start' || fail "the game has not begun"
    await_moves 4
    kill -STOP "$(cat Beta.pid)"
    expect 60 'Beta forfeits on time'
    kill -CONT "$(cat Beta.pid)"
    sleep 1
}

resign() { # Beta, while Alpha thinks
    begin Beta "1 0"
    await_moves 3
    say Beta resign
    expect 5 '0-1 .*Beta resigns'
}

abort_game() {
    begin Alpha "2 0"
    await_moves 1
    agree abort
    expect 1 'aborted by mutual agreement'
}

claim_draw() { # without an offer, by repetition or the fifty-move rule
    begin Alpha "0 1 endings krkr"
    expect 300 '1/2-1/2 .*Game drawn by (repetition|the 50 move rule)'
}

whole_game() { # NAME TERMS LIMIT
    begin "$1" "$2"
    expect "$3" '(1-0|0-1|1/2-1/2) .*(checkmated|drawn|mating material)'
    check_no_lines "nobody lost on time" < <(since | grep '= end' | grep -E 'forfeits|out of time')
}

echo "a server with whole seconds"
start_session --seconds
win Alpha
adjourn_then_draw
lose_on_time
resign
win Beta
end_session
if [ "${1:-}" = long ]; then
    start_session --seconds
    abort_game
    claim_draw
    whole_game Alpha "1 0" 150
    whole_game Beta "0 1" 600
    whole_game Alpha "1 0 wild 8" 150
    end_session
    echo "a server with milliseconds and 150 ms of network lag"
    start_session --lag 150
    win Beta
    whole_game Alpha "1 0" 150
    whole_game Beta "1 1" 900
    end_session
fi
conclude
