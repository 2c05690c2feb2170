#!/bin/bash
# Tests the commands that read and write files. A bad file (missing, a folder, not text, unreadable,
# full, the same as the input) must give one line on standard error and status 1. Neither a bad file nor
# an interrupt may leave a partial file. Usage: test/programs/files_test.sh [PROGRAM]
. "$(dirname "$0")/program.sh"

cat >good.pgn <<'END'
[Event "?"]
[White "One"]
[Black "Two"]
[Result "0-1"]

1. f3 {a comment} e5 2. g4 Qh4# 0-1

[Event "?"]
[Result "1-0"]

1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0
END
cat >good.epd <<'END'
6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id "back rank";
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm a4;
7k/5Q2/6K1/8/8/8/8/8 w - - am Kf6; dm 1;
nonsense
END
mkdir folder
head -c 5000 /dev/urandom >random
: >empty
echo 'neither of them' >text
mkfifo pipe
printf '1. e4 Ke5 1-0\n' >broken.pgn
"$program" selfplay good.data --games 2 --nodes 20 >/dev/null

good() {
    "$program" epd good.epd --sd 6 >out 2>err
    [ $? = 1 ] && [ ! -s err ] && grep -qE '^ +1  ok   Ra8# +#1 .*bm Ra8#  back rank$' out &&
        grep -q '^solved      2 of 3 (66.7 %)$' out && grep -q '^skipped     1 lines, the first is line 4' out
    check "epd: solves two of three positions and skips an invalid line" $?
    head -n 1 good.epd | "$program" epd /dev/stdin >out 2>err
    [ $? = 1 ] && [ "$(wc -l <err)" = 1 ]
    check "epd: a pipe is refused" $?
    head -n 1 good.epd >one.epd
    "$program" epd one.epd --nodes=1000 >out 2>err
    check "epd: ends with status 0 if all positions are solved" $?
    "$program" analyse good.pgn --sd 5 -o analysed.pgn >out 2>err && [ ! -s err ] && [ ! -e analysed.pgn.journal ] &&
        grep -q '^2 games in analysed.pgn$' out && grep -q 'g4 \$4' analysed.pgn && grep -q 'a comment' analysed.pgn
    check "analyse: writes two games with marks and their comments" $?
    if command -v pgn-extract >/dev/null; then
        pgn-extract -s analysed.pgn >checked 2>complaints && [ "$(grep -c '^1\. ' checked)" = 2 ] && [ ! -s complaints ]
        check "analyse: pgn-extract accepts the output" $?
    fi
    cp analysed.pgn first.pgn
    (timeout -s KILL 1 "$program" analyse good.pgn --st 0.3 -o analysed.pgn) >out 2>err
    [ -s analysed.pgn.journal ] && cmp -s analysed.pgn first.pgn
    check "analyse: if it is killed the old file stays unchanged" $?
    "$program" analyse good.pgn --st 0.3 -o analysed.pgn >out 2>err && grep -q '^continuing after [1-9]' out &&
        [ ! -e analysed.pgn.journal ] && ! cmp -s analysed.pgn first.pgn
    check "analyse: run again it continues from its journal" $?
    printf '\xEF\xBB\xBF' | cat - one.epd >marked.epd
    sed '1s/.*/\xEF\xBB\xBF[Event "World Cup"]/' good.pgn >marked.pgn
    "$program" epd marked.epd --sd 4 >out 2>err && [ ! -s err ] && "$program" analyse marked.pgn --sd 2 -o marked.out >out 2>err &&
        [ ! -s err ] && [ "$(head -n 1 marked.out)" = '[Event "World Cup"]' ] &&
        printf '\xEF\xBB\xBF[White "Marked"]\n\n1. e4 {+0.3/9 1s} e5 {0.1/9 2s} *\n' >marked.pgn &&
        "$program" report marked.pgn -o marked.html >out 2>err && [ ! -s err ] && grep -q Marked marked.html
    check "epd, analyse and report read files with a byte order mark" $?
    printf '[FEN "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"]\n\n1. Qb2 Kd6 2. Qb1 Kd5 3. Qb2 Kd6 4. Qb1 Kd5 1/2-1/2\n' >third.pgn
    printf '[FEN "8/8/3k4/8/8/8/8/KQ6 w - - 4 3"]\n\n1. Qb2+ Kd5 2. Qb1 1/2-1/2\n' >other.pgn
    cat other.pgn third.pgn >both.pgn
    for name in third other both; do "$program" analyse $name.pgn --sd 8 -o $name.out >out 2>err; done
    grep -q '4... Kd5 1/2-1/2' third.out && cat other.out third.out | cmp -s - both.out
    check "analyse: repetitions count within a game only" $?
    cat broken.pgn good.pgn >mixed.pgn
    "$program" analyse mixed.pgn --sd 2 -o mixed.out >out 2>err && grep -q '^overtime: mixed.pgn: line 1: illegal move: Ke5' err &&
        grep -q '^2 games in' out
    check "analyse: a broken game is reported by its line and skipped" $?
    "$program" makebook good.pgn mixed.pgn -o book.bin >out 2>err && [ ! -s err ] && grep -q ' moves from 4 games in book.bin; 1 broken' out &&
        printf 'bk\nquit\n' | "$program" --BookFile=book.bin | grep -q '^ e4  100.0 %, weight 4$'
    check "makebook: writes a book that bk reads" $?
}

user=() # prefix of a command that runs it as another user

# Runs a command, which must print one line on standard error and nothing else, end with status 1, and
# make no file.
bad() { # WORDS...
    # shellcheck disable=SC2068
    timeout 20 "${user[@]}" "$program" $@ >out 2>err </dev/null
    local status=$?
    [ $status = 1 ] && [ "$(wc -l <err)" = 1 ] && grep -q '^overtime: ' err && [ ! -s out ] &&
        [ -z "$(find . -name 'new*')" ]
    status=$?
    check "$*: $(head -c 100 err)" $status
    rm -f new*
}

bad_input() {
    local file option
    for file in missing folder random empty text pipe good.pgn/x; do
        bad epd "$file"
        bad analyse "$file" -o new
        bad makebook "$file" -o new
        bad report "$file" -o new
        bad imitate new "$file"
        bad imitate new good.data "$file"
        bad train new "$file" --epochs 1
        for option in BookFile EvalFile; do bad "--$option=$file" bench 1; done
    done
    # selfplay appends to an existing file.
    for file in folder random text pipe good.pgn/x missing/new; do
        bad selfplay "$file" --games 1 --nodes 10
    done
    for file in folder pipe good.pgn/x missing/new; do bad "--LogFile=$file" bench 1; done
    bad epd good.pgn
    cp random new.state
    timeout 20 "$program" train new good.data --epochs 1 >out 2>err
    [ $? = 1 ] && [ "$(wc -l <err)" = 1 ] && cmp -s random new.state && [ ! -e new ]
    check "train: refuses to overwrite another file in place of its state" $?
    rm new.state
    printf '# My diary\nprecious\n' >diary
    printf '\nprecious\n' >blank
    for file in text diary blank; do
        cp "$file" new.journal
        timeout 20 "$program" analyse good.pgn --sd 1 -o new >out 2>err
        [ $? = 1 ] && [ "$(wc -l <err)" = 1 ] && cmp -s "$file" new.journal && [ ! -e new ]
        check "analyse: refuses to overwrite another file in place of its journal: $file" $?
    done
    rm new.journal
    cp diary kept
    (ln -s kept new.overtime.$BASHPID.part; exec "$program" makebook good.pgn -o new >out 2>err) && [ -s new ] && cmp -s diary kept
    check "makebook: does not overwrite another file with the name of its draft" $?
    rm new new.overtime.*.part kept
    "$program" imitate new good.data --each 20000 >out 2>err &
    for _ in {1..100}; do
        ! ls new.overtime.*.part >/dev/null 2>&1 || break
        sleep 0.02
    done
    ! "$program" makebook broken.pgn -o new >out2 2>&1 && wait $! && [ -s new ]
    check "imitate: while it runs, another command cannot write the same file" $?
    rm -f new*
    timeout 20 "$program" makebook good.pgn -o new >out 2>err
    chmod 600 new && timeout 20 "$program" makebook good.pgn -o new >out 2>err && [ "$(stat -c %a new)" = 600 ]
    check "makebook: keeps the permissions of the book that it replaces" $?
    rm new
    ln -s later.pgn overtime.pgn
    timeout 20 "$program" play 0 0:00.1 0 >out 2>err && [ -L overtime.pgn ] && grep -q '^\[Event' later.pgn
    check "play: creates the target of a link if it does not exist" $?
    rm overtime.pgn later.pgn
}

bad_output() {
    local output command said
    mkdir before && cp good.pgn good.data before
    bad analyse good.pgn -o good.pgn
    bad makebook good.pgn -o ./good.pgn
    bad report good.pgn -o good.pgn
    bad imitate good.data good.data
    bad train ./good.data good.data --epochs 1
    cmp -s before/good.pgn good.pgn && cmp -s before/good.data good.data
    check "input files named as output are unchanged" $?
    for output in random text good.pgn; do
        cp $output kept
        bad imitate kept good.data --each 1
        cmp -s $output kept
        check "imitate: refuses to overwrite a file that is no data file: $output" $?
    done
    for output in random text good.pgn good.data empty; do
        cp $output kept
        bad train kept good.data --epochs 1
        cmp -s $output kept && [ ! -e kept.state ]
        check "train: refuses to overwrite a file that is no network: $output" $?
    done
    timeout 20 "$program" train learned good.data --epochs 1 >/dev/null && mv learned.state kept.state && cp kept.state before
    bad train kept good.data --epochs 2
    cmp -s empty kept && cmp -s before/kept.state kept.state
    check "train: refuses an empty network file beside a training state, and keeps both" $?
    rm -f learned* kept*
    timeout 20 "$program" imitate anew good.data --each 1 --seed 1 >out 2>err && cp anew first.data &&
        timeout 20 "$program" imitate anew good.data --each 1 --seed 2 >out 2>err && ! cmp -s anew first.data &&
        cp empty anew && timeout 20 "$program" imitate anew good.data --each 1 --seed 1 >out 2>err && cmp -s anew first.data
    check "imitate: overwrites a data file and an empty file" $?
    for output in folder missing/new good.pgn/new /dev/full; do
        [ "$output" != /dev/full ] || [ -c /dev/full ] || continue
        bad analyse good.pgn --sd 1 -o $output
        bad makebook good.pgn -o $output
        bad imitate $output good.data --each 1
        bad train $output good.data --epochs 1
    done
    bad makebook good.pgn -o new --min-games 5
    for command in "analyse good.pgn --sd 1 -o new" "makebook good.pgn -o new" "imitate new good.data" \
        "train new good.data --epochs 1" "selfplay new --games 1 --nodes 10" 'play 0 0:00.1 0'; do
        # shellcheck disable=SC2086
        said=$( (ulimit -f 0; exec "$program" $command) 2>&1 >/dev/null)
        [ $? = 1 ] && [ "$(wc -l <<<"$said")" = 1 ] && [ -z "$(find . -name 'new*')" ] && [ ! -e overtime.pgn ]
        check "$command: at the file size limit fails with one line: $said" $?
        rm -f new*
    done
    : >empty.data
    ln -s target.data link.data
    (ulimit -f 0; "$program" selfplay empty.data --games 1 --nodes 10) >/dev/null 2>&1
    (ulimit -f 1; "$program" selfplay link.data --games 4 --nodes 10) >/dev/null 2>&1
    [ -f empty.data ] && [ -L link.data ] && [ $(($(stat -c %s target.data 2>/dev/null || echo 0) % 32)) = 0 ]
    check "selfplay: at the file size limit an existing file and a link are kept" $?
    rm -f empty.data link.data target.data
    mkdir overtime.pgn
    bad play 0 0:00.1 0
    rmdir overtime.pgn
}

# Tests files without permission to read or write them. Root needs no permission, so another user runs
# the program.
permissions() {
    [ "$(id -u)" != 0 ] || user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    "${user[@]}" true 2>/dev/null || { echo "  permissions: skipped, no setpriv"; user=() && return; }
    cp "$program" program
    cp good.pgn unreadable
    cp good.pgn protected
    mkdir locked anyones
    chmod 0 unreadable
    chmod 555 locked
    chmod 755 . program
    chmod 444 protected
    chmod 777 anyones
    local option program=$work/program
    cd anyones || return
    bad epd ../unreadable
    bad analyse ../unreadable -o new
    bad makebook ../unreadable -o new
    bad report ../unreadable -o new
    bad imitate new ../unreadable
    bad train new ../unreadable
    for option in BookFile EvalFile LogFile; do bad --$option=../unreadable bench 1; done
    bad analyse ../good.pgn -o ../locked/new
    bad makebook ../good.pgn -o ../locked/new
    bad imitate ../locked/new ../good.data
    bad train ../locked/new ../good.data
    bad selfplay ../locked/new --games 1 --nodes 10
    bad selfplay ../unreadable --games 1 --nodes 10
    bad --LogFile=../locked/new bench 1
    bad makebook ../good.pgn -o ../protected
    bad imitate ../protected ../good.data
    cd ../locked || return
    bad play 0 0:00.1 0
    cd ..
    user=()
}

# If standard output cannot be written, a command ends with one line and status 1, and its text goes to
# no other file.
lost_output() {
    local command
    for command in 'bench 1' 'perft 2' 'simulate --games 1 --tc 10+0' '--help' '--version' 'epd good.epd --sd 1'; do
        # shellcheck disable=SC2086
        timeout 20 "$program" $command 2>err >&-
        [ $? = 1 ] && [ "$(cat err)" = 'overtime: standard output: cannot be written' ]
        check "$command: fails with one line if standard output is closed" $?
        [ -c /dev/full ] || continue
        # shellcheck disable=SC2086
        timeout 20 "$program" $command 2>err >/dev/full
        [ $? = 1 ] && [ "$(cat err)" = 'overtime: standard output: cannot be written' ]
        check "$command: fails with one line if standard output is full" $?
        # shellcheck disable=SC2086
        { timeout 20 "$program" $command; } 2>err | true
        [ ! -s err ]
        check "$command: prints no error if the pipe of its output breaks" $?
    done
    timeout 20 "$program" makebook good.pgn -o new.bin >out && timeout 20 "$program" makebook good.pgn -o new >&- 2>&-
    [ $? = 1 ] && cmp -s new new.bin
    check "makebook: with standard output closed its messages do not get into the book" $?
    rm -f new new.bin
}

# An interrupted command leaves no file, or a file from which it can continue.
interrupted() {
    timeout -s TERM 0.5 "$program" imitate new good.data --each 1000000 >out 2>err
    [ $? = 124 ] && [ -z "$(find . -name 'new*')" ] && [ ! -s err ]
    check "imitate: leaves no file if it is interrupted" $?
    timeout -s TERM 0.5 "$program" selfplay new --games 1000000 --nodes 10 --threads 2 >out 2>err
    local size
    size=$(wc -c <new)
    cp new old
    timeout -s TERM 0.5 "$program" selfplay new --games 1000000 --nodes 10 --threads 2 >out 2>err
    [ "$(wc -c <new)" -gt "$size" ] && cmp -s -n "$size" new old
    check "selfplay: continues its file after an interrupt" $?
    timeout -s TERM 0.7 "$program" train new.net good.data --epochs 100000 >out 2>err
    [ $? = 124 ] && [ ! -e new.net ] && ! ls new.net.state.*.part >/dev/null 2>&1 && [ -s new.net.state ] &&
        timeout 20 "$program" train new.net good.data --epochs 1 >out 2>err && grep -q '^continuing after epoch ' out && [ -s new.net ]
    check "train: continues from its state after an interrupt" $?
    rm new.net.state
    timeout 20 "$program" train new.net good.data --epochs 1 >out 2>err && grep -q '^continuing from the network in new.net' out
    check "train: continues from a network without a state" $?
    rm -f new*
    mkfifo new
    timeout -s TERM -k 5 0.5 "$program" makebook good.pgn -o new >out 2>err
    [ $? = 124 ]
    check "makebook: can be interrupted while it writes into a pipe that nobody reads" $?
    rm new
    timeout -s TERM 0.5 "$program" play 0 0:10 0 >out 2>err
    [ $? = 124 ] && [ ! -e overtime.pgn ] && [ ! -s err ]
    check "play: leaves no file if it is interrupted" $?
}

bad_words() {
    refuses epd analyse makebook report selfplay imitate 'train new' 'makebook good.pgn' 'epd good.epd good.epd' \
        'epd good.epd --st 0' 'epd good.epd --st x' 'epd good.epd --sd 101' 'epd good.epd --nodes' 'analyse good.pgn -o' \
        'analyse good.pgn --nonsense 1' 'makebook good.pgn -o new --plies 0'
    [ "$(cat err)" = 'overtime: not understood: --plies 0 (try --help)' ] && [ -z "$(find . -name 'new*')" ]
    check "a bad flag is reported with its value, and no file is written" $?
}

good
bad_input
bad_output
bad_words
permissions
lost_output
interrupted

conclude
