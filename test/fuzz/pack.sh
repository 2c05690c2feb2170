#!/bin/bash
# Prints inputs of a fuzz target as text for test/fuzz/corpus/TARGET.txt. The description of an input is
# its file name: replace it by a sentence that says what the input does.
# Usage: test/fuzz/pack.sh FILE...
for file in "$@"; do
    echo "# ${file##*/}"
    od -An -v -tx1 "$file" | awk '
        function flush_line() {
            sub(/^# /, "\\x23 ", line)
            sub(/ $/, "\\x20", line)
            print line
            line = ""
        }
        BEGIN { for (i = 0; i < 256; ++i) value[sprintf("%02x", i)] = i }
        {
            for (i = 1; i <= NF; ++i) {
                byte = value[$i]
                if (byte == 10) flush_line()
                else if (byte == 92) line = line "\\\\"
                else line = line (byte >= 32 && byte < 127 ? sprintf("%c", byte) : "\\x" $i)
            }
        }
        END { flush_line() }'
done
