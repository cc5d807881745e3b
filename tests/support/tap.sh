# tap.sh -- for test scripts: each function prints one TAP line.  Source it,
# work in $dir (removed at the end), call tap_end last.
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 2
root=$PWD
export KATACHI=${KATACHI:-$root/build/katachi}
export XDG_CONFIG_HOME=/nonexistent PYTHONDONTWRITEBYTECODE=1
# Decimal points, order and messages are those of C: in other languages awk and seq write 0,5.
export LC_CTYPE=${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} LC_NUMERIC=C LC_COLLATE=C LC_MESSAGES=C
unset LC_ALL
dir=$(mktemp -d) || exit 2 # else tests would write to /, and remove there
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

# kill_after SECONDS COMMAND... -- kills the command if it still runs then, and returns when it is
# gone, which timeout -s KILL does not: it kills itself together with the command
kill_after() {
    local seconds=$1 pid killer status
    shift
    "$@" &
    pid=$!
    { sleep "$seconds" && kill -KILL $pid; } 2>/dev/null &
    killer=$!
    wait $pid 2>/dev/null
    status=$?
    kill $killer 2>/dev/null
    wait $killer 2>/dev/null
    return $status
}

# with_python SENTENCE CODE COMMAND... -- the command prints one JSON object and
# nothing else, and CODE in Python, which calls it o, finds no fault with it
with_python() {
    local sentence=$1 code=$2
    shift 2
    if ! command -v python3 >/dev/null; then
        tap_skip "$sentence" "python3 is not installed"
    elif "$@" >"$dir/json" 2>"$dir/errors" </dev/null &&
        python3 -c "import json; o = json.load(open('$dir/json')); assert type(o) is dict
$code" 2>"$dir/why"; then
        tap_ok "$sentence"
    else
        tap_not_ok "$sentence" "$(cat "$dir/errors" "$dir/why"; head -c 2000 "$dir/json")"
    fi
}

# well_formed SENTENCE FILE -- the file is XML whose tags are in order
well_formed() {
    if command -v python3 >/dev/null; then
        check "$1" python3 -c 'import sys, xml.dom.minidom as d; d.parse(sys.argv[1])' "$2"
    else
        tap_skip "$1" "python3 is not installed"
    fi
}

# wait_for SECONDS COMMAND... -- until the command succeeds; fails after so long
wait_for() {
    local tenths=$(($1 * 10))
    shift
    until "$@"; do
        [ $((tenths--)) -gt 0 ] || return 1
        sleep 0.1
    done
}

# alike TEXT TEXT -- both are the same, and neither is missing
alike() { [ -n "$1" ] && [ "$1" = "$2" ]; }

# has_computed PID SECONDS -- the process has taken so much processor time
has_computed() {
    awk -v ticks="$(getconf CLK_TCK)" -v seconds="$2" \
        '{ sub(/.*\) /, ""); exit $12 + $13 < seconds * ticks }' "/proc/$1/stat"
}

# need_ranks SENTENCE PROGRAM -- for tests of several MPI ranks: $mpirun, and in
# $ranked the program of the build with MPI=1, which stands beside the plain one;
# without them the tests are skipped
need_ranks() {
    mpirun="mpirun --oversubscribe --allow-run-as-root --mca mpi_yield_when_idle 1"
    ranked=${BUILD:-build/release}-mpi/$2
    export OMP_NUM_THREADS=1
    if ! command -v mpirun >/dev/null || [ ! -x "$ranked" ]; then
        tap_skip "$1" "no mpirun, or no build with MPI=1"
        tap_end
    fi
}

# need_node SENTENCE -- without node the tests are skipped
need_node() {
    if ! command -v node >/dev/null; then
        tap_skip "$1" "node is not installed"
        tap_end
    fi
}

tap_end() { echo "1..$tap_count"; exit $tap_failed; }
