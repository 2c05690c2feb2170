#!/bin/bash
# The commands that read and write files: what they make of good ones, and that bad ones (missing, a
# folder, no text, unreadable, no room to write) cost one line on the standard error, status 1, and
# leave nothing half-written. Usage: test/files_test.sh [PROGRAM]
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

good() {
    "$program" epd good.epd --sd 6 >out 2>err
    [ $? = 1 ] && [ ! -s err ] && grep -qE '^ +1  ok   Ra8# +#1 .*bm Ra8#  back rank$' out &&
        grep -q '^solved      2 of 3 (66.7 %)$' out && grep -q '^skipped     1 lines, the first is line 4' out
    check "epd: two of three, and a line that is none" $?
    head -n 1 good.epd | "$program" epd /dev/stdin >out 2>err
    [ $? = 1 ] && [ "$(wc -l <err)" = 1 ]
    check "epd: a pipe is refused" $?
    head -n 1 good.epd >one.epd
    "$program" epd one.epd --nodes=1000 >out 2>err
    check "epd: all solved, status 0" $?
    "$program" analyse good.pgn --sd 5 -o analysed.pgn >out 2>err && [ ! -s err ] && [ ! -e analysed.pgn.journal ] &&
        grep -q '^2 games in analysed.pgn$' out && grep -q 'g4 \$4' analysed.pgn && grep -q 'a comment' analysed.pgn
    check "analyse: two games" $?
    if command -v pgn-extract >/dev/null; then
        pgn-extract -s analysed.pgn >checked 2>complaints && [ "$(grep -c '^1\. ' checked)" = 2 ] && [ ! -s complaints ]
        check "analyse: a PGN reader accepts it" $?
    fi
    cp analysed.pgn first.pgn
    (timeout -s KILL 1 "$program" analyse good.pgn --st 0.3 -o analysed.pgn) >out 2>err
    [ -s analysed.pgn.journal ] && cmp -s analysed.pgn first.pgn
    check "analyse: cut off, the old file stays as it was" $?
    "$program" analyse good.pgn --st 0.3 -o analysed.pgn >out 2>err && grep -q '^going on after [1-9]' out &&
        [ ! -e analysed.pgn.journal ] && ! cmp -s analysed.pgn first.pgn
    check "analyse: goes on" $?
    cat broken.pgn good.pgn >mixed.pgn
    "$program" analyse mixed.pgn --sd 2 -o mixed.out >out 2>err && grep -q '^overtime: mixed.pgn: line 1: illegal move: Ke5' err &&
        grep -q '^2 games in' out
    check "analyse: a broken game is told by its line and skipped" $?
    "$program" makebook good.pgn mixed.pgn -o book.bin >out 2>err && [ ! -s err ] && grep -q ' moves from 4 games in book.bin; 1 broken' out &&
        printf 'bk\nquit\n' | "$program" --BookFile=book.bin | grep -q '^ e4  100.0 %, weight 4$'
    check "makebook: a book that can be read" $?
}

# NAME is the file that is at fault, WORDS the whole command.
bad() { # WORDS...
    # shellcheck disable=SC2068
    timeout 20 "$program" $@ >out 2>err
    local status=$?
    [ $status = 1 ] && [ "$(wc -l <err)" = 1 ] && grep -q '^overtime: ' err && [ ! -s out ] &&
        [ ! -e new ] && [ ! -e new.part ] && [ ! -e new.journal ] && [ ! -e folder/new ]
    status=$?
    check "$*: $(head -c 100 err)" $status
    rm -f new new.part new.journal
}

bad_files() {
    local command said unreadable=
    # Nothing is unreadable to root.
    [ "$(id -u)" = 0 ] || { cp good.pgn unreadable && chmod 0 unreadable && unreadable=unreadable; }
    for file in missing folder random empty text pipe good.pgn/x $unreadable; do
        bad epd "$file"
        bad analyse "$file" -o new
        bad makebook "$file" -o new
        bad report "$file" -o new
    done
    bad epd good.pgn
    bad analyse good.pgn -o good.pgn
    rm -f full
    for output in folder missing/new good.pgn/new /dev/full; do
        [ "$output" != /dev/full ] || [ -c /dev/full ] || continue
        bad analyse good.pgn --sd 1 -o $output
        bad makebook good.pgn -o $output
    done
    bad makebook good.pgn -o new --min-games 5
    for command in "analyse good.pgn --sd 1" "makebook good.pgn"; do
        # shellcheck disable=SC2086
        said=$( (ulimit -f 0; exec "$program" $command -o new) 2>&1)
        [ $? = 1 ] && [ "$(wc -l <<<"$said")" = 1 ] && [ ! -e new ] && [ ! -e new.part ] && [ ! -e new.journal ]
        check "$command: a file that finds no room: $said" $?
        rm -f new*
    done
}

bad_words() {
    local words
    for words in epd analyse makebook 'makebook good.pgn' 'epd good.epd good.epd' 'epd good.epd --st 0' \
        'epd good.epd --st x' 'epd good.epd --sd 101' 'epd good.epd --nodes' 'analyse good.pgn -o' \
        'analyse good.pgn --nonsense 1' 'makebook good.pgn -o new --plies 0'; do
        # shellcheck disable=SC2086
        "$program" $words >out 2>err
        [ $? = 2 ] && [ ! -s out ] && [ "$(wc -l <err)" = 1 ] && [ ! -e new ]
        check "refused: $words" $?
    done
    "$program" --BookFile=random >out 2>err </dev/null
    [ $? = 2 ] && [ "$(wc -l <err)" = 1 ]
    check "refused: a book that is none" $?
}

good
bad_files
bad_words

echo "$failures failures"
exit $((failures > 0))
