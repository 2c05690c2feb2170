# shellcheck shell=bash disable=SC2034
# Sourced by the scripts that drive the program, which is their first argument. Finds the program,
# enters a scratch directory, counts checks, and talks to the program through pipes.
export LC_ALL=C PATH=$PATH:/usr/games XDG_CONFIG_HOME=/dev/null # and no settings of the user
unset CDPATH
root=$(cd "$(dirname "$0")/../.." && pwd)
program=$(realpath "${1:-$root/overtime}")
[ -x "$program" ] || { echo "no program $program" >&2; exit 2; }
LIMIT_MS=1000 # of time for an answer or an end; generous, as the machine may be busy
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
. "$root/test/check.sh"

now_us() { echo "${EPOCHREALTIME/./}"; }

# Each argument is a command line that the program must refuse, with one line that says why and status
# 2.
refuses() { # WORDS...
    local words refused
    for words in "$@"; do
        # shellcheck disable=SC2086
        timeout 20 "$program" $words >out 2>err
        [ $? = 2 ] && [ ! -s out ] && [ "$(wc -l <err)" = 1 ] && grep -qE '^overtime: .+: .* \(try --help\)$' err
        refused=$?
        check "$words: $(cat err)" $refused
    done
}

# Starts the program with its output in OUT and its input on fd 3. Sets pid. Job control keeps the shell
# from making the program ignore SIGINT and SIGQUIT.
start() { # OUT LINES...
    local out=$1
    shift
    rm -f in
    mkfifo in
    set -m
    "$program" <in >"$out" 2>err &
    pid=$!
    set +m
    exec 3>in
    [ $# = 0 ] || tell "$@"
}

tell() { printf '%s\n' "$@" >&3; }

# Waits until the program ends, and kills it after LIMIT_MS. Sets status (`hang` if it was killed)
# and ms. The shell's own message about a signal is dropped.
await_end() { # [LIMIT_MS]
    await_end_of $pid "${1:-5000}" 2>/dev/null
}

await_end_of() { # PID LIMIT_MS
    local pid=$1 limit=$2 begin
    begin=$(now_us)
    while kill -0 $pid; do
        ms=$(((${EPOCHREALTIME/./} - begin) / 1000))
        if [ $ms -gt "$limit" ]; then
            kill -KILL $pid
            wait $pid
            status=hang
            return
        fi
        sleep 0.002
    done
    ms=$(((${EPOCHREALTIME/./} - begin) / 1000))
    wait $pid
    status=$?
}

# Starts the program with its input on fd 3 and its output on fd 4.
converse() { # LINES...
    rm -f said
    mkfifo said
    start said
    exec 4<said
    [ $# = 0 ] || tell "$@"
}

# Waits for a line that matches the regular expression. Sets line, ms, and heard: the lines before it.
hears() { # PATTERN [LIMIT_MS]
    local begin limit=${2:-5000}
    begin=$(now_us)
    heard=
    while :; do
        ms=$(((${EPOCHREALTIME/./} - begin) / 1000))
        [ $ms -lt "$limit" ] || return 1
        IFS= read -r -t "$(((limit - ms) / 1000 + 1))" -u 4 line || return 1
        ms=$(((${EPOCHREALTIME/./} - begin) / 1000))
        [[ $line =~ $1 ]] && return 0
        heard+=$line$'\n'
    done
}

# Sends `quit`. Fails unless the program ends with status 0 and wrote nothing to standard error.
finish() {
    tell quit
    await_end
    exec 3>&- 4<&-
    [ "$status" = 0 ] && [ ! -s err ]
}

random_commands() { # COUNT SEED: commands in any order, with valid and invalid arguments
    awk -v n="$1" -v x="$2" '
        function roll(sides) { x = x * 16807 % 2147483647; return int(x / 8) % sides }
        BEGIN {
            names = split("xboard protover accepted rejected memory cores option new random variant " \
                "force go playother white black setboard edit undo remove result name rating ics " \
                "computer level st sd time otim usermove ? ping draw hard easy post nopost hint bk " \
                ". exit resume # c analyze exclude include pause nps setscore foo e2e4 e7e5 d2d4 Nf3 O-O Ke1 xa4 Pa7", name, " ")
            words = split("0 1 2 -1 40 0:30 1.5 99999999999999999999 e2e4 e7e8q N x = MoveOverhead=5 " \
                "debug normal nocastle fischerandom all MultiPV=3 LimitStrength=1 Elo=1200 Contempt=20 w - 8/8/8/8/8/8/8/8 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR " \
                "4k3/P7/8/8/8/8/p7/4K3 KQkq %s \001", word, " ")
            for (; n > 0; --n) {
                line = name[1 + roll(names)]
                for (k = roll(4); k > 0; --k) line = line " " word[1 + roll(words)]
                sub(/^cores [0-9].*/, "cores " 1 + roll(2), line) # many threads would only be slow
                if (line !~ /^memory/) print line
            }
        }'
}
