#!/bin/bash
# The Windows program under Wine: perft, the signature of the Linux program, both protocols over
# pipes, files, and the end of its input. Needs `make windows`; skipped where there is no Wine.
# Usage: test/programs/windows_test.sh [PROGRAM [WINDOWS_PROGRAM]]
. "$(dirname "$0")/program.sh"
export WINEDEBUG=-all WINEPREFIX=$work/wine TMPDIR=$work # where wineserver leaves its socket
exe=$(realpath "${2:-$root/build/windows/overtime.exe}")
wine=$(PATH=$PATH:/usr/lib/wine type -P wine64 wine | head -n 1)
[ -n "$wine" ] || { skip "no Wine"; exit $SKIPPED; }
[ -e "$exe" ] || { echo "no program $exe" >&2; exit 2; }

# The host's lines, then nothing until the answer is there: Wine may be slow to start.
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
check "--version: $(cat out)" $version
windows perft 4 | grep -q '^197281 leaves, every leaf'
check "perft 4" $?
there=$(windows bench 8 | sed -nE '$s/^([0-9]+) nodes.*/\1/p')
here=$("$program" bench 8 | sed -nE '$s/^([0-9]+) nodes.*/\1/p')
[ -n "$here" ] && [ "$there" = "$here" ]
check "bench 8: $there nodes, here $here" $?
settings=$(find "$WINEPREFIX" -type d -name Roaming | head -n 1)/overtime
mkdir -p "$settings" && printf 'Elo=1000\r\nElo=x\r\n' >"$settings/overtime.conf"
printf 'protover 2\r\nquit\r\n' | windows >out
[ $? = 0 ] && grep -q 'Elo -spin 1000 ' out && tail -n 1 out | grep -q '^tellusererror .*overtime.conf: line 2: bad value: Elo=x$'
check "the configuration file" $?
rm "$settings/overtime.conf"
(says_until '^move ' xboard 'protover 2' new 'sd 4' 'usermove e2e4' && printf 'quit\r\n') | windows >out
[ $? = 0 ] && grep -q '^feature done=1$' out && grep -qE '^move [a-h]' out && ! grep -q $'\r' out
check "the XBoard protocol" $?
(says_until '^bestmove ' uci 'position startpos' 'go movetime 500' && echo 'go infinite' && sleep 1) | windows >out
[ $? = 0 ] && grep -q '^uciok$' out && [ "$(grep -c '^bestmove ' out)" = 2 ]
check "UCI, and the end of input in a search" $?
printf '[Result "1-0"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n' >game.pgn
windows makebook game.pgn -o book.bin >out && [ -s book.bin ] && windows makebook game.pgn -o book.bin >out &&
    ! ls book.bin.*.part >/dev/null 2>&1 && windows analyse game.pgn --sd 3 -o analysed.pgn >out && [ -s analysed.pgn ]
check "files are written, and replaced" $?
# From outside and from inside; what is there is replaced.
named() { for _ in 1 2; do LC_ALL=C.UTF-8 windows makebook game.pgn -o "$1" >out && [ -s "$1" ] || return 1; done; }
mkdir Jürgen && named Jürgen/Bücher.bin && cp game.pgn Jürgen && cd Jürgen && named book.bin && cd .. && [ "$(ls Jürgen | grep -c bin)" = 2 ]
check "names beyond ASCII" $?

"$(dirname "$wine")/wineserver" -k 2>/dev/null || true # it holds on to the scratch directory
sleep 0.5
conclude
