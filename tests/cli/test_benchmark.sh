# katachi benchmark: rates by threads, and the configuration file.
. "$(dirname "$0")/../support/tap.sh"

benchmark() { "$KATACHI" benchmark --quiet --size 5 --seconds 0.05 "$@"; }
with_python "rates by the number of threads" \
    "import os
playouts, network = o['searches']
assert playouts['by'] == 'playouts' and network['by'] == 'own'
threads = [r['threads'] for r in playouts['rates']]
assert threads[0] == 1 and threads[-1] == o['processors'] and threads == sorted(set(threads))
assert all(r['per_second'] > 0 for s in o['searches'] for r in s['rates'])
assert all(s['best_threads'] in [r['threads'] for r in s['rates']] for s in o['searches'])" \
    benchmark --json
with_python "playouts alone" "assert len(o['searches']) == 1" benchmark --net none --json
expect 0 'Best with playouts: --threads [0-9]+\.' "a sentence says what is best" benchmark --net none

export XDG_CONFIG_HOME=$dir/config config=$dir/config/katachi/config
writes() { # SENTENCE -- unless other programs disturb each of some tries
    local i
    for i in 1 2 3 4 5; do
        if benchmark --net none --write >"$dir/wrote" 2>&1; then
            tap_ok "$1"
            return
        elif ! grep -q 'nothing was saved, because other programs' "$dir/wrote"; then
            tap_not_ok "$1" "$(cat "$dir/wrote")"
            return
        fi
    done
    tap_skip "$1" "other programs use the processors"
    printf 'threads = 1' >>"$config" # as it would have done
}
mkdir -p "$dir/config/katachi"
writes "--write makes the configuration file"
check "with one line" grep -qxE 'threads = [0-9]+' "$config"
before() { printf '# mine\nthreads = 3\nplayouts = 7\nthreads=99\nmemory = 64M' >"$config"; }
if before && benchmark --net none --write >/dev/null 2>&1; then
    check "a second --write changes the last line of that key, and no other" \
        bash -c 'diff <(sed "s/^threads = [0-9]*$/threads = N/" "$0") \
            <(printf "# mine\nthreads = N\nplayouts = 7\nthreads = N\nmemory = 64M")' "$config"
else
    check "a measurement that other programs disturb is not saved" \
        grep -qx 'threads=99' "$config"
fi
export XDG_CONFIG_HOME=/dev/null/x
expect 1 '/dev/null' "a file that cannot be written is told" benchmark --net none --write
expect 0 '^0$' "before anything is measured" bash -c '"$0" benchmark --size 5 --write 2>&1 | grep -c thread; :' "$KATACHI"
expect 1 'no-such' "so is a network that is not there" benchmark --net no-such.bin.gz
expect 0 '^no-such.* threads? \.\.\.$' "before the playouts are measured" \
    bash -c '"$0" benchmark --size 5 --net no-such.bin.gz 2>&1 | head -n 1' "$KATACHI"
tap_end
