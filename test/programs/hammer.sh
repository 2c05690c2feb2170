#!/bin/bash
# Sends random sequences of legal and illegal commands in every state, some at once and some during a
# search. Every sequence ends with a ping that must be answered, in order. Meant for the thread
# sanitizer (make thread). Prints the seed. Usage: test/programs/hammer.sh PROGRAM SEQUENCES [SEED]
. "$(dirname "$0")/program.sh"
sequences=${2:?how many sequences}
seed=${3:-$((RANDOM * 32768 + RANDOM + 1))}
echo "hammer: $sequences sequences, seed $seed"

# Makes sequences: the commands that lead into a state, some lines of random_commands, and a ping. It
# stays at most a few pings ahead of the answers, so that a search can run before the command that ends
# it arrives.
group() { # KIND COUNT SEED
    awk -v kind="$1" -v count="$2" -v x="$3" '
        function roll(sides) { x = x * 16807 % 2147483647; return int(x / 8) % sides }
        function nap(seconds) { fflush(); system("sleep " seconds) }
        BEGIN {
            state[0] = "new\nforce"
            state[1] = "new\nst 1000\ngo"
            state[2] = "new\nhard\nst 0.05\nusermove e2e4"
            state[3] = "new\npost\nanalyze"
            state[4] = "new\nedit\n#\nKe1"
            state[5] = "new\nst 1000\ngo\npause"
            state[6] = "new\nlevel 1 0:01 0\nusermove d2d4"
            state[7] = "setboard 7k/5KQ1/8/8/8/8/8/8 b - - 0 1\ngo"
            state[8] = "perft 7"
            state[9] = "bench 9"
            states = kind == "console" ? 10 : 8
            print "memory 1"
            if (kind != "console") print "xboard\nprotover 2"
            while (++done <= count) {
                chosen = roll(states)
                if (chosen == 9 && roll(8)) chosen = 1 # the bench starts slowly
                print state[chosen]
                if (chosen == 2 && roll(2)) nap(0.08)
                else if (roll(16) == 0) nap(0.01)
                for (k = 1 + roll(6); k > 0; --k) {
                    if ((getline line) <= 0) exit
                    if (kind == "console" && line ~ /^(xboard|edit)/) continue
                    print line
                    if (roll(100) == 0) nap(0.01)
                }
                print "resume"
                if (roll(4) == 0) {
                    print "st 0.01\n?"
                    nap(0.02)
                }
                print "force\nping no." done
                fflush()
                for (ahead = roll(4); answered + ahead < done; ++answered)
                    if (system("read -r pong <&4")) exit
            }
            print "quit"
            fflush()
            while (!system("read -r pong <&4")); # reads to the end, else the writer gets SIGPIPE
        }'
}

judge() { # COUNT: checks the output of the program
    awk -v count="$1" '
        /^pong no[.]/ { if ($2 != "no." ++pongs && !wrong) wrong = "pong out of order: " $0 }
        /^move / { ++moves }
        length > 500 { wrong = "too long: " substr($0, 1, 60) }
        /^Illegal/ && !/^Illegal move: / { wrong = $0 }
        END {
            if (pongs != count) wrong = wrong " " pongs + 0 " pongs, not " count
            if (moves * 50 < count) wrong = wrong " too few moves"
            print pongs + 0 " sequences, " NR " lines, " moves + 0 " moves " wrong
            exit wrong != ""
        }'
}

hammer() { # KIND COUNT SEED
    local kind=$1 count=$2 result status
    rm -f pongs
    mkfifo pongs
    result=$(random_commands $((count * 6)) "$3" | group "$kind" "$count" "$3" 4<pongs |
        timeout $((120 + count / 4)) "$program" 2>err | tee >(grep --line-buffered '^pong no[.]' >pongs) | judge "$count"
        echo "${PIPESTATUS[*]}")
    status=${result##*$'\n'}
    [ "$(cut -d' ' -f3- <<<"$status")" = '0 0 0' ] && [ ! -s err ]
    check "$kind: ${result%$'\n'*}" $?
    head -n 40 err
}

hammer host $((sequences - sequences / 5)) "$seed"
hammer console $((sequences / 5)) $((seed + 1))
conclude
