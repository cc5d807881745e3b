# katachi compare: one command from a network to an answer with its interval.
. "$(dirname "$0")/../support/tap.sh"

compare() { "$KATACHI" compare --quiet --size 5 --opening-moves 0 -j 1 -t 0.02 -n 2 "$@"; }
expect 2 '\-\-net FILE is needed' "a network is needed" compare -o "$dir/none"
expect 2 '\-o DIR is missing' "and a folder" compare --net x
"$KATACHI" net random --shape 1x16 -o "$dir/tiny.bin.gz" >/dev/null 2>&1
expect 1 'no-such.bin.gz' "a missing network is named" \
    compare --net "$dir/no-such.bin.gz" -o "$dir/none"
check "the network is there" test -s "$dir/tiny.bin.gz"
expect 0 'On 5x5, 0.02 s a move, tiny is .* Elo \(95 %: .* above playouts in 2 games' \
    "the answer is one sentence" compare --net "$dir/tiny.bin.gz" -o "$dir/out"
check "with a page" test -s "$dir/out/index.html"
expect 0 '"elo_95"' "and as JSON, without playing again" \
    compare --json --net "$dir/tiny.bin.gz" -o "$dir/out"
check "two games were played" test "$(wc -l <"$dir/out/results.jsonl")" -eq 2
tap_end
