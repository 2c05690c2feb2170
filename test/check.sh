# shellcheck shell=bash disable=SC2034
# Sourced by every test script: counts the checks, and ends with the line `N passed, N failed`.
passed=0 failed=0 skipped=
SKIPPED=77 # the exit status of a test that cannot run here

check() { # NAME STATUS: counts a check; it passed if STATUS is 0
    if [ "$2" = 0 ]; then
        passed=$((passed + 1))
        echo "  ok    $1"
    else
        fail "$1"
    fi
}

fail() { # NAME
    failed=$((failed + 1))
    echo "  FAIL  $1"
}

check_no_lines() { # NAME: counts every line of standard input as a failure, no line as a pass
    local line status=0
    while IFS= read -r line; do
        fail "$1: $line"
        status=1
    done
    [ $status = 1 ] || check "$1" 0
}

skip() { # WHY
    echo "  skipped: $1"
    return $SKIPPED
}

check_command() { # NAME COMMAND...: runs COMMAND as one check, by its exit status
    local name=$1 start=$SECONDS status
    shift
    echo "== $name"
    "$@"
    status=$?
    case $status in
    "$SKIPPED") skipped="$skipped, $name" ;;
    *) check "$name, $((SECONDS - start)) s" $status ;;
    esac
}

# Prints the counts and exits. A script that has checked nothing fails.
conclude() {
    [ -z "$skipped" ] || echo "skipped: ${skipped#, }"
    echo "$passed passed, $failed failed"
    exit $((failed > 0 || passed == 0))
}
