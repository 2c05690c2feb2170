#!/bin/bash
# Tests what OpenBench needs: make with EXE=, CXX= and EVALFILE= builds from the sources alone, bench
# prints nodes and speed, also when several run at a time, UCI has the options Threads and Hash, and the
# configuration is valid.
# Usage: test/programs/openbench_test.sh [COMPILER [FOLDER]]: the program is left in FOLDER (build/openbench)
cd "$(dirname "$0")/../.." || exit 2
export LC_ALL=C XDG_CONFIG_HOME=/dev/null
compiler=${1:-g++} folder=${2:-build/openbench}
json=protocol/install/openbench.json
sources=$folder/sources program=Overtime-0123ABCD
. test/check.sh

# The network lies outside of the sources, and the bench signature shows whether it is used.
builds() {
    rm -rf "$folder" && mkdir -p "$sources" && git ls-files -z | xargs -0 cp --parents -t "$sources" &&
        mv "$sources/engine/eval/overtime.net" "$folder/0123abcd" || return 1
    touch "$folder/stamp"
    (cd "$sources" && make -j"$(nproc)" EXE=$program CXX="$compiler" EVALFILE="$(realpath ../0123abcd)") >"$folder/log" 2>&1 ||
        { tail -n 5 "$folder/log"; return 1; }
    [ "$(cd "$sources" && find . -newer ../stamp -type f ! -path './build/*')" = "./$program" ] && mv "$sources/$program" "$folder"
}

# Reads the last words of the output of bench, as the OpenBench client does.
benches() {
    local i announced
    announced=$(git log --format=%B | sed -nE 's/^Bench: ([0-9]+)$/\1/p' | head -n 1)
    for i in 1 2; do
        (timeout 60 "$folder/$program" bench >"$folder/bench$i" 2>&1 </dev/null || echo failed >>"$folder/bench$i") &
    done
    wait
    for i in 1 2; do
        tr -c 'a-zA-Z0-9\n' ' ' <"$folder/bench$i" | tail -n 1 | grep -qE '^[0-9]+ nodes [0-9]+ nps$' || return 1
    done
    nodes=$(tail -qn 1 "$folder"/bench? | cut -d ' ' -f 1 | sort -u)
    [ "$nodes" = "${announced:-$nodes}" ]
}

speaks() {
    printf 'uci\nsetoption name Threads value 1\nsetoption name Hash value 16\nisready\nquit\n' | "$folder/$program" >"$folder/uci" &&
        grep -q '^option name Threads type spin' "$folder/uci" && grep -q '^option name Hash type spin' "$folder/uci" &&
        [ "$(tail -n 1 "$folder/uci")" = readyok ]
}

# Checks the fields that the OpenBench server reads.
configures() {
    python3 - $json <<'EOF'
import json, os, re, sys
engine = json.load(open(sys.argv[1]))
build = engine["build"]
assert type(engine["private"]) is bool and type(engine["nps"]) is int and type(engine["source"]) is str
assert os.path.exists(os.path.join(build["path"], "Makefile"))
assert all(type(word) is str for key in ("compilers", "cpuflags", "systems") for word in build[key])
for kind in ("test_presets", "tune_presets"):
    default = engine[kind]["default"]
    for preset in engine[kind].values():
        whole = dict(default, **preset)
        side = "both" if kind == "test_presets" else "dev"
        assert preset is default or re.fullmatch(r"Threads=\d+ Hash=\d+", whole[side + "_options"])
        assert preset is default or re.fullmatch(r"(\d+/)?\d+\.\d(\+\d+\.\d+)?", whole[side + "_time_control"])
EOF
}

builds
check "make EXE= CXX=$compiler EVALFILE= builds only the program" $?
benches
check "bench prints nodes and speed, two at a time: $nodes nodes" $?
speaks
check "UCI has the options Threads and Hash" $?
if command -v python3 >/dev/null; then
    configures
    check "$json is valid" $?
fi
rm -rf "$sources"

conclude
