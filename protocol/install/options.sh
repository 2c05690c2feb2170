#!/bin/sh
# Replaces the table of options in the README (up to the next blank line) and the list of options in
# the manual page (from a marker comment to the next paragraph).
# Usage: options.sh PROGRAM README MANUAL
set -eu
program=$1 readme=$2 manual=$3

table=$("$program" options)
list=$(printf '%s\n' "$table" | sed '1,2d; s/\\/\\e/g; s/-/\\-/g' | awk -F ' *[|] *' '
    {
        gsub(/`/, "", $2); gsub(/`/, "", $3)
        meaning = toupper(substr($5, 1, 1)) substr($5, 2) "."
        while (sub(/`/, "\\fB", meaning)) sub(/`/, "\\fP", meaning)
        print ".TP\n\\fB\\-\\-" $2 "=" $3 "\\fP" ($4 == "" ? "" : " (" $4 ")") "\n" meaning
    }')

replace() { # FILE FIRST AFTER TEXT: the line FIRST stays if the text does not begin with it
    FIRST=$2 TEXT=$4 awk -v after="$3" '
        index($0, ENVIRON["FIRST"]) == 1 {
            if (index(ENVIRON["TEXT"], ENVIRON["FIRST"]) != 1) print
            print ENVIRON["TEXT"]
            skipping = 1
        }
        $0 == after { skipping = 0 }
        !skipping' "$1" >"$1.new"
    mv "$1.new" "$1"
}

replace "$readme" '| option |' '' "$table"
replace "$manual" '.\" From here on written' .PP "$list"
