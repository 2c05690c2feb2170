#!/bin/bash
# Every fuzz target on its corpus, then on what the fuzzer makes of it for so many seconds. What
# brings a target down is left in build/fuzz/. The corpus is the least that covers all that longer
# runs have reached (-set_cover_merge=1 -use_counters=0). Usage: test/fuzz/run.sh SECONDS [TARGET...]; needs
# what `make fuzz` builds. Exit status 1 if anything was found.
cd "$(dirname "$0")/../.." || exit 2
seconds=${1:?how many seconds}
shift
[ $# -gt 0 ] || set -- fen san session uci network
failures=0

fuzz() { # TARGET FLAGS...
    local target=$1
    shift
    build/fuzz/fuzz_"$target" -dict=test/fuzz/"$target".dict -max_len=2048 -timeout=10 \
        -rss_limit_mb=1024 -verbosity=1 -artifact_prefix=build/fuzz/"$target"- "$@"
}

run() { # TARGET
    local target=$1 status=0
    local found=build/fuzz/found-$target log=build/fuzz/$target.log
    mkdir -p "$found"
    fuzz "$target" -runs=0 test/fuzz/corpus/"$target" >"$log" 2>&1 &&
        { [ "$seconds" = 0 ] || fuzz "$target" -max_total_time="$seconds" -print_final_stats=1 \
            "$found" test/fuzz/corpus/"$target" >>"$log" 2>&1; } ||
        { status=1 && tail -n 40 "$log"; }
    echo "fuzz $target: $(ls test/fuzz/corpus/"$target" | wc -l) inputs replayed," \
        "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log") runs in $seconds s"
    return $status
}

# As many at a time as there are processors.
pids=()
for target in "$@"; do
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do sleep 1; done
    run "$target" &
    pids+=($!)
done
for pid in "${pids[@]}"; do wait "$pid" || failures=$((failures + 1)); done
exit $((failures > 0))
