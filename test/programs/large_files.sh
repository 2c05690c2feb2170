#!/bin/bash
# Gives files of a gigabyte to every command: each must be refused in one line or read to its end, in
# less than three gigabytes of memory and in time. Needs three gigabytes of disk.
# Usage: test/programs/large_files.sh [PROGRAM]
. "$(dirname "$0")/program.sh"
SIZE=1G
MEMORY_KB=3000000
TIME_S=900 # enough for a busy machine; an idle one needs a tenth of it

# Runs a command with limits of memory and time. It must end with STATUS ("0 1": either) and one line if
# it fails.
large() {
    local expected=$1 begin=$SECONDS status
    shift
    (ulimit -v $MEMORY_KB; exec timeout $TIME_S "$program" "$@") >out 2>err </dev/null
    status=$?
    [[ " $expected " == *" $status "* ]] && [ "$(wc -l <err)" = $status ] && ! ls new.*.part >/dev/null 2>&1
    local result=$?
    check "$*: status $status, $((SECONDS - begin)) s: $(head -c 100 err)" $result
    rm -f new new.*
}

# Gives the file that fill() made to every command.
each_reads() { # EXPECTED
    large "$1" epd file --nodes 1
    large "$1" analyse file -o new --nodes 1
    large "$1" makebook file -o new
    large "$1" report file -o new
    large "$1" imitate new file --each 1
    large "$1" train new file --epochs 1
    large "$1" selfplay file --games 1 --nodes 10
    large "$1" --EvalFile=file bench 1
    large "$1" --BookFile=file bench 1
}

fill() { # repeats its input until the file has SIZE
    cat >piece
    while [ "$(wc -c <piece)" -lt 10000000 ]; do cat piece piece >twice && mv twice piece; done
    while cat piece; do :; done 2>/dev/null | head -c $SIZE >file
}

"$program" selfplay games.data --games 4 --nodes 20 >out

echo "zeros"
truncate -s $SIZE file
each_reads 1
echo "noise"
fill < <(head -c 10000000 /dev/urandom)
each_reads 1
echo "one line"
fill < <(head -c 10000000 /dev/zero | tr '\0' a)
each_reads 1
echo "files that each command can read"
fill < <(echo '6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#;')
large 1 epd file --nodes 1
fill < <(printf '[Result "1-0"]\n\n1. e4 {[%%clk 0:01:00]} e5 {[%%clk 0:01:00]} 2. Qh5 Ke7 3. Qxe5# 1-0\n\n')
large 1 analyse file -o new --nodes 1
large 0 makebook file -o new
large 1 report file -o new
fill < <(printf '# Overtime log\n1 = # game ply=0 own=black\n1 > # tm rival T=1 I=0 M=0 N=1 E=1 used=1 stop=normal drop=- resolved=- G=0 lag=0 ply=1 move=e5 last=e4\n')
large 1 report file -o new
fill < <(echo '[A "b"]')
each_reads 1
fill <games.data
large '0 1' imitate new file --each 1
large 1 selfplay file --games 1 --nodes 10

rm -f file piece
conclude
