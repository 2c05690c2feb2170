#!/bin/bash
# Runs every fuzz target on its corpus, then on inputs that the fuzzer derives from it for a number of
# seconds. Inputs that fail are left in build/fuzz/; pack.sh prints them as text for the corpus.
# Usage: test/fuzz/run.sh SECONDS [TARGET...]; needs the programs of `make fuzz`. SECONDS 0 only replays
# the corpus.
cd "$(dirname "$0")/../.." || exit 2
seconds=${1:?how many seconds}
shift
[ $# -gt 0 ] || set -- fen san session uci network
failures=0

# Writes each input of a corpus to a file of its own. The format is explained in test/fuzz_test.cpp.
unpack() { # CORPUS FOLDER
    local line file count=0 joined i
    rm -rf "$2" && mkdir -p "$2"
    while IFS= read -r line; do
        if [[ $line == '# '* ]]; then
            count=$((count + 1)) joined=1
            printf -v file '%s/%03d' "$2" $count
            : >"$file"
            continue
        fi
        [ $joined = 1 ] || echo >>"$file"
        joined=0
        if [[ $line =~ ^(([^\\]|\\[^*])*)\\\*([0-9]+)$ ]]; then
            for ((i = 0; i < BASH_REMATCH[3]; ++i)); do printf '%b' "${BASH_REMATCH[1]}"; done
        elif [[ $line =~ ^(([^\\]|\\.)*)\\$ ]]; then
            joined=1
            printf '%b' "${BASH_REMATCH[1]}"
        else
            printf '%b' "$line"
        fi >>"$file"
    done <"$1"
}

fuzz() { # TARGET FLAGS...
    local target=$1
    shift
    build/fuzz/fuzz_"$target" -dict=test/fuzz/"$target".dict -max_len=2048 -timeout=10 \
        -rss_limit_mb=1024 -verbosity=1 -artifact_prefix=build/fuzz/"$target"- "$@"
}

run() { # TARGET
    local target=$1 status=0
    local corpus=build/fuzz/corpus-$target found=build/fuzz/found-$target log=build/fuzz/$target.log
    mkdir -p "$found"
    unpack test/fuzz/corpus/"$target".txt "$corpus"
    fuzz "$target" -runs=0 "$corpus" >"$log" 2>&1 &&
        { [ "$seconds" = 0 ] || fuzz "$target" -max_total_time="$seconds" -print_final_stats=1 \
            "$found" "$corpus" >>"$log" 2>&1; } ||
        { status=1 && tail -n 40 "$log"; }
    echo "fuzz $target: $(find "$corpus" -type f | wc -l) inputs replayed," \
        "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log") runs in $seconds s"
    return $status
}

# Fuzzes as many targets at a time as there are processors.
pids=()
for target in "$@"; do
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do sleep 1; done
    run "$target" &
    pids+=($!)
done
for pid in "${pids[@]}"; do wait "$pid" || failures=$((failures + 1)); done
exit $((failures > 0))
