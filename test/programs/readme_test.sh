#!/bin/bash
# Runs the commands in the shell blocks of the README, and the commands in its text that begin with
# ./overtime. Commands that take long run with smaller numbers; for commands that need more than a
# shell, try() names the script that runs them. A new command fails until try() has it. Links must lead
# to files. Usage: test/programs/readme_test.sh [PROGRAM]
. "$(dirname "$0")/program.sh"

# Prints one command a line: the ```sh blocks without comments, with continued lines joined, then the text.
commands() {
    awk '/^```/ { shell = $0 == "```sh"; next } shell' "$root/README.md" |
        sed -E ':more; /\\$/ { N; s/ *\\\n */ /; b more }' | sed -E 's/ +# .*//; /^(#|$)/d'
    awk '/^```/ { block = !block } !block' "$root/README.md" | grep -oE '`\./overtime [^`]+`' | tr -d '`'
}

# Makes the files that the commands use, and stubs of the Makefile and of test/run.sh.
mkdir test && ln -s "$program" overtime && cp "$root/build.sh" .
printf 'all debug:\n' >Makefile
echo 'echo the tests' >test/run.sh
printf '6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#;\n' >suite.epd
for file in games more match other; do
    printf '[White "One"]\n[Black "Two"]\n[Result "1-0"]\n\n1. e4 {+0.3/9 1.5s} e5 {0.1/8 2s} 2. Nf3 {+0.2/9 3s} 1-0\n\n' >$file.pgn
    sed p $file.pgn >>$file.pgn
done

runs() { # COMMAND [EXPECTED]: must end with status 0, print no errors, and print a line that matches EXPECTED
    timeout 60 bash -c "$1" < <(printf 'xboard\nnew\nsd 3\ngo\n' && sleep 0.5) >out 2>err
    [ $? = 0 ] && [ ! -s err ] && grep -qE "${2:-.}" out
    local status=$?
    [ $status = 0 ] || tail -n 3 out err
    check "$1" $status
}

elsewhere() { # COMMAND SCRIPT WORD: another script runs the command; checks that SCRIPT contains WORD
    grep -qF -- "$3" "$root/$2"
    check "$1 ($2)" $?
}

try() { # COMMAND
    case $1 in
    './build.sh play') runs "$1 '0 0:00.3 0'" '^Result: ' ;;
    './build.sh test') runs "$1" '^the tests$' ;;
    'sudo make install' | 'sudo make uninstall') elsewhere "$1" test/programs/install_test.sh 'makes uninstall' ;;
    'make package && '*) elsewhere "$1" .ci/run 'make -s package' ;;
    'xboard -fcp ./overtime -scp fairymax '* | 'xboard -fcp ./overtime') elsewhere "$1" test/programs/xboard_match.sh -scp ;;
    'xboard -ics '*) elsewhere "$1" test/programs/ics_match.sh -zp ;;
    'cutechess-cli '*)
        if ! command -v cutechess-cli >/dev/null; then echo "  --    $1: skipped, no cutechess-cli"; else
            runs "${1/5+0.05 -games 2 -rounds 50/0.3+0.01 -games 2 -rounds 1}" '^Finished match'
        fi ;;
    './overtime simulate '*) runs "${1/1000/2}" '^[^ ]+ +soft-hard ' ;;
    './overtime simulate') runs "$1 --tc 10+0 --games 1" '^[^ ]+ +soft-hard ' ;;
    './overtime bench') runs "$1 5" 'nps$' ;;
    './overtime perft 6') runs './overtime perft 4' '^197281 ' ;;
    './overtime play '*--report*) runs "${1/0 1 1/0 0:00.3 0}" 'in time.html$' ;;
    './overtime play '*) runs './overtime play "40 0:00.2 0"' 'overtime.pgn$' ;;
    './overtime --help') runs "$1" '^usage:' ;;
    './overtime report overtime.log '*) runs "./overtime --LogFile=overtime.log && $1" 'in time.html$' ;;
    './overtime report '*) runs "$1" 'in time.html$' ;;
    './overtime epd '*) runs "${1/--st 1/--st 0.2}" '^solved +1 of 1' ;;
    *' analyse '*) runs "${1/--st 2/--st 0.05}" 'in analysed.pgn$' ;;
    './overtime makebook '*) runs "$1" ' in book.bin;' ;;
    './overtime --BookFile=book.bin --OwnBook=1') runs "$1" '^move e2e4$' ;;
    *) check "not in the list of $(basename "$0"): $1" 1 ;;
    esac
}

while read -r command; do try "$command" </dev/null; done < <(commands | awk '!seen[$0]++')
for link in $(grep -oE '\]\([^)#:]+\)' "$root/README.md" | tr -d '()]' | sort -u); do
    [ -e "$root/$link" ]
    check "the link to $link leads to a file" $?
done
for version in $(grep -oE 'overtime[-_][0-9]+\.[0-9]+' "$root/README.md" | sed 's/.*[-_]//' | sort -u); do
    [ "$("$program" --version)" = "Overtime $version" ]
    check "version $version in a file name is the program's version" $?
done
names() { sed -nE 's/^    \{"[a-z-]*", "([A-Za-z-]+)", .*/\1/p' "$root"/timing/*.cpp "$root"/timing/controllers/*.cpp; }
[ "$(names | wc -l)" -gt 15 ]
check "the sources have the names of the controllers' parameters" $?
for name in $(names | sort -u); do
    grep -qE "^\| \`(mle-legacy\()?$name(=\))?\` \|" "$root/timing/README.md"
    check "the parameter $name is in the table of timing/README.md" $?
done
for target in $(grep -oE '`make [a-z]+' "$root/README.md" | cut -d ' ' -f 2 | sort -u); do
    grep -qE "^([a-z ]+ )?$target( [a-z ]+)?:" "$root/Makefile"
    check "the Makefile has the target $target" $?
done

conclude
