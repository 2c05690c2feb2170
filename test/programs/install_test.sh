#!/bin/bash
# Tests `make install` and `make uninstall`, and that the manual page, the completion and XBoard's list
# of engines have every command and option.
# Usage: test/programs/install_test.sh [PROGRAM]
. "$(dirname "$0")/program.sh"
files=$root/protocol/install

# The link to the program has a path without blanks, which make cannot handle; -o keeps make from
# building it.
ln -s "$program" built
# Runs make without the settings of a make that runs this script.
makes() { env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s -C "$root" -o "$work/built" EXE="$work/built" DESTDIR="$work/root" PREFIX=/usr "$@" >made 2>&1; }

installed() {
    makes install && [ ! -s made ] && diff made <(cd root && find . -type f -printf '%m %P\n' | LC_ALL=C sort) >differences
    [ "$(cat differences)" = "0a1,5
> 644 usr/share/bash-completion/completions/overtime.bash
> 644 usr/share/games/plugins/logos/overtime.png
> 644 usr/share/games/plugins/xboard/overtime.eng
> 644 usr/share/man/man6/overtime.6
> 755 usr/bin/overtime" ]
    check "make install installs five files" $?
    root/usr/bin/overtime --version | grep -q '^Overtime '
    check "the installed program runs" $?
    makes uninstall && [ -z "$(find root -type f)" ]
    check "make uninstall removes all installed files" $?
    makes install BINDIR=/usr/games && [ -x root/usr/games/overtime ] && makes uninstall BINDIR=/usr/games
    check "make install puts the program into BINDIR" $?
    makes install DESTDIR="$work/a place" && [ -x "a place/usr/bin/overtime" ] && [ -s "a place/usr/share/man/man6/overtime.6" ] &&
        makes uninstall DESTDIR="$work/a place" && [ -z "$(find 'a place' -type f)" ]
    check "make install into a folder with a blank in its name" $?
}

# XBoard ignores overtime.eng if it has trailing blanks, carriage returns or no newline at its end.
engine_list() {
    local variants
    variants=$(printf 'protover 2\nquit\n' | "$program" | sed -nE 's/.*variants="normal,([^"]*)".*/\1/p')
    printf 'plugin spec 0.0\novertime\nchess,%s\n' "$variants" | cmp -s - "$files/overtime.eng"
    check "XBoard's list of engines has the command and the variants" $?
}

commands() { "$program" --help | sed -nE 's/^  ([a-z]+)( .*)?$/\1/p'; }
flags() { grep -oE -e '--[a-z-]+' | sort -u; }
flags_in_help() { "$program" --help | awk -v name="$1" '/^  [a-z-]/ { on = $1 == name } on' | flags; }
flags_in_page() { grep -E "^\.BI? $1( |\$)" "$files/overtime.6" | sed 's/\\-/-/g' | flags; }
option_rows() { "$program" options | grep -F '| `'; }
options() { "$program" --help | sed -nE 's/^  --([A-Z][A-Za-z]*)=.*/\1/p'; }

texts() {
    local name missing=
    [ "$(options | wc -l)" -gt 5 ] && [ "$(commands | wc -l)" -gt 5 ]
    check "--help lists commands and options" $?
    for name in $(commands); do
        grep -qE "^\.BI? $name( |\$)" "$files/overtime.6" || missing="$missing $name"
    done
    check "the manual page has every command${missing:+, not$missing}" ${#missing}
    missing=
    for name in $(commands); do
        # The manual page does not list the flags of simulate.
        [ "$name" = simulate ] || [ "$(flags_in_help "$name")" = "$(flags_in_page "$name")" ] || missing="$missing $name"
    done
    check "the manual page has the flags of every command${missing:+, not of$missing}" ${#missing}
    grep -E '^[|] `[A-Z]' "$root/README.md" >rows
    [ "$(wc -l <rows)" -ge 10 ] && ! grep -vxF "$(option_rows)" rows
    check "the options of the README are the program's" $?
    cp "$root/README.md" "$files/overtime.6" . && sh "$files/options.sh" "$program" README.md overtime.6 &&
        [ "$(grep -cE '^.fB.-.-[A-Z].*=' overtime.6)" = "$(options | wc -l)" ] &&
        diff "$root/README.md" README.md && diff "$files/overtime.6" overtime.6
    check "README and manual page are as \`make options\` writes them" $?
    if command -v groff >/dev/null; then
        groff -ww -man -Tascii -z "$files/overtime.6" 2>warnings && [ ! -s warnings ]
        check "groff accepts the manual page" $?
    fi
}

completes() { # EXPECTED WORDS...: the last word is being typed
    local expected=$1
    shift
    COMP_WORDS=("$program" "$@")
    COMP_CWORD=$#
    _overtime 2>/dev/null
    [[ "${COMPREPLY[*]}" == $expected ]]
    check "completion of '$*': ${COMPREPLY[*]}" $?
}

completion() {
    # shellcheck source=/dev/null
    . "$files/overtime.bash"
    completes 'bench' be
    completes '--Controller= --Contempt=' --Cont
    completes 'smooth soft-hard' --Controller = s
    completes 'rival rival-page *soft-hard' --Controller =
    completes '--no-config' --no
    completes 'report' --MultiPV = 2 rep
    completes '' report game
}

installed
engine_list
texts
completion

conclude
