# How fast a network learns here, beside how fast it is evaluated.
. "$(dirname "$0")/../support/tap.sh"

bench() { "$KATACHI" bench learn --shape b1c8 --size 5 --batch 16 --seconds 0.05 "$@"; }
expect 0 '^b1c8, 5x5, .*, 1 thread' "what is measured" bench
expect 0 'rows a second learned from.*\(batches of 16\)' "rows a second" bench
expect 0 'rows for an evaluation: the median of ' "and what they cost in evaluations" bench
expect 0 'reference, 2 threads' "as was asked" bench --backend reference --threads 2
expect 0 'rows a second' "the choices of learning apply" bench --optimiser nesterov
with_python "the numbers are above 0 and agree" '
assert o["rows_per_second"] > 0 and o["rows_per_cpu_second"] > 0 and o["pairs"] >= 3
assert 0 < o["ratio"] and o["batch"] == 130 and o["evaluation_batch"] == 16
rough = o["rows_per_second"] / o["evaluations_per_second"]
assert 0.05 < o["ratio"] / rough < 20' bench --json --batch 130
expect 2 "unknown backend 'gpu' for training" "a backend that is none" bench --backend gpu
expect 2 'shape' "a shape that is none" bench --shape large
expect 2 'from 2 to 25' "a board too small" bench --size 1
tap_end
