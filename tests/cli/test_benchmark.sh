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

export XDG_CONFIG_HOME=$dir/config
check "--write makes the configuration file" benchmark --net none --write
check "with one line" grep -qxE 'threads = [0-9]+' "$dir/config/katachi/config"
printf '# mine\nthreads = 3\nplayouts = 7\nthreads=99\nmemory = 64M' >"$dir/config/katachi/config"
check "--write again" benchmark --net none --write
check "changes the last line of that key, and no other" \
    bash -c 'diff <(sed "s/^threads = [0-9]*$/threads = N/" "$0") \
        <(printf "# mine\nthreads = N\nplayouts = 7\nthreads = N\nmemory = 64M")' \
    "$dir/config/katachi/config"
export XDG_CONFIG_HOME=/dev/null/x
expect 1 '/dev/null' "a file that cannot be written is told" benchmark --net none --write
expect 0 '^0$' "before anything is measured" bash -c '"$0" benchmark --size 5 --write 2>&1 | grep -c thread; :' "$KATACHI"
expect 1 'no-such' "so is a network that is not there" benchmark --net no-such.bin.gz
expect 0 '^no-such.* threads? \.\.\.$' "before the playouts are measured" \
    bash -c '"$0" benchmark --size 5 --net no-such.bin.gz 2>&1 | head -n 1' "$KATACHI"
tap_end
