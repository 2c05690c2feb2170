#!/bin/bash
# What OpenBench asks of an engine, as its workers do it: built from nothing but the sources by make
# with EXE=, CXX= and EVALFILE=, a bench that ends by itself and tells nodes and speed, the same
# number in several at a time, UCI with the options Threads and Hash, and a configuration it takes.
# Usage: test/programs/openbench_test.sh [COMPILER [FOLDER]]: the program is left in FOLDER (build/openbench)
cd "$(dirname "$0")/../.." || exit 2
export LC_ALL=C XDG_CONFIG_HOME=/dev/null
compiler=${1:-g++} folder=${2:-build/openbench}
json=protocol/install/openbench.json
sources=$folder/sources program=Overtime-0123ABCD
. test/check.sh

# The network comes from elsewhere: the bench tells whether it came at all.
builds() {
    rm -rf "$folder" && mkdir -p "$sources" && git ls-files -z | xargs -0 cp --parents -t "$sources" &&
        mv "$sources/engine/eval/overtime.net" "$folder/0123abcd" || return 1
    touch "$folder/stamp"
    (cd "$sources" && make -j"$(nproc)" EXE=$program CXX="$compiler" EVALFILE="$(realpath ../0123abcd)") >"$folder/log" 2>&1 ||
        { tail -n 5 "$folder/log"; return 1; }
    [ "$(cd "$sources" && find . -newer ../stamp -type f ! -path './build/*')" = "./$program" ] && mv "$sources/$program" "$folder"
}

# As its client reads it: the last words that fit, whatever stands between them.
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

# What its server looks for in such a file.
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
check "make EXE= CXX=$compiler EVALFILE=: one program, where it was asked for" $?
benches
check "bench, two at a time: $nodes nodes" $?
speaks
check "UCI with Threads and Hash" $?
if command -v python3 >/dev/null; then
    configures
    check "$json" $?
fi
rm -rf "$sources"

conclude
