#!/bin/bash
# Every test in a few minutes: the suite (with assertions), the house rules, the program itself, the
# format of the source, and the signature in two builds. Usage: test/run.sh [PROGRAM]; needs it and
# build/debug. The last line counts test cases and checks; exit status 1 if any failed.
cd "$(dirname "$0")/.." || exit 2
shopt -s globstar
program=${1:-./overtime}
passed=0
failed=0

check() { # NAME COMMAND...
    local name=$1
    shift
    echo "== $name"
    if "$@"; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "== $name FAILED"
    fi
}

suite() {
    echo "== the suite"
    local summary status
    summary=$(build/debug/suite --no-colors=true 2>&1)
    status=$?
    echo "$summary"
    # [doctest] test cases:  169 |  169 passed | 0 failed | 0 skipped
    read -r suite_passed suite_failed < <(sed -nE \
        's/.*test cases: *[0-9]+ \| *([0-9]+) passed \| *([0-9]+) failed.*/\1 \2/p' <<<"$summary")
    passed=$((passed + ${suite_passed:-0}))
    failed=$((failed + ${suite_failed:-0}))
    # A suite that crashed or counted nothing has failed, whatever it says.
    [ $status = 0 ] && [ "${suite_passed:-0}" -gt 0 ] || failed=$((failed + (${suite_failed:-0} == 0)))
}

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

suite
check "the house rules" bash test/includes.sh
check "the program itself" bash test/binary_test.sh "$program"
check "whatever a host may do to it" bash test/hostile_test.sh "$program"
check "bad input" bash test/bad_input.sh "$program"
check "files" bash test/files_test.sh "$program"
check "what is installed" bash test/install_test.sh "$program"
check "the commands of the README" bash test/readme_test.sh "$program"
check "random commands in every state" bash test/hammer.sh "$program" 500
if command -v clang-format >/dev/null; then check "the format" formatted; else echo "== the format: skipped, no clang-format"; fi
check "the signature" same_signature

echo "$passed passed, $failed failed"
exit $((failed > 0))
