#!/bin/bash
# The house rules that no compiler knows: who may include whom, who may print, who may read a clock,
# and how long a function may be. Prints what breaks them; exit status 1 if anything does.
# A directory as the argument checks that tree instead.
cd "${1:-$(dirname "$0")/..}" || exit 2
shopt -s globstar
failures=0
complain() {
    echo "$1"
    failures=$((failures + 1))
}

# Lines of source without comments and strings, as FILE:LINE:TEXT.
code() {
    grep -nH '' "$@" | sed -E 's/"([^"\\]|\\.)*"/""/g; s@//.*@@'
}

includes() { # FILE: the project headers it includes
    sed -nE 's/^#include "([^"]+)".*/\1/p' "$1"
}

# Directions.
may_include() { # FILE HEADER
    case "$1:$2" in
    engine/*:engine/* | timing/*:timing/*) return 0 ;;
    protocol/*:engine/* | protocol/*:timing/* | protocol/*:protocol/*) return 0 ;;
    protocol/*:build/tune/rows.inc) return 0 ;; # made of engine/search/tunables.h
    test/*:*/*) return 0 ;;
    esac
    return 1
}
for file in {engine,timing,protocol,test}/**/*.{h,cpp}; do
    [ -e "$file" ] || continue
    while read -r header; do
        may_include "$file" "$header" || complain "$file may not include \"$header\""
        # What the build makes need not be there.
        [ -e "$header" ] || [ "${header#build/}" != "$header" ] || complain "$file includes \"$header\" otherwise than from the root"
    done < <(includes "$file")
done

# Cycles between modules (a header and its source file): tsort names those that go round.
cycle=$(for file in {engine,timing,protocol,test}/**/*.{h,cpp}; do
    [ -e "$file" ] && includes "$file" | sed -E "s@[.]h\$@@; s@^@${file%.*} @"
done | awk '$1 != $2' | tsort 2>&1 >/dev/null)
[ -z "$cycle" ] || complain "include cycle: $(echo "$cycle" | tr '\n' ' ')"

# Only protocol/line prints while the protocol runs, and protocol/log writes to its own file; the
# others speak to a command line.
printing='(^|[^a-z_])(printf|fprintf|puts|fputs|putchar|fputc|fwrite|vprintf|perror)[ ]*\(|std::(cout|cerr|clog)'
while IFS=: read -r file line text; do
    case "$file" in
    protocol/io/line.cpp | protocol/io/log.cpp | protocol/main.cpp) ;;
    protocol/io/file.cpp | protocol/tools/*) ;; # a command line
    engine/learn/*) [[ $text == *fwrite* ]] || complain "$file:$line prints: $text" ;; # data files
    *) complain "$file:$line prints: $text" ;;
    esac
done < <(code {engine,timing,protocol}/**/*.{h,cpp} | grep -E "$printing")

# Nor does chess or time management need to be able to, but for learning, which keeps files.
while IFS=: read -r file line text; do
    [[ $file == engine/learn/* || $file:$text == timing/stopwatch.cpp:*'<ctime>'* ]] ||
        complain "$file:$line: no input or output here: $text"
done < <(code {engine,timing}/**/*.{h,cpp} | grep -E '#include <(iostream|cstdio|stdio.h|fstream|ctime|time.h)>')

# Only timing/stopwatch reads a clock; the calendar's date in the PGN of `play` is none.
clocks='chrono|clock_gettime|gettimeofday|[^a-z_]clock[ ]*\(\)|[^a-z_.>]time[ ]*\(|std::time|[^a-z_]ftime'
while IFS=: read -r file line text; do
    case "$file" in
    timing/stopwatch.cpp) ;;
    protocol/tools/play.cpp) [[ $text == *std::time* ]] || complain "$file:$line reads a clock: $text" ;;
    *) complain "$file:$line reads a clock: $text" ;;
    esac
done < <(code {engine,timing,protocol}/**/*.{h,cpp} | grep -E "$clocks")

# No function of more than 60 lines. In formatted source a head is the last line that begins in the
# first column before the brace that closes the body there.
while read -r complaint; do complain "$complaint"; done < <(
    awk '/^[^ \t#}\/]/ { head = FNR; name = $0 }
         /^}$/ && FNR - head + 1 > 60 { print FILENAME ":" head ": " FNR - head + 1 " lines: " name }' \
        {engine,timing,protocol}/**/*.{h,cpp})

[ "$failures" = 0 ] && echo "includes, printing, clocks and function lengths are as they should be"
exit $((failures > 0))
