#!/bin/bash
# Tests the program through its pipes: how it starts, and ends in every state, garbage as input,
# processor time while idle, and the command line. Usage: test/programs/binary_test.sh [PROGRAM]
. "$(dirname "$0")/program.sh"

# Brings the program into a state, then ends it by `quit` or by the end of its input.
ends() { # NAME END SETUP...
    local name=$1 end=$2
    shift 2
    start out "$@"
    case $name in
    *flood*) ;;
    thinking* | pondering | analyzing | counting* | running*)
        sleep 0.3
        works
        check "$name: uses processor time" $?
        ;;
    *) sleep 0.3 ;;
    esac
    [ "$end" = eof ] || tell quit
    exec 3>&-
    await_end 20000
    [ $status = 0 ] && [ $ms -lt $LIMIT_MS ] && [ ! -s err ]
    check "$name, then $end ends it: $ms ms, status $status" $?
}

# Prints the processor time of a process in hundredths of a second.
ticks() { awk '{ sub(/.*\) /, ""); print $12 + $13 }' "/proc/$1/stat"; }

works() {
    [ -r /proc/self/stat ] || return 0
    local before now
    before=$(ticks $pid)
    for _ in {1..20}; do
        sleep 0.1
        now=$(ticks $pid) && [ -n "$now" ] || return 1
        [ "$now" -le $((before + 2)) ] || return 0
    done
    return 1
}

pings() { seq -f 'ping %g' 20000; }

start_up() {
    local best=999999 ms start
    for _ in 1 2 3 4 5; do
        start=$(now_us)
        printf 'xboard\nprotover 2\nquit\n' | "$program" >out
        ms=$((($(now_us) - start) / 1000))
        [ $ms -lt $best ] && best=$ms
    done
    [ $best -lt $LIMIT_MS ] && [ "$(tail -n 1 out)" = 'feature done=1' ]
    check "start, feature done=1 and quit: $best ms, the best of 5" $?
}

idle() {
    [ -r /proc/self/stat ] || return
    rm -f in
    mkfifo in
    "$program" <in >out &
    local pid=$! before after
    exec 3>in
    printf 'xboard\nprotover 2\nnew\nsd 1\nusermove e2e4\n' >&3
    sleep 0.5
    before=$(ticks $pid)
    sleep 1
    after=$(ticks $pid)
    exec 3>&-
    wait $pid && grep -q '^move ' out && [ $((after - before)) -le 2 ]
    check "idle for a second: $((after - before)) hundredths of a second of processor time" $?
}

paused() {
    local before after
    converse xboard new 'st 0.5' go pause
    sleep 0.3
    before=$(ticks $pid)
    sleep 1
    after=$(ticks $pid)
    ! read -r -t 0 -u 4
    check "paused for a second: no move, $((after - before)) hundredths of a second of processor time" \
        $(($? != 0 || after - before > 2))
    tell resume
    hears '^move ' && finish
    check "a move comes after resume" $?
}

# Sends standard input and then a ping to the program, which must answer the ping.
survives() { # NAME
    cat - <(printf '\nforce\nping 4711\nquit\n') | timeout 60 "$program" >out 2>err
    local status=$?
    [ $status = 0 ] && [ ! -s err ] && [ "$(tail -n 1 out)" = 'pong 4711' ] &&
        [ "$(awk '{ if (length > n) n = length } END { print n + 0 }' out)" -le 500 ]
    local good=$?
    check "$1: $(wc -c <out) bytes of answers, status $status" $good
}

random_bytes() { # COUNT SEED
    awk -v n="$1" -v x="$2" 'BEGIN { for (; n > 0; --n) { x = x * 16807 % 2147483647
        printf "%c", int(x / 8) % 256 } }'
}

long_line() { # PREFIX
    printf '%s' "$1"
    head -c 1000000 /dev/zero | tr '\0' "${2:-x}"
    echo
}

command_line() {
    "$program" --help >out 2>&1 && grep -q '^usage:' out && grep -q -- '--MoveOverhead' out
    check "--help prints usage and options" $?
    # Lines of options may be longer than 79 characters, because the shell completion reads them.
    { "$program" --help; echo help | "$program"; } | awk 'length > 79 && !/^  --/ { print; wide = 1 } END { exit wide }'
    check "help fits into 80 columns" $?
    "$program" --version | grep -q '^Overtime [0-9]'
    check "--version prints the name and a version" $?
    "$program" -h | grep -q '^usage:'
    check "-h prints usage" $?
    "$program" epd suite.epd --help | grep -q '^usage:'
    check "epd --help prints usage" $?
    refuses nonsense '--help x' '--version x' 'bench 5 x' 'bench 101' 'bench 0' 'perft 16' perft 'perft 3 x' \
        --MoveOverhead=x --Nonsense=1 '--Hash 64 bench'
    grep -q '^overtime: not --NAME=VALUE: --Hash ' err
    check "an option without a value is reported" $?
}

subcommands() {
    local words
    "$program" perft 4 | grep -q '^197281 leaves, every leaf made and unmade'
    check "perft 4 counts the start position" $?
    "$program" --MoveOverhead=50 perft 3 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 | grep -q '^2812 '
    check "perft 3 counts the position of a FEN" $?
    [ "$("$program" perft 1 r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 | grep -cE '^e1(g1|c1): 1$')" = 2 ]
    check "perft writes castling by the rules of the position" $?
    "$program" perft 4 2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9 | grep -q '^667366 '
    check "perft 4 counts a position of Chess960" $?
    "$program" simulate --tc 60+0,40/4 --games=5 --csv | awk -F, '
        NR == 1 { columns = NF; next } NF != columns || $6 != 5 { bad = 1 } $2 == "rival" { rival++ }
        END { exit bad || NR != 15 || rival != 2 }'
    check "simulate prints a row for each of seven controllers and two time controls" $?
    words=('--tc 60+' '--tc x' '--tc 0/60' '--tc 60,' --tc '--games 0' '--lag -1' '--late x' '--spikes 101' '--seed x'
        '--controller rivel' '--controller fixed' '--controller smooth(x=1)' --csv=1 60+0 --nonsense)
    refuses "${words[@]/#/simulate }"
    "$program" bench 5 | tail -n 1 | grep -qE '^[0-9]+ nodes [0-9]+ nps$'
    check "bench 5 ends with nodes and nps" $?
    "$program" selfplay few.dat --games 1 --nodes 50 >out 2>err
    [ "$(wc -l <out)" = 1 ] && grep -qxE '1 of 1 games, [0-9]+ positions, [0-9]+ a second' out
    check "selfplay into a file prints one line" $?
    "$program" train few.net few.dat --epochs 1 >out 2>err
    [ $? = 1 ] && [ ! -e few.net ] && grep -q 'too few positions' err
    check "train: too few positions make no network" $?
}

games() {
    timeout 60 "$program" play 0 0:00.3 0.01 >out && grep -q '^Result: ' out &&
        grep -qE '(1-0|0-1|1/2-1/2|\*)$' overtime.pgn
    check "play writes a game" $?
    timeout 60 "$program" play 0 0:00.3 0 >out && [ "$(grep -c '^\[Result ' overtime.pgn)" = 2 ]
    check "play appends a second game" $?
    grep -q '^\[TimeControl "0.3+0.01"\]$' overtime.pgn && grep -q '^\[TimeControl "0.3"\]$' overtime.pgn &&
        "$program" report overtime.pgn -o played.html >out && grep -q '0.3 s + 0.01 s' played.html
    check "play writes the time control, and the report shows it" $?
    tr '\n' ' ' <overtime.pgn | grep -qE '1\. [^ ]+ \{[^ ]+ [0-9.]+s, tl=0\.[0-3][0-9]s\}'
    check "play writes the time left on the clock" $?
    mkdir -p played/place && (cd played && timeout 60 "$program" --Hash=1 play 0 0:00.3 0 --report time.html) >out &&
        tail -n 1 out | grep -q 'in time.html$' && grep -q NormalMoveTime played/time.html && tail -n 1 played/time.html | grep -q '^</html>$'
    check "play --report writes a page" $?
    (cd played && timeout 60 "$program" --LimitStrength=1 --Elo=800 play 0 0:02 0) >out &&
        [ "$(grep -c ', depth [1-4])' out)" -gt "$(grep -cE ', depth ([5-9]|[0-9]{2,})\)' out)" ]
    check "play with LimitStrength searches less deeply" $?
    (cd played && timeout 60 "$program" play 0 0:00.2 0 --report=place) >out 2>err
    [ $? = 1 ] && [ "$(cat err)" = 'overtime: place: is a directory' ] && [ ! -s out ]
    check "play refuses before the game to write its report into a folder" $?
    mkdir same && (cd same && timeout 60 "$program" play 0 0:00.2 0 --report=./overtime.pgn) >out 2>err
    [ $? = 1 ] && [ "$(cat err)" = 'overtime: ./overtime.pgn: is also an input file' ] && grep -q '^\[Result ' same/overtime.pgn
    check "play refuses to write its report over the PGN file it writes" $?
    refuses 'play 0 0:01 0 x' 'play 0 0:01 x' 'play x' 'play 40 0 0' 'play --report' 'play --nonsense'
    if command -v pgn-extract >/dev/null; then
        pgn-extract -s overtime.pgn >checked 2>complaints && grep -q '^1\. ' checked && [ ! -s complaints ]
        check "pgn-extract accepts the games" $?
    fi
}

log_file() {
    (printf 'xboard\nnew\nsd 1\nusermove e2e4\n' && sleep 0.5 && echo quit) | "$program" --LogFile=game.log >out 2>err
    [ $? = 0 ] && head -n 1 game.log | grep -q '^# Overtime .* log$' && grep -qE '^[0-9]+ > move ' game.log &&
        grep -qE '^[0-9]+ = # tm ' game.log && tail -n 1 game.log | grep -qE '^[0-9]+ < quit$'
    check "the log has every line received and sent" $?
    seq -f 'ping %g' 20000 | (ulimit -f 4; exec "$program" --LogFile=short.log) 2>err | tail -n 1 | grep -q '^pong 20000$'
    check "the program goes on if its log reaches the system's file size limit" $?
    [ -c /dev/full ] || return
    printf 'sd 1\ngo\nping 1\n' | "$program" --LogFile=/dev/full 2>err | tail -n 1 | grep -q '^pong 1$' && [ ! -s err ]
    check "the program goes on if the disk of its log is full" $?
}
# Tests reports on the log and the games that the tests above have written. A report is written whole or
# not at all.
report() {
    "$program" report game.log overtime.pgn -o time.html >out 2>err && grep -q '^3 games in time.html$' out &&
        [ ! -s err ] && tail -n 1 time.html | grep -q '^</html>$'
    check "report: writes a page" $?
    if command -v xmllint >/dev/null; then
        xmllint --noout time.html 2>err && [ ! -s err ]
        check "report: xmllint accepts the page" $?
    fi
    mkdir -p folder && head -c 5000 /dev/urandom >random && : >empty && echo '1. e4 e5 1-0' >untimed.pgn
    ln -sf time.html link.html
    cp time.html before.html
    for words in missing folder random empty untimed.pgn time.html 'game.log missing' 'game.log -o folder' \
        'game.log -o missing/time.html' 'game.log -o time.html/x' 'game.log -o /dev/full'; do
        [ "$words" = "${words#*/dev/full}" ] || [ -c /dev/full ] || continue
        # shellcheck disable=SC2086
        "$program" report $words >out 2>err
        [ $? = 1 ] && [ "$(wc -l <err)" = 1 ] && [ ! -s out ] && cmp -s time.html before.html &&
            ! ls ./*.part >/dev/null 2>&1
        status=$?
        check "report $words: fails with one line and leaves the old page: $(cat err)" $status
    done
    (ulimit -f 4; exec "$program" report game.log -o time.html) >out 2>err
    [ $? = 1 ] && [ "$(wc -l <err)" = 1 ] && cmp -s time.html before.html && ! ls time.html.*.part >/dev/null 2>&1
    check "report: if the page exceeds the file size limit the old page stays" $?
    "$program" report game.log -o link.html >out && [ -L link.html ] && ! cmp -s time.html before.html
    check "report: writes to the target of a link" $?
    ln -s later.html early.html && "$program" report game.log -o early.html >out && [ -L early.html ] && cmp -s time.html later.html
    check "report: creates the target of a link if it does not exist" $?
    rm -f early.html later.html
    ln -s circle circle && ! "$program" report game.log -o circle >out 2>err && [ -L circle ] && [ "$(wc -l <err)" = 1 ]
    check "report: refuses a link to itself" $?
    refuses report 'report -o' 'report game.log -o' 'report --nonsense game.log'
}

# Tests the user's configuration file: the command line overrides it, and bench, perft, simulate and
# --help do not read it.
configuration() {
    local XDG_CONFIG_HOME=$work/config HOME=$work/home file=$work/config/overtime/overtime.conf
    options() { printf 'xboard\nprotover 2\nquit\n' | "$program" "$@" 2>err; }
    mkdir -p config/overtime home/.config/overtime
    printf '# mine\nMoveOverhead=70\nRivalDrop=33\nLogFile=%s\n' "$work/configured.log" >"$file"
    options --RivalDrop=44 >out && grep -q 'MoveOverhead -spin 70 ' out && grep -q 'RivalDrop -spin 44 ' out &&
        [ -s configured.log ] && [ ! -s err ] && ! grep -q tellusererror out
    check "configuration: the command line overrides the file" $?
    options --no-config >out && grep -q 'MoveOverhead -spin 30 ' out && grep -q 'RivalDrop -spin 75 ' out
    check "configuration: --no-config ignores the file" $?
    rm configured.log
    for words in 'bench 2' 'perft 2' 'simulate --games 1 --tc 1+0' '--help' '--version'; do
        # shellcheck disable=SC2086
        "$program" $words >out 2>err && [ ! -e configured.log ] && [ ! -s err ] && ! grep -q -e '--MoveOverhead=70' out
        check "configuration: $words does not read the file" $?
    done
    mv config/overtime/overtime.conf home/.config/overtime
    XDG_CONFIG_HOME=relative options >out && grep -q 'MoveOverhead -spin 70 ' out &&
        XDG_CONFIG_HOME='' options >out && grep -q 'MoveOverhead -spin 70 ' out
    check "configuration: the file is found in ~/.config" $?
    printf 'Elo=1000\nElo=x\n' >"$file"
    options >out && [ "$(tail -n 1 out)" = "tellusererror $file: line 2: bad value: Elo=x" ] && grep -q 'Elo -spin 1000 ' out
    check "configuration: an invalid line is reported to XBoard" $?
    printf '4k3/8/8/8/8/8/8/R3K2R w KQ - bm O-O;\n' >one.epd
    "$program" epd one.epd --sd 1 >out 2>err
    [ $? -le 1 ] && [ "$(cat err)" = "overtime: $file: line 2: bad value: Elo=x" ] && grep -q '^solved ' out
    check "configuration: epd reports an invalid line on standard error" $?
    rm "$file"
    for kind in 'mkdir' 'mkfifo' 'ln -s /dev/zero' 'ln -s /nowhere'; do
        $kind "$file"
        options >out && grep -q 'Elo -spin 1600 ' out
        check "configuration: something else in its place ($kind) is ignored" $?
        rm -rf "$file"
    done
}

start_up
for end in quit eof; do
    ends "idle" $end xboard 'protover 2'
    ends "force mode" $end xboard new force
    ends "thinking on a move time" $end xboard new 'st 1000' go
    ends "thinking on a clock" $end xboard new 'level 0 600 0' 'usermove e2e4'
    ends "pondering" $end xboard new hard 'st 0.1' 'usermove e2e4' 'st 1000'
    ends "analyzing" $end xboard new analyze
    ends "counting leaves" $end 'perft 9'
    ends "running the bench" $end 'bench 60'
    ends "paused" $end xboard 'st 1000' go pause
    ends "editing" $end xboard edit '#' Ke1
    ends "thinking, more searches waiting" $end xboard 'st 1000' go go 'usermove e7e5' go
    ends "thinking in a flood of pings" $end xboard 'st 1000' go "$(pings)"
    ends "counting leaves in a flood" $end 'perft 9' "$(pings)"
done
idle
paused
random_bytes 300000 1 | survives "300 kB of random bytes"
random_bytes 30000 2 | tr '\200-\377' '\n' | survives "random short lines"
random_commands 20000 3 | survives "20000 random commands"
random_commands 5000 4 | sed 's/$/\r/' | survives "5000 random commands with CRLF"
(echo 'st 1000'; echo go; random_commands 5000 5) | survives "5000 random commands during a search"
for prefix in '' 'setboard ' 'usermove ' 'option ' 'name ' 'ping ' 'level 0 ' 'result '; do
    long_line "$prefix" | survives "a line of a megabyte after '$prefix'"
done
long_line 'st ' 9 | survives "a number with a million digits"
head -c 100000 /dev/zero | survives "100 kB of NUL"
printf 'xboard\r\nnew\r\nsd 1\r\nusermove e2e4\r\n' | survives "CRLF"
printf 'new\nping 4711' | timeout 9 "$program" | grep -q '^pong 4711$'
check "a last line without a newline is executed" $?
log_file
command_line
subcommands
games
configuration
report

conclude
