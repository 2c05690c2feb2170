#!/bin/bash
# Tests what can happen to the program from outside, in every state: long lines, lines in pieces,
# signals, broken and full pipes, closed and full files, absurd sizes. The program must not crash, hang
# or lose a line. Usage: test/programs/hostile_test.sh [PROGRAM]
. "$(dirname "$0")/program.sh"

STATES='idle force thinking pondering analyzing editing paused counting finished'

# Prints the lines that lead into a state.
into() { # STATE
    [ "$1" = counting ] || printf '%s\n' xboard new
    case $1 in
    force) echo force ;;
    thinking) printf '%s\n' 'st 1000' go ;;
    pondering) printf '%s\n' hard 'st 0.1' 'usermove e2e4' 'st 1000' ;;
    analyzing) echo analyze ;;
    editing) printf '%s\n' edit '#' Ke1 ;;
    paused) printf '%s\n' 'st 1000' go pause ;;
    counting) echo 'perft 9' ;;
    finished) printf '%s\n' 'setboard 7k/5KQ1/8/8/8/8/8/8 b - - 0 1' go ;;
    esac
}

enter() { # STATE
    start out 'ping 1'
    await_pong
    into "$1" >&3
    sleep 0.2
}

# Waits for the first pong, as a busy machine may start the program slowly.
await_pong() {
    for _ in {1..100}; do
        grep -q '^pong 1$' out && return
        sleep 0.05
    done
}

# Checks that the program ended in time, with this status and without a message.
ended() { # STATUS NAME
    [ "$status" = "$1" ] && [ "$ms" -lt $LIMIT_MS ] && [ ! -s err ]
    check "$2: $ms ms, status $status" $?
}

signals() {
    local state
    for state in $STATES; do
        for name in TERM HUP; do
            enter "$state"
            kill -$name $pid
            await_end
            exec 3>&-
            ended $((128 + $(kill -l $name))) "SIG$name, $state"
        done
        enter "$state"
        for _ in 1 2 3; do kill -INT $pid; done
        tell resume force 'ping 4711' quit
        await_end
        exec 3>&-
        grep -q '^pong 4711$' out
        check "SIGINT is ignored, $state" $?
    done
    start out
    sleep 1
    kill -INT $pid
    tell 'ping 4711' quit
    await_end
    exec 3>&-
    grep -q '^pong 4711$' out
    check "SIGINT before the first line is ignored" $?
}

half_a_line() {
    local state
    for state in $STATES; do
        enter "$state"
        printf 'usermove e2' >&3
        exec 3>&-
        await_end
        ended 0 "end of input within a line, $state"
    done
}

pieces() {
    local text=$'xboard\nprotover 2\nnew\nforce\nusermove e2e4\r\nusermove e7e5\n\n \t \nusermove e9e4\nping 4711\nquit\n' i
    start out
    for ((i = 0; i < ${#text}; ++i)); do printf '%s' "${text:i:1}" >&3; done
    await_end
    exec 3>&-
    [ "$(tail -n 2 out)" = $'Illegal move: e9e4\npong 4711' ]
    check "input in writes of one byte is read as lines" $?
    start out
    printf 'xboard\nnew\nforce\nuserm' >&3
    sleep 0.1
    printf 'ove e9e4\nping 1\nqu' >&3
    sleep 0.1
    printf 'it\n' >&3
    await_end
    exec 3>&-
    [ "$(cat out)" = $'Illegal move: e9e4\npong 1' ]
    check "lines that arrive in two pieces are joined" $?
    printf 'force\0\nping\0004711\0\nusermove e2\0e4\nquit\n' | "$program" >out
    [ "$(cat out)" = $'pong 4711\nIllegal move: e2 e4' ]
    check "NUL bytes count as blanks" $?
}

floods() {
    local count=50000
    seq -f 'ping %g' $count >pings
    seq -f 'pong %g' $count >pongs
    { echo xboard; cat pings; echo quit; } >lines
    dd if=lines bs=10M 2>/dev/null | "$program" >out
    cmp -s out pongs
    check "$count lines in one write, answered in order" $?
    "$program" <lines >out
    cmp -s out pongs
    check "$count lines from a file, answered in order" $?
    for state in thinking pondering analyzing; do
        { into $state; cat pings; printf '?\nforce\n'; } | "$program" >out
        grep '^pong' out | cmp -s - pongs
        check "$count lines, $state, answered in order" $?
    done
    for prefix in '' 'usermove ' 'ping ' 'setboard '; do
        { printf '%s' "$prefix"; head -c 10000000 /dev/zero | tr '\0' Q; printf '\nforce\nping 4711\nquit\n'; } |
            "$program" >out 2>err
        [ "$(tail -n 1 out)" = 'pong 4711' ] && [ "$(wc -c <out)" -lt 1000 ] && [ ! -s err ]
        check "a line of '$prefix' and 10 MB gets a short answer" $?
    done
    head -c 10000000 /dev/zero | tr '\0' Q | "$program" >out 2>err
    [ $? = 0 ] && [ "$(wc -c <out)" -lt 1000 ] && [ ! -s err ]
    check "10 MB without a newline get a short answer" $?
}

# The longest game that the rules allow has less than 12000 half-moves.
long_lines() {
    local shuffle=' g1f3 g8f6 f3g1 f6g8' game
    game="position startpos moves$(printf "$shuffle%.0s" $(seq 3000))"
    printf 'uci\n%s e2e4\ngo depth 1\nquit\n' "$game" | "$program" >out
    tail -n 1 out | grep -q '^bestmove [a-h][78]'
    check "UCI: after 12001 half-moves Black's move is sent" $?
    printf 'uci\n%s\nposition startpos moves%s%s\ngo depth 1\nquit\n' "$game" "${game#*moves}" "${game#*moves}" | "$program" >out
    [ "$(grep -c '^info string line too long: position startpos moves g1f3 .*\.\.\.$' out)" = 1 ] &&
        [ "$(tail -n 1 out)" = 'bestmove (none)' ]
    check "UCI: a too long position is refused, and go answers (none)" $?
    { printf 'xboard\nnew\nsd 1\nusermove e2e4'; head -c 100000 /dev/zero | tr '\0' ' '; printf '\nping 1\nquit\n'; } | "$program" >out
    [ "$(cat out)" = $'Error (line too long): usermove e2e4'"$(printf '%87s...' '')"$'\npong 1' ]
    check "a too long command is refused as a whole" $?
}

# The host closes the pipe of the program's output and keeps the pipe of its input open.
broken_pipe() { # NAME LAST_LINE LINES...
    local name=$1 last=$2
    shift 2
    converse "$@"
    sleep 0.2
    exec 4<&-
    [ -z "$last" ] || tell "$last"
    await_end
    exec 3>&-
    ended 1 "the host closes the program's output, $name"
}

broken_pipes() {
    broken_pipe "idle" 'ping 1' xboard
    broken_pipe "thinking" '?' xboard new 'st 1000' go
    broken_pipe "thinking aloud" '' xboard new post 'st 1000' go
    broken_pipe "analyzing" '.' xboard new analyze
    broken_pipe "pondering" 'ping 1' xboard new hard 'st 0.1' 'usermove e2e4' 'st 1000'
    converse xboard new 'st 1000' go
    exec 4<&-
    tell quit
    await_end
    exec 3>&-
    ended 0 "the host closes the program's output, then sends quit"
    trap '' PIPE # as XBoard starts engines
    broken_pipe "with SIGPIPE ignored" '?' xboard new 'st 1000' go
    trap - PIPE
}

# Succeeds if the program sleeps. Tries for five seconds, as the machine may be slow.
sleeps() {
    for _ in {1..50}; do
        [ "$(awk '{ print $3 }' /proc/$pid/stat)" = S ] && return 0
        sleep 0.1
    done
    return 1
}

# The host does not read, and 64 kB of answers fill the pipe.
deaf_host() {
    local answers slept reader
    answers=$(seq -f 'ping %07g.................................................................................' 3000)
    for state in idle thinking pondering analyzing; do
        converse
        into $state >&3
        tell "$answers" quit
        await_end
        exec 3>&- 4<&-
        ended 1 "a host that does not read, quit, $state"
        converse
        into $state >&3
        tell "$answers"
        exec 3>&-
        await_end
        exec 4<&-
        ended 1 "a host that does not read, end of input, $state"
    done
    converse
    for _ in 1 2 3 4 5 6 7 8; do echo "$answers"; done >&3 & # more than the program reads ahead
    exec 3>&-
    sleep 0.5
    kill -KILL $! && wait $! 2>/dev/null
    await_end
    exec 4<&-
    ended 1 "a host that does not read is killed"
    converse
    into force >&3
    tell "$answers" new 'st 0.1' go
    sleep 0.5
    sleeps
    slept=$?
    cat <&4 >late &
    reader=$!
    for _ in {1..300}; do
        grep -q '^move ' late && break
        sleep 0.1
    done
    finish && wait $reader && [ $slept = 0 ] && [ "$(wc -l <late)" = 3001 ] &&
        [[ $(tail -n 1 late) == move* ]] && head -n 3000 late | cut -c 1-12 | cmp -s - <(seq -f 'pong %07g' 3000)
    check "a host that reads late gets every line" $?
}

closed_files() {
    (exec <&-; timeout 9 "$program" >out 2>err)
    check "closed standard input: status 0" $?
    (exec >&-; printf 'xboard\nping 1\nquit\n' | timeout 9 "$program" 2>err)
    [ $? = 1 ] && [ ! -s err ]
    check "closed standard output: status 1" $?
    [ -e /dev/full ] || return
    for state in $STATES; do
        start /dev/full
        into "$state" >&3
        tell '?' 'ping 1'
        [ "$state" = pondering ] || tell resume force
        await_end
        exec 3>&-
        ended 1 "standard output on a full device, $state"
    done
    "$program" --help >/dev/full 2>err
    check "standard output on a full device, --help: status 1" $(($? != 1))
}

sizes() {
    for line in 'memory 0' 'memory -5' 'memory 99999999' 'memory 99999999999999999999' 'memory x' memory \
        'cores 0' 'cores -1' 'cores 99999' 'cores x' cores 'option MultiPV=99999999999' 'sd 99999999999' \
        'level 0 0 0' 'level 99999999999 99999999999 99999999999' 'time 0' 'time -99999999999999999999'; do
        converse xboard new 'st 0.1' 'sd 3' "$line" new 'st 0.1' 'sd 3' "$line" 'usermove e2e4'
        hears '^move ' && tell 'ping 1' && hears '^pong 1$' && finish
        check "$line: a move comes all the same" $?
    done
}

signals
half_a_line
pieces
floods
long_lines
broken_pipes
deaf_host
closed_files
sizes

conclude
