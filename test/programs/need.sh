# shellcheck shell=bash
# Sourced by the scripts that need other programs: `need PROGRAM PACKAGE` installs a missing one.
export DEBIAN_FRONTEND=noninteractive
need() {
    command -v "$1" >/dev/null && return
    local sudo=
    [ "$(id -u)" = 0 ] || sudo=sudo
    { $sudo apt-get install -qy "$2" || { $sudo apt-get update -q && $sudo apt-get install -qy "$2"; }; } \
        >/dev/null 2>&1 </dev/null
    command -v "$1" >/dev/null || { echo "please install $2" >&2; exit 2; }
}
