# tap.sh -- for test scripts: each function prints one TAP line.  Source it,
# work in $dir (removed at the end), call tap_end last.
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 2
root=$PWD
KATACHI=${KATACHI:-$root/build/katachi}
export XDG_CONFIG_HOME=/nonexistent
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
tap_count=0 tap_failed=0

tap_ok() { tap_count=$((tap_count + 1)); echo "ok $tap_count - $1"; }
tap_skip() { tap_count=$((tap_count + 1)); echo "ok $tap_count - $1 # SKIP $2"; }
tap_not_ok() { # SENTENCE [OUTPUT]
    tap_count=$((tap_count + 1)) tap_failed=1
    echo "not ok $tap_count - $1"
    [ -n "${2:-}" ] && echo "$2" | sed 's/^/# /'
}

# check SENTENCE COMMAND... -- the command succeeds
check() {
    local sentence=$1 output
    shift
    if output=$("$@" 2>&1); then tap_ok "$sentence"; else tap_not_ok "$sentence" "$* -> $output"; fi
}

# expect CODE PATTERN SENTENCE COMMAND... -- the command ends with CODE, and
# what it prints on both streams holds PATTERN (an extended regular expression)
expect() {
    local code=$1 pattern=$2 sentence=$3 output got
    shift 3
    output=$("$@" 2>&1 </dev/null)
    got=$?
    if [ "$got" -eq "$code" ] && grep -qE -- "$pattern" <<<"$output"; then
        tap_ok "$sentence"
    else
        tap_not_ok "$sentence" "$* -> exit code $got, not $code with /$pattern/: $output"
    fi
}

tap_end() { echo "1..$tap_count"; exit $tap_failed; }
