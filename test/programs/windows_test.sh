#!/bin/bash
# Tests the Windows program under Wine: perft, the bench signature, both protocols over pipes, files,
# and the end of input. Needs `make windows`; skipped without Wine.
# Usage: test/programs/windows_test.sh [PROGRAM [WINDOWS_PROGRAM]]
. "$(dirname "$0")/program.sh"
export WINEDEBUG=-all WINEPREFIX=$work/wine TMPDIR=$work # for the socket of wineserver
exe=$(realpath "${2:-$root/build/windows/overtime.exe}")
wine=$(PATH=$PATH:/usr/lib/wine type -P wine64 wine | head -n 1)
[ -n "$wine" ] || { skip "no Wine"; exit $SKIPPED; }
[ -e "$exe" ] || { echo "no program $exe" >&2; exit 2; }

# Prints lines for the program, then waits until PATTERN is in its output: Wine may start slowly.
says_until() { # PATTERN LINES...
    printf '%s\r\n' "${@:2}"
    for _ in {1..600}; do
        grep -q "$1" out && break
        sleep 0.1
    done
}

windows() { timeout 300 "$wine" "$exe" "$@" 2>/dev/null; }

windows --version >out
grep -q '^Overtime [0-9]' out
version=$?
check "--version prints the version: $(cat out)" $version
windows perft 4 | grep -q '^197281 leaves, every leaf'
check "perft 4 counts the start position" $?
there=$(windows bench 8 | sed -nE '$s/^([0-9]+) nodes.*/\1/p')
here=$("$program" bench 8 | sed -nE '$s/^([0-9]+) nodes.*/\1/p')
[ -n "$here" ] && [ "$there" = "$here" ]
check "bench 8 has the signature of the Linux program: $there nodes, Linux $here" $?
settings=$(find "$WINEPREFIX" -type d -name Roaming | head -n 1)/overtime
mkdir -p "$settings" && printf 'Elo=1000\r\nElo=x\r\n' >"$settings/overtime.conf"
printf 'protover 2\r\nquit\r\n' | windows >out
[ $? = 0 ] && grep -q 'Elo -spin 1000 ' out && tail -n 1 out | grep -q '^tellusererror .*overtime.conf: line 2: bad value: Elo=x$'
check "the configuration file in AppData is read" $?
rm "$settings/overtime.conf"
(says_until '^move ' xboard 'protover 2' new 'sd 4' 'usermove e2e4' && printf 'quit\r\n') | windows >out
[ $? = 0 ] && grep -q '^feature done=1$' out && grep -qE '^move [a-h]' out && ! grep -q $'\r' out
check "a move is played in the XBoard protocol" $?
(says_until '^bestmove ' uci 'position startpos' 'go movetime 500' && echo 'go infinite' && sleep 1) | windows >out
[ $? = 0 ] && grep -q '^uciok$' out && [ "$(grep -c '^bestmove ' out)" = 2 ]
check "UCI: a move is played, and the end of input ends a search" $?
printf '[Result "1-0"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n' >game.pgn
windows makebook game.pgn -o book.bin >out && [ -s book.bin ] && windows makebook game.pgn -o book.bin >out &&
    ! ls book.bin.*.part >/dev/null 2>&1 && windows analyse game.pgn --sd 3 -o analysed.pgn >out && [ -s analysed.pgn ]
check "files are written and replaced" $?
# Writes a file in another folder and one in the current folder, each twice, to replace it.
named() { for _ in 1 2; do LC_ALL=C.UTF-8 windows makebook game.pgn -o "$1" >out && [ -s "$1" ] || return 1; done; }
mkdir Jürgen && named Jürgen/Bücher.bin && cp game.pgn Jürgen && cd Jürgen && named book.bin && cd .. && [ "$(echo Jürgen/*bin*)" = "Jürgen/Bücher.bin Jürgen/book.bin" ]
check "files with names beyond ASCII are written and replaced" $?

"$(dirname "$wine")/wineserver" -k 2>/dev/null || true # it uses the scratch directory
sleep 0.5
conclude
