#!/bin/sh
# Writes the program's options into the manual page, as a list behind a comment that says so, and
# refreshes the rows of the README's table of options.
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

TABLE=$table awk -F ' *[|] *' '
    BEGIN { n = split(ENVIRON["TABLE"], rows, "\n"); for (i = 3; i <= n; ++i) { split(rows[i], cell); row[cell[2]] = rows[i] } }
    /^[|] `/ && $2 in row { print row[$2]; next }
    { print }' "$readme" >"$readme.new"
mv "$readme.new" "$readme"

TEXT=$list awk '
    skipping && $0 == ".PP" { skipping = 0 }
    !skipping
    index($0, ".\\\" From here on written") == 1 { print ENVIRON["TEXT"]; skipping = 1 }' "$manual" >"$manual.new"
mv "$manual.new" "$manual"
