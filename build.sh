#!/bin/sh
# ./build.sh        builds the program and leaves it here as ./overtime
# ./build.sh play   builds the program and lets it play a game against itself in the terminal
# ./build.sh test   builds the program and runs every test
set -e
cd "$(dirname "$0")"

# Installs the Debian packages given if apt-get is there and may be used.
need() {
    if command -v apt-get >/dev/null && { [ "$(id -u)" = 0 ] || command -v sudo >/dev/null; }; then
        sudo=$([ "$(id -u)" = 0 ] || echo sudo)
        export DEBIAN_FRONTEND=noninteractive
        $sudo apt-get install -qy "$@" >/dev/null 2>&1 ||
            { $sudo apt-get update -q && $sudo apt-get install -qy "$@"; } >/dev/null 2>&1 || true
    fi
}

missing() {
    echo "build.sh: please install $1" >&2
    exit 1
}

# CXX may be more than one word: CXX='ccache g++'.
# shellcheck disable=SC2086
compiler() { ${CXX:-g++} "$@" >/dev/null 2>&1; }
# The Makefile needs GNU make, which is called gmake on systems with another make.
make=$(command -v gmake || echo make)
has_make() { "$make" --version 2>/dev/null | grep -q '^GNU Make'; }
has_compiler() { compiler --version && has_make; }
has_doctest() { echo '#include <doctest/doctest.h>' | compiler -E -x c++ -; }
# The tests need bash 5 for EPOCHREALTIME, and GNU's timeout and realpath.
has_shell() { command -v timeout && command -v realpath && bash -c '[ -n "$EPOCHREALTIME" ]'; } >/dev/null

usage() {
    sed -n '2,4s/^# //p' build.sh >&2
    exit 2
}

case "${1:-}" in '' | play | test) ;; *) usage ;; esac
has_compiler || need g++ make
has_compiler || missing "a C++17 compiler (${CXX:-g++}) and GNU make"
jobs=$(nproc 2>/dev/null || echo 2)

case "${1:-}" in
'')
    "$make" -s -j"$jobs"
    ;;
play)
    "$make" -s -j"$jobs"
    shift
    exec ./overtime play "$@"
    ;;
test)
    has_doctest || need doctest-dev
    has_doctest || missing "doctest (a header, doctest/doctest.h)"
    has_shell || missing "bash 5 and GNU coreutils, which the tests need"
    "$make" -s -j"$jobs"
    "$make" -s -j"$jobs" debug
    exec bash test/run.sh
    ;;
esac
