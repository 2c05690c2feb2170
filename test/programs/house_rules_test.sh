#!/bin/bash
# Tests test/house_rules.sh on a small tree: it must accept the tree, then name every violation that is
# added, and nothing else. Usage: test/programs/house_rules_test.sh
unset CDPATH
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/test/check.sh"
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2

add() { # FILE LINE...
    mkdir -p "tree/$(dirname "$1")" && printf '%s\n' "${@:2}" >>"tree/$1"
}

add_includes() { # FILE HEADER..., both without their ending
    local header
    for header in "${@:2}"; do add "$1.cpp" "#include \"$header.h\""; done
}

# Headers and source files with at least one include of every kind that the rules allow.
make_tree() {
    local file
    rm -rf tree
    for file in engine/board/board engine/eval/eval engine/search/search engine/learn/train timing/stopwatch timing/clock \
        timing/controller timing/controllers timing/parameters timing/guard timing/controllers/rival timing/controllers/rival_page \
        timing/controllers/smooth timing/controllers/lc0_legacy protocol/io/line protocol/files/book \
        protocol/session/session protocol/xboard/command protocol/uci/uci protocol/conversation protocol/tools/tools \
        protocol/tools/study/epd_suite test/helpers; do
        add $file.h '#pragma once'
        add_includes $file $file
    done
    add protocol/version.h '#pragma once'
    add_includes engine/eval/eval engine/board/board
    add_includes engine/search/search engine/board/board engine/eval/eval
    add_includes engine/learn/train engine/board/board engine/search/search
    add_includes timing/guard timing/controller timing/clock
    add_includes timing/controllers timing/controllers/rival
    add_includes timing/controllers/rival timing/controller timing/clock timing/parameters
    add_includes timing/controllers/rival_page timing/controllers/rival
    add_includes timing/controllers/lc0_legacy timing/controllers/smooth
    add_includes protocol/io/line timing/stopwatch
    add_includes protocol/files/book protocol/io/line engine/board/board engine/eval/eval
    add_includes protocol/session/session protocol/files/book timing/guard engine/search/search protocol/version
    add_includes protocol/xboard/command protocol/session/session engine/search/search
    add_includes protocol/uci/uci protocol/session/session engine/search/search
    add_includes protocol/conversation protocol/xboard/command protocol/uci/uci protocol/session/session
    add_includes protocol/tools/tools protocol/tools/study/epd_suite engine/learn/train timing/guard
    add_includes protocol/tools/study/epd_suite protocol/session/session
    add_includes protocol/main protocol/conversation protocol/tools/tools
    add_includes test/helpers protocol/uci/uci timing/controllers/rival
    add engine/learn/train.cpp '#include <cstdio>' 'std::fwrite(a, 1, 1, b);'
    add timing/stopwatch.cpp '#include <chrono>' 'std::chrono::steady_clock now;'
    add protocol/io/line.cpp 'std::fputs(text, stdout);'
    add protocol/tools/tools.cpp 'std::printf("%d", 1);'
    add protocol/main.cpp '// printf() and time()' 'say("printf() and time()");'
    add test/helpers.cpp 'std::printf("%d", 1);'
    : >expected
}

accepts() { # NAME
    bash "$root/test/house_rules.sh" tree >said 2>&1 && grep -q ' files keep the rules of the house$' said
    local status=$?
    check "$1: $(cat said)" $status
}

# Breaks a rule by adding LINE to the end of a file. %LINE in EXPECTED stands for the number of that
# line.
breaks() { # EXPECTED FILE LINE
    add "$2" "$3"
    echo "${1/\%LINE/$(wc -l <"tree/$2")}" >>expected
}

forbids() { # FILE HEADER..., both without their ending
    local header
    for header in "${@:2}"; do breaks "$1.cpp may not include $header.h" "$1.cpp" "#include \"$header.h\""; done
}

# Runs the checker, which must say every expected line, and nothing else except what fits IGNORED.
# Restores the tree.
judge() { # NAME [IGNORED]
    local line status
    bash "$root/test/house_rules.sh" tree >said 2>&1
    status=$?
    check "$1: status $status" $((status != 1))
    while read -r line; do
        grep -qxF -- "$line" said
        check "says: $line" $?
    done <expected
    check_no_lines "$1: says nothing else" < <(grep -vxFf expected said | grep -vE "${2:-^$}")
    make_tree
}

make_tree
accepts "a tree that keeps the rules"

forbids engine/board/board engine/eval/eval engine/search/search timing/clock protocol/io/line
forbids engine/eval/eval engine/search/search engine/learn/train test/helpers
forbids engine/search/search engine/learn/train timing/guard protocol/io/line
forbids engine/learn/train timing/guard protocol/io/line
forbids timing/guard engine/board/board protocol/io/line timing/controllers/rival
forbids timing/controllers engine/search/search
forbids timing/controllers/rival timing/guard timing/controllers timing/controllers/smooth engine/board/board
forbids timing/controllers/rival_page timing/controllers/smooth
forbids timing/controllers/smooth timing/controllers/rival
forbids timing/controllers/lc0_legacy timing/controllers/rival timing/stopwatch
forbids protocol/io/line timing/clock engine/board/board protocol/files/book protocol/session/session
forbids protocol/files/book protocol/session/session engine/search/search timing/clock
forbids protocol/session/session protocol/xboard/command protocol/uci/uci protocol/tools/tools engine/learn/train \
    timing/controllers/rival
forbids protocol/xboard/command protocol/uci/uci protocol/conversation protocol/tools/tools engine/learn/train
forbids protocol/uci/uci protocol/xboard/command protocol/conversation protocol/tools/tools
forbids protocol/conversation protocol/tools/tools protocol/tools/study/epd_suite
forbids protocol/main protocol/xboard/command protocol/uci/uci engine/board/board test/helpers
forbids protocol/tools/tools protocol/xboard/command protocol/conversation test/helpers timing/controllers/rival
forbids protocol/tools/study/epd_suite protocol/uci/uci
breaks 'engine/eval/eval.h may not include engine/search/search.h' engine/eval/eval.h ' #  include <engine/search/search.h>'
breaks 'test/helpers.cpp includes what the build generates: build/rows.inc' test/helpers.cpp '#include "build/rows.inc"'
breaks 'engine/board/board.cpp includes engine/board/absent.h, which is not there' engine/board/board.cpp '#include "engine/board/absent.h"'
breaks 'engine/odd/odd.cpp is in no room' engine/odd/odd.cpp 'int odd;'
judge "directions" '^include cycle: '

breaks 'include cycle: timing/clock timing/guard' timing/clock.h '#include "timing/guard.h"'
judge "a cycle"

breaks 'headers of one name: protocol/files/book.h protocol/uci/book.h' protocol/uci/book.h '#pragma once'
judge "two headers of one name"

for text in 'std::printf(text);' 'std::puts(text);' 'std::fprintf(stderr, text);' 'fwrite(a, 1, 1, b);' \
    'if (a) fputc(a, stdout);' 'std::vfprintf(stderr, a, b);' 'std::cout << text;' 'std::cerr << text;'; do
    breaks "protocol/session/session.cpp:%LINE prints: $text" protocol/session/session.cpp "    $text"
    breaks "protocol/main.cpp:%LINE prints: $text" protocol/main.cpp "$text"
    breaks "engine/board/board.h:%LINE prints: $text" engine/board/board.h "$text"
done
judge "printing"

for text in 'x = std::time(nullptr);' 'clock_gettime(a, b);' 'std::chrono::steady_clock::now();' 'x = clock();'; do
    breaks "protocol/session/session.cpp:%LINE reads a clock: $text" protocol/session/session.cpp "    $text"
    breaks "timing/guard.cpp:%LINE reads a clock: $text" timing/guard.cpp "$text"
done
judge "clocks"

for text in cstdio ctime fstream stdio.h; do
    text="#include <$text>"
    breaks "engine/search/search.cpp:%LINE may not use files or clocks: $text" engine/search/search.cpp "$text"
    breaks "timing/clock.h:%LINE may not use files or clocks: $text" timing/clock.h "$text"
done
judge "files and clocks in engine/ and timing/"

lines() { for ((i = 0; i < $1; ++i)); do echo '    g();'; done; }
add timing/guard.cpp 'void f() {' "$(lines 58)" '}'
accepts "a function of 60 lines"
line=$(($(wc -l <tree/timing/guard.cpp) + 1))
breaks "timing/guard.cpp:$line has 61 lines: void f() {" timing/guard.cpp $'void f() {\n'"$(lines 59)"$'\n}'
judge "a function of 61 lines"

bash "$root/test/house_rules.sh" "$work" >/dev/null 2>&1
check "a folder without sources: status 2" $(($? != 2))
conclude
