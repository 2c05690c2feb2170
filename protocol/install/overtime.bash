# Bash completion of overtime's commands, options and files. The words come from the program's help.
_overtime() {
    local word=${COMP_WORDS[COMP_CWORD]} option help i
    help=$("${COMP_WORDS[0]}" --help 2>/dev/null) || return
    COMPREPLY=()
    # Bash splits --OPTION=VALUE into three words.
    if [ "$word" = = ]; then
        word= option=${COMP_WORDS[COMP_CWORD - 1]}
    elif [ "${COMP_WORDS[COMP_CWORD - 1]}" = = ]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    if [ -n "$option" ]; then
        #   --Chat=off (off, kibitz, whisper or say)
        local values
        values=$(sed -nE "s/^  $option=[^ ]* \((.*) or (.*)\)$/\1 \2/p" <<<"$help" | tr -d ,)
        mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word")
        return
    fi
    for ((i = 1; i < COMP_CWORD; ++i)); do
        case ${COMP_WORDS[i]} in
        --* | =) ;;
        *) [ "${COMP_WORDS[i - 1]}" = = ] || return ;; # after a command, complete files
        esac
    done
    local known
    known=$(sed -nE 's/^  ([a-z]+)( .*)?$/\1/p; s/^  (--[A-Z][A-Za-z]*=).*/\1/p' <<<"$help")
    mapfile -t COMPREPLY < <(compgen -W "$known --help --no-config --version" -- "$word")
    [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace
}
complete -o default -F _overtime overtime
