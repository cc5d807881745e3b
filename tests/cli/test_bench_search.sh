# The signature of the search: one number, the same on every run, another when
# the search behaves otherwise.
. "$(dirname "$0")/../support/tap.sh"

bench() { "$KATACHI" bench "$@"; }
few=(--playouts 150 --moves 4)

expect 0 '^signature [0-9a-f]{16}$' "bench search prints a signature" \
    bench search --signature "${few[@]}"
signature() { bench search --signature "${few[@]}" "$@" | sed -n 's/^signature //p'; }
first=$(signature)
same() { [ -n "$first" ] && [ "$(signature "$@")" = "$first" ]; }
other() { [ -n "$first" ] && [ "$(signature "$@")" != "$first" ]; }
check "twice the same" same
check "the threads and the memory of the machine do not show" same --threads 2 --memory 64M
check "another seed, another number" other --seed 2
check "another rule, another number" other --rule puct
check "one playout more, another number" other --playouts 151
short() { [ "$(bench --signature "${few[@]}" | sed -n 's/^signature //p')" = "$first" ]; }
check "bench --signature is short for it" short
expect 0 'Commands:' "bench alone lists the measurements" bench
expect 2 "unknown option '--speed'" "another option of bench is misuse" bench --speed
expect 2 "ponder has no effect here" "an option of games only is misuse" bench search --ponder
expect 2 'no-such' "a measurement that is not there" bench no-such

with_python "bench search prints one JSON object" "
assert o['size'] == 7 and o['threads'] == 2 and o['playouts'] >= 390
assert o['playouts_per_second'] > 0 and o['moves_per_playout'] > 10
assert o['tree_bytes'] > 0 and 'nodes' not in o and o['depth'] > 0 and len(o['moves'].split()) == 2
" bench search --size 7 --playouts 200 --moves 2 --threads 2 --json
"$KATACHI" net random --shape 2x8 -o "$dir/a.bin.gz"
asked=(--net "$dir/a.bin.gz" --size 5 --playouts 60 --moves 2)
expect 0 '[1-9][0-9]* network queries, [1-9][0-9]* evaluated.* [0-9.]+ % cache hits' \
    "with a network: its queries" bench search "${asked[@]}"
with_python "in JSON, too" "
n = o['network']
assert n['asked'] >= n['evaluated'] > 0 and n['positions_per_batch'] == 1
assert abs(n['remembered'] - (1 - n['evaluated'] / n['asked'])) < 1e-9
" bench search --json --threads 1 --backend reference "${asked[@]}"
expect 1 'no-such.gammas' "missing gammas are named" bench search --gammas "$dir/no-such.gammas"
expect 2 'widening-growth' "a setting out of its range" bench search --widening-growth 0.5
tap_end
