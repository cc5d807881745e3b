# java.sh -- what the tests of GoGui, Lizzie and LizzieYzy share: sourced after tap.sh.

java=/usr/share/java # Debian's libraries

# need_window NAME VARIABLE FILE [JARS] -- ends the script unless VARIABLE names a copy with FILE, and
# all that it needs is installed; JARS as a class path
need_window() {
    local why=""
    if [ ! -f "${!2:-/nonexistent}/$3" ]; then
        why="$2 does not name a copy of it"
    elif ! command -v javac >/dev/null || ! command -v xvfb-run >/dev/null; then
        why="javac or xvfb-run is not installed"
    elif [ -n "${4:-}" ] && ! ls ${4//:/ } >/dev/null 2>&1; then
        why="its libraries are not in $java"
    fi
    [ -z "$why" ] && return
    tap_skip "$1" "$why"
    tap_end
}

# unchecked_json SOURCES -- Android's org.json has checked exceptions
unchecked_json() {
    mkdir -p "$1/org/json"
    echo 'package org.json; public class JSONException extends RuntimeException {
    public JSONException(String why) { super(why); }
    public JSONException(String why, Throwable cause) { super(why, cause); }
    public JSONException(Throwable cause) { super(cause); }
}' >"$1/org/json/JSONException.java"
}

# relay PREFIX FOLDER -- the TAP in FOLDER/out as lines of this script; if it breaks off, FOLDER/errors
relay() {
    local line
    while read -r line; do
        case $line in
        "ok "*) tap_ok "$1: ${line#* - }" ;;
        "not ok "*) tap_not_ok "$1: ${line#* - }" ;;
        "# "*) echo "$line" ;;
        esac
    done <"$2/out"
    [ "$(tail -1 "$2/out" | cut -c1-3)" = "1.." ] ||
        tap_not_ok "$1: it comes to its end" "$(tail -20 "$2/errors")"
}
