#!/bin/bash
# Runs the tests that together take a few minutes; `make soak` runs the long ones. Here: the unit tests (with assertions), the house rules, the
# format of the source, the bench signature in two builds, and the program itself.
# Usage: test/run.sh [PROGRAM]; needs PROGRAM (./overtime) and build/debug. The last line counts unit
# tests and checks; exit status 1 if one failed.
program=$(realpath "${1:-$(dirname "$0")/../overtime}")
cd "$(dirname "$0")/.." || exit 2
shopt -s globstar
exec </dev/null
. test/check.sh
bounded=(timeout --foreground -k 10 1200) # seconds; generous, as the machine may be busy

# The unit tests run in the background, beside checks that measure no time.
"${bounded[@]}" build/debug/suite --no-colors=true >build/debug/suite.log 2>&1 &
suite=$!
trap 'kill $suite 2>/dev/null' EXIT

# Adds every test case to the counts. A suite that crashed or ran no test case has failed, whatever it
# printed.
unit_tests() {
    local status cases_passed=0 cases_failed=0
    echo "== unit tests"
    wait $suite
    status=$?
    cat build/debug/suite.log
    # [doctest] test cases:  169 |  169 passed | 0 failed | 0 skipped
    read -r cases_passed cases_failed < <(sed -nE \
        's/.*test cases: *[0-9]+ \| *([0-9]+) passed \| *([0-9]+) failed.*/\1 \2/p' build/debug/suite.log)
    passed=$((passed + cases_passed)) failed=$((failed + cases_failed))
    [ $status = 0 ] && [ "${cases_passed:-0}" -gt 0 ] || [ "${cases_failed:-0}" -gt 0 ] || fail "unit tests: status $status"
}

# Needs version 14 of clang-format, because other versions format differently.
source_format() {
    clang-format --version 2>/dev/null | grep -q 'version 14\.' || skip "no clang-format 14" || return
    clang-format --dry-run --Werror {engine,timing,protocol,test}/**/*.{h,cpp}
}

nodes() { "$1" bench | sed -nE '$s/^([0-9]+) nodes.*/\1/p'; }

# The signature must be the same in both builds, and the one in the message of the last commit that
# changed it.
same_signature() {
    local release debug announced
    release=$(nodes "$program")
    debug=$(nodes build/debug/overtime)
    announced=$(git log --format=%B 2>/dev/null | sed -nE 's/^Bench: ([0-9]+)$/\1/p' | head -n 1)
    echo "release $release, debug $debug, announced ${announced:-nowhere}"
    [ -n "$release" ] && [ "$release" = "$debug" ] && [ "${announced:-$release}" = "$release" ]
}

script() { # NAME FILE ARGUMENT...
    check_command "$1" "${bounded[@]}" bash "test/programs/$2" "${@:3}"
}

check_command "house rules" bash test/house_rules.sh
script "the checker of the house rules" house_rules_test.sh
check_command "source format" source_format
check_command "bench signature" same_signature
unit_tests
script "the program, its states and its command line" binary_test.sh "$program"
script "hostile hosts, signals, pipes and sizes" hostile_test.sh "$program"
script "bad input" bad_input.sh "$program"
script "commands that read and write files" files_test.sh "$program"
script "installed files" install_test.sh "$program"
script "commands in the README" readme_test.sh "$program"
script "random commands in every state" hammer.sh "$program" 500
conclude
