#!/bin/bash
# Bad input of kinds that have crashed other engines: the program must answer as the protocol
# says, and go on. Usage: test/programs/bad_input.sh [PROGRAM]
. "$(dirname "$0")/program.sh"

# Succeeds if the program answers a ping.
alive() {
    tell 'ping 4711'
    hears '^pong 4711$'
}

# Each line is the reason for a refusal (a regular expression) and an impossible or malformed position.
BAD_FENS='king missing	8/8/8/8/8/8/8/8 w - - 0 1
king missing	8/8/8/8/8/8/8/4K3 w KQkq - 0 1
more than one king	4k3/8/8/8/8/8/8/3KK3 w - - 0 1
pawn on the first or last rank	P3k3/8/8/8/8/8/8/4K3 w - - 0 1
side not on move is in check	4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1
too many p	rnbqkbnr/pppppppp/qqqqqqqq/qqqqqqqq/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
rank too long	rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
rank too short	rnbqkbnr/pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
fewer than eight ranks	rnbqkbnr/pppppppp w KQkq - 0 1
unknown piece letter	xnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
side to move is neither w nor b	rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1
empty	'

bad_fens() {
    local reason fen named=0 up=0 count=0
    while IFS=$'\t' read -r reason fen; do
        count=$((count + 1))
        converse xboard new force "setboard $fen" go 'usermove e2e4' 'st 0.01'
        alive && up=$((up + 1))
        [[ $heard =~ ^'tellusererror Illegal position ('${reason}[^$'\n']*$'\nError (command not legal now): go\nIllegal move: e2e4\n'$ ]] &&
            tell new 'usermove e2e4' && hears '^move ' && finish && named=$((named + 1))
        exec 3>&- 4<&-
    done <<<"$BAD_FENS"
    [ $count = 12 ] && [ $up = 12 ]
    check "bad position, then go: the program answers a ping, $up of $count positions" $?
    [ $named = 12 ]
    check "bad position: refused for the right reason, and after new the program plays, $named of $count" $?
    converse xboard force "setboard $(head -c 10000 /dev/zero | tr '\0' 8)" go
    alive && [[ $heard == 'tellusererror Illegal position ('* ]] && finish
    check "a position of 10 KB is refused: ${heard%%)*})" $?
}

illegal_moves() {
    local move answered=0 count=0
    for move in e2e5 e7e5 e1g1 a1a1 h9h9 zzzz e2e4e5 e7e8q O-O-O '@@@@'; do
        count=$((count + 1))
        converse xboard new force "usermove $move"
        alive && [ "$heard" = "Illegal move: $move"$'\n' ] && finish && answered=$((answered + 1))
        exec 3>&- 4<&-
    done
    [ $answered = $count ]
    check "an illegal move is answered Illegal move: MOVE, $answered of $count" $?
}

odd_line() { # NUMBER
    case $1 in
    1) echo 'the quick brown fox jumps over the lazy dog' ;;
    2) head -c 2000 /dev/urandom | tr -d '\n' ;;
    3) printf 'fo\0rce\0\0' ;;
    4) printf 'force\r' ;;
    5) printf '%%n%%s%%n%%s%%x' ;;
    6) head -c 500 /dev/zero | tr '\0' a ;;
    7) head -c 5000 /dev/zero | tr '\0' a ;;
    8) head -c 1000000 /dev/zero | tr '\0' a ;;
    9) printf '   \t  ' ;;
    10) printf 'option =\noption\nlevel\nst\nsd\nusermove\nsetboard\nprotover x\naccepted' ;;
    esac
    echo
}

odd_lines() {
    local i up=0
    for i in 1 2 3 4 5 6 7 8 9 10; do
        converse xboard new
        odd_line $i >&3
        tell new 'st 0.01' 'usermove e2e4'
        hears '^move ' && alive && finish && up=$((up + 1))
        exec 3>&- 4<&-
    done
    [ $up = 10 ]
    check "odd lines: after each the program answers and plays, $up of 10" $?
}

# Ends the program by `quit` and by the end of input; both must take effect in time and with status 0.
leaving() { # NAME LINES...
    local name=$1 end worst=0 good=0
    shift
    for end in quit eof quit eof; do
        start out "$@"
        sleep 0.2
        [ $end = eof ] || tell quit
        exec 3>&-
        await_end
        [ "$status" = 0 ] && [ $ms -lt $LIMIT_MS ] && good=$((good + 1))
        [ $ms -le $worst ] || worst=$ms
    done
    [ $good = 4 ]
    check "quit and end of input end it with status 0, $name: $worst ms at worst" $?
}

# Sends LINES, then LAST_LINE, after which the program must send a line that matches PATTERN.
answers() { # NAME PATTERN LAST_LINE LINES...
    local result said leave=(force 'ping 1')
    [ "$4" != uci ] || leave=(stop ucinewgame isready)
    converse "${@:4}"
    sleep 0.2
    tell "$3"
    hears "$2" && result=0 || result=1
    said="${line:0:40}, $ms ms"
    [ $result = 0 ] && tell "${leave[@]}" && hears '^(pong 1|readyok)$' && finish
    check "$1: $said" $?
    exec 3>&- 4<&-
}

play() {
    local thinking=(xboard new 'st 1000' go)
    answers "the handshake" '^feature done=1$' 'protover 2' xboard
    answers "? during a search" '^move ' '?' "${thinking[@]}"
    converse "${thinking[@]}" 'ping 1'
    sleep 0.2
    tell '?'
    hears '^(move|pong)' && [[ $line == move* ]] && hears '^pong 1$' && finish
    check "ping while thinking is answered after the move" $?
    answers "ping in analysis" '^pong 5$' 'ping 5' xboard new analyze
    answers ". in analysis" '^stat01: [0-9]+ [0-9]+ [0-9]+ [0-9]+ 20 [a-hNO]' . xboard new analyze
    answers "ping while pondering" '^pong 5$' 'ping 5' xboard new hard 'st 0.1' 'usermove e2e4' 'st 1000'
    answers "st 0" '^move ' 'usermove e2e4' xboard new 'st 0'
    answers "st 0.5" '^move ' 'usermove e2e4' xboard new 'st 0.5'
    answers "level after st" '^move ' 'usermove e2e4' xboard new 'st 8' 'level 0 0:05 0'
    answers "st after level" '^move ' 'usermove e2e4' xboard new 'level 0 100 0' 'st 0.3'
    answers "sd 4" '^move ' 'usermove e2e4' xboard new 'sd 4'
    answers "level foo bar" '^Error \(bad argument\): level foo bar$' 'level foo bar' xboard new
    answers "an unknown option" '^Error \(unknown option\): option Bogus=1$' 'option Bogus=1' xboard new
    answers "memory 0, -5, 99999999, then a move" '^move ' 'usermove e2e4' xboard 'memory 0' 'memory -5' \
        'memory 99999999' new 'st 0.1'
    answers "go when mated" '^0-1 \{Black mates\}$' go xboard new \
        'setboard rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3'
    answers "go when stalemated" '^1/2-1/2 \{Stalemate\}$' go xboard new 'setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'
}

# Bad input, answers and ends in UCI.
uci() {
    converse uci
    hears '^uciok$' && tell uci && hears '^uciok$' && finish
    check "UCI: handshake, twice: $line" $?
    answers "UCI: stop during an infinite search" '^bestmove ' stop uci 'go infinite'
    answers "UCI: isready during a search" '^readyok$' isready uci 'go movetime 1000000'
    answers "UCI: go movetime 300" '^bestmove ' 'go movetime 300' uci 'position startpos moves e2e4'
    answers "UCI: a position of 10 KB" '^info string illegal position ' \
        "position fen $(head -c 10000 /dev/zero | tr '\0' 8)" uci isready
    leaving "UCI: idle" uci
    leaving "UCI: searching" uci 'go infinite'
    leaving "UCI: pondering" uci 'go ponder wtime 100000 btime 100000'
    leaving "UCI: a finished infinite search" uci 'go infinite depth 1'
}

idle_cost() {
    [ -r /proc/self/stat ] || return
    local before after
    converse xboard new hard easy 'st 0.05' 'usermove e2e4'
    hears '^move '
    before=$(awk '{ print $14 + $15 }' /proc/$pid/stat)
    sleep 1
    after=$(awk '{ print $14 + $15 }' /proc/$pid/stat)
    [ $((after - before)) -le 2 ] && finish
    check "easy: no search on the opponent's time: $((after - before)) hundredths of a second" $?
}

bad_fens
illegal_moves
odd_lines
leaving idle xboard
leaving thinking xboard new 'st 100' go
leaving analyzing xboard new analyze
leaving pondering xboard new hard 'st 0.1' 'usermove e2e4' 'st 100'
leaving editing xboard edit '#'
play
uci
idle_cost

conclude
