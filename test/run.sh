#!/bin/bash
# Every test in a few minutes: the suite (with assertions), the house rules, the program itself, the
# format of the source, and the signature in two builds. Usage: test/run.sh [PROGRAM]; needs it and
# build/debug. The last line counts test cases and checks; exit status 1 if any failed.
program=$(realpath "${1:-$(dirname "$0")/../overtime}")
cd "$(dirname "$0")/.." || exit 2
shopt -s globstar
exec </dev/null
LIMIT_S=1200 # for each of them: the machine may be busy with other things
passed=0
failed=0

bounded=(timeout --foreground -k 10 $LIMIT_S)

check() { # NAME COMMAND...
    local name=$1
    shift
    echo "== $name"
    if "$@"; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "== $name FAILED"
    fi
}

# Runs beside what does not look at a clock.
"${bounded[@]}" build/debug/suite --no-colors=true >build/debug/suite.log 2>&1 &
suite=$!
trap 'kill $suite 2>/dev/null' EXIT

suite() {
    echo "== the suite"
    local status
    wait $suite
    status=$?
    cat build/debug/suite.log
    # [doctest] test cases:  169 |  169 passed | 0 failed | 0 skipped
    read -r suite_passed suite_failed < <(sed -nE \
        's/.*test cases: *[0-9]+ \| *([0-9]+) passed \| *([0-9]+) failed.*/\1 \2/p' build/debug/suite.log)
    passed=$((passed + ${suite_passed:-0}))
    failed=$((failed + ${suite_failed:-0}))
    # A suite that crashed or counted nothing has failed, whatever it says.
    [ $status = 0 ] && [ "${suite_passed:-0}" -gt 0 ] || failed=$((failed + (${suite_failed:-0} == 0)))
}

# Each version formats in its own way.
has_format() { clang-format --version 2>/dev/null | grep -q 'version 14\.'; }
formatted() {
    clang-format --dry-run --Werror {engine,timing,protocol,test}/**/*.{h,cpp}
}

nodes() { "$1" bench | sed -nE '$s/^([0-9]+) nodes.*/\1/p'; }

# The same in both builds, and the one that the newest commit to change it has announced.
same_signature() {
    local release debug announced
    release=$(nodes "$program")
    debug=$(nodes build/debug/overtime)
    announced=$(git log --format=%B 2>/dev/null | sed -nE 's/^Bench: ([0-9]+)$/\1/p' | head -n 1)
    echo "release $release, debug $debug, announced ${announced:-nowhere}"
    [ -n "$release" ] && [ "$release" = "$debug" ] && [ "${announced:-$release}" = "$release" ]
}

check "the house rules" bash test/house_rules.sh
check "the checker of the house rules" bash test/programs/house_rules_test.sh
if has_format; then check "the format" formatted; else echo "== the format: skipped, no clang-format 14"; fi
check "the signature" same_signature
suite
check "the program itself" "${bounded[@]}" bash test/programs/binary_test.sh "$program"
check "whatever a host may do to it" "${bounded[@]}" bash test/programs/hostile_test.sh "$program"
check "bad input" "${bounded[@]}" bash test/programs/bad_input.sh "$program"
check "files" "${bounded[@]}" bash test/programs/files_test.sh "$program"
check "what is installed" "${bounded[@]}" bash test/programs/install_test.sh "$program"
check "the commands of the README" "${bounded[@]}" bash test/programs/readme_test.sh "$program"
check "random commands in every state" "${bounded[@]}" bash test/programs/hammer.sh "$program" 500

echo "$passed passed, $failed failed"
exit $((failed > 0))
