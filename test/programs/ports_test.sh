#!/bin/bash
# Builds the program with each compiler and for each machine that is available here (two compilers,
# other optimisations, 32 bits, arm64, Windows) and compares the bench signature and a perft. Skips
# what is not installed. Builds in build/ports. Usage: test/programs/ports_test.sh [PROGRAM]
. "$(dirname "$0")/program.sh"
cd "$root" || exit 2
folder=build/ports
export WINEDEBUG=-all WINEPREFIX=$work/wine TMPDIR=$work # for the socket of wineserver
wine=$(PATH=$PATH:/usr/lib/wine type -P wine64 wine | head -n 1)
POSITION='r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
LEAVES=4085603 # of it at depth 4

last_number() { tr -d '\r' | sed -nE 's/^([0-9]+) (nodes|leaves).*/\1/p' | tail -n 1; }

compiles() { printf '#include <cerrno>\n#include <thread>\nint main() {}\n' | $1 -x c++ - -o "$work/empty" 2>/dev/null; }

expected=$("$program" bench | last_number)

port() { # NAME COMPILER LDFLAGS RUNNER MAKE_WORDS...
    local name=$1 compiler=$2 link=$3 runner=$4 nodes leaves
    shift 4
    compiles "$compiler $link" || { echo "  $name: skipped, no ${compiler%% -idirafter*}"; return; }
    [ "$runner" != none ] || { echo "  $name: skipped, nothing runs it"; return; }
    if ! make -s -j"$(nproc)" BUILD="$folder/$name" EXE="$folder/$name/overtime.exe" CXX="$compiler" \
        LDFLAGS="$link" "$@" "$folder/$name/overtime.exe" >"$work/made" 2>&1; then
        tail -n 20 "$work/made"
        check "$name: built" 1
        return
    fi
    # shellcheck disable=SC2086
    nodes=$(timeout 1000 $runner "$folder/$name/overtime.exe" bench 2>/dev/null | last_number)
    # shellcheck disable=SC2086
    leaves=$(timeout 1000 $runner "$folder/$name/overtime.exe" perft 4 "$POSITION" 2>/dev/null | last_number)
    [ -n "$nodes" ] && [ "$nodes" = "$expected" ] && [ "$leaves" = $LEAVES ]
    check "$name: $nodes nodes, $leaves leaves" $?
}

port gcc g++ "" ""
port gcc-O1 g++ "" "" CXXFLAGS='-O1 -funsigned-char'
port gcc-debug g++ "" "" MODE=debug
port clang clang++ "" ""
# This folder has some headers of g++-12-multilib, which can be installed beside cross compilers.
port gcc-32 "g++ -m32 -idirafter /usr/include/x86_64-linux-gnu" "" ""
port arm64 aarch64-linux-gnu-g++ -static "$(type -P qemu-aarch64-static qemu-aarch64 | head -n 1 | grep . || echo none)"
port windows x86_64-w64-mingw32-g++-posix -static "${wine:-none}"

[ -z "$wine" ] || "$(dirname "$wine")/wineserver" -k 2>/dev/null || true
sleep 0.5
conclude
