#!/bin/bash
# Checks the rules of the house that no compiler checks: which room may include which, who may print,
# who may read a clock, and how long a function may be. Prints every violation; exit status 1 if a rule
# is violated. Usage: test/house_rules.sh [TREE]
cd "${1:-$(dirname "$0")/..}" || exit 2
shopt -s globstar nullglob

# A row is a pattern of files, then the headers that they may include. A file may include what any row
# that fits it allows, and the header of its own module (x.h for x.cpp). * stands for one name, ** for
# any path.
INCLUDES='
engine/board/*                   engine/board/*
engine/eval/*                    engine/board/* engine/eval/*
engine/search/*                  engine/board/* engine/eval/* engine/search/*
engine/learn/*                   engine/board/* engine/eval/* engine/search/* engine/learn/*

timing/*                         timing/*
timing/controllers.cpp           timing/controllers/*
timing/controllers/*             timing/controller.h timing/clock.h timing/parameters.h
timing/controllers/rival_*       timing/controllers/rival.h timing/controllers/overtime.h
timing/controllers/lc0_legacy.*  timing/controllers/smooth.h

protocol/**                      protocol/version.h
protocol/io/*                    protocol/io/* timing/stopwatch.h
protocol/files/*                 protocol/files/* protocol/io/* engine/board/* engine/eval/*
protocol/session/*               protocol/session/* protocol/files/* protocol/io/*
protocol/session/*               engine/board/* engine/eval/* engine/search/* timing/*
protocol/xboard/*                protocol/xboard/* protocol/session/* protocol/files/* protocol/io/*
protocol/xboard/*                engine/board/* engine/eval/* engine/search/* timing/*
protocol/uci/*                   protocol/uci/* protocol/session/* protocol/files/* protocol/io/*
protocol/uci/*                   engine/board/* engine/eval/* engine/search/* timing/*
protocol/conversation.*          protocol/xboard/* protocol/uci/* protocol/session/* protocol/io/*
protocol/main.cpp                protocol/conversation.h protocol/tools/* protocol/session/* protocol/io/*
protocol/tools/**                protocol/tools/** protocol/session/* protocol/files/* protocol/io/*
protocol/tools/**                engine/board/* engine/eval/* engine/search/* engine/learn/* timing/*

test/**                          test/** engine/** timing/** protocol/**'

# Files that may print or write: replies to the host, the log, files, the output of tools, data to learn
# from.
PRINTERS=('protocol/io/line.cpp' 'protocol/io/log.cpp' 'protocol/io/file.cpp' 'protocol/tools/**' 'engine/learn/*')
# Files that may read a clock.
CLOCK_READERS=('timing/stopwatch.cpp')
# Files of engine/ and timing/ that may include the standard library's headers for files and clocks.
LIBRARY_USERS=('engine/learn/*' 'timing/stopwatch.cpp')
MAX_LINES=60 # the longest function allowed

sources=({engine,timing,protocol}/**/*.{h,cpp})
everything=("${sources[@]}" test/**/*.{h,cpp})
[ ${#sources[@]} -gt 0 ] || { echo "no sources in $PWD" >&2; exit 2; }
failures=0

complain() {
    echo "$1"
    failures=$((failures + 1))
}

fits() { # FILE PATTERN...
    local file=$1 pattern
    shift
    for pattern in "$@"; do
        pattern=${pattern//./[.]}
        pattern=${pattern//'**'/.+}
        [[ $file =~ ^${pattern//\*/[^/]+}$ ]] && return
    done
    return 1
}

declare -A rights # of each file: the patterns of all its rows
find_rights() {
    local file row
    for file in "${everything[@]}"; do
        while read -ra row; do
            [ ${#row[@]} = 0 ] || ! fits "$file" "${row[0]}" || rights[$file]+=" ${row[*]:1}"
        done <<<"$INCLUDES"
        [ -n "${rights[$file]-}" ] || complain "$file is in no room"
    done
}

# Prints the lines of these files without comments and strings, as FILE:LINE:TEXT.
code() {
    grep -nH '' "$@" | sed -E 's/"([^"\\]|\\.)*"/""/g; s@//.*@@'
}

# Prints the lines of code that fit EXPRESSION, as FILE LINE TEXT.
lines_with() { # EXPRESSION FILES...
    code "${@:2}" | grep -E "^[^:]*:[0-9]+:?.*$1" | sed -E 's/^([^:]*):([0-9]*): */\1 \2 /'
}

# Prints all includes of headers of this project, as FILE HEADER.
includes() {
    grep -HE '^[[:blank:]]*#[[:blank:]]*include[[:blank:]]*("|<(engine|timing|protocol|test|build)/)' "${everything[@]}" |
        sed -E 's/^([^:]*):[^"<]*["<]([^">]*).*/\1 \2/'
}

check_directions() {
    local file header patterns
    while read -r file header; do
        read -ra patterns <<<"${rights[$file]-}"
        case $header in
        "${file%.*}".h) ;;
        build/*) complain "$file includes what the build generates: $header" && continue ;;
        *) fits "$header" "${patterns[@]}" || complain "$file may not include $header" ;;
        esac
        [ -e "$header" ] || complain "$file includes $header, which is not there"
    done < <(includes)
}

# Looks for include cycles between modules. A module is a header and its source file.
check_cycles() {
    local cycle
    cycle=$(includes | sed -E 's@[.](h|cpp)( |$)@\2@g' | awk '$1 != $2' | tsort 2>&1 >/dev/null | sed -n 's/^tsort: \([^:]*\)$/\1/p')
    [ -z "$cycle" ] || complain "include cycle: $(echo "$cycle" | sort -u | paste -sd ' ')"
}

check_names() {
    local name
    for name in $(printf '%s\n' {engine,timing,protocol}/**/*.h | sed 's@.*/@@' | sort | uniq -d); do
        complain "headers of one name: $(printf '%s\n' "${sources[@]}" | grep "/$name\$" | paste -sd ' ')"
    done
}

check_printing() {
    local file line text
    while read -r file line text; do
        fits "$file" "${PRINTERS[@]}" || complain "$file:$line prints: $text"
    done < <(lines_with '([^a-z_](v?f?printf|f?puts|f?putc|putchar|fwrite|perror) *\(|std::(cout|cerr|clog)|<iostream>)' "${sources[@]}")
}

check_library() {
    local file line text
    while read -r file line text; do
        fits "$file" "${LIBRARY_USERS[@]}" || complain "$file:$line may not use files or clocks: $text"
    done < <(lines_with '#include <(iostream|cstdio|stdio.h|fstream|filesystem|chrono|ctime|time.h|sys/time.h)>' {engine,timing}/**/*.{h,cpp})
}

# The date in the PGN that `play` writes is the only use of the calendar.
check_clocks() {
    local file line text
    while read -r file line text; do
        fits "$file" "${CLOCK_READERS[@]}" || [[ $file:$text == protocol/tools/play.cpp:*std::time\(nullptr\)* ]] ||
            complain "$file:$line reads a clock: $text"
    done < <(lines_with '(chrono|clock_gettime|gettimeofday|timespec_get|std::clock|[^a-z_]clock *\(\)|[^a-z_.>]time *\(|[^a-z_]ftime)' "${sources[@]}")
}

# In formatted source the closing brace of a function stands in the first column; the function begins at
# the last line before it that begins in the first column.
check_lengths() {
    while read -r violation; do complain "$violation"; done < <(
        awk -v max=$MAX_LINES '/^[^ \t#}\/]/ { head = FNR; name = $0 }
            /^}$/ && FNR - head + 1 > max { print FILENAME ":" head " has " FNR - head + 1 " lines: " name }' "${sources[@]}")
}

find_rights
check_directions
check_cycles
check_names
check_printing
check_library
check_clocks
check_lengths
[ "$failures" = 0 ] && echo "${#everything[@]} files keep the rules of the house"
exit $((failures > 0))
