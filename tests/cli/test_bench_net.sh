# What evaluates networks here, and how fast.
. "$(dirname "$0")/../support/tap.sh"

bench() { "$KATACHI" bench net --seconds 0.05 "$@"; }
json_number() { # KEY COMMAND...: the number of that key in its JSON
    key=$1
    shift
    "$@" | sed -n "s/.*\"$key\": \([-0-9.e+]*\).*/\1/p"
}
positive() { awk "BEGIN { exit !(${1:-0} > 0) }"; }

# ---- devices ----
expect 0 '^reference ' "the reference is listed" "$KATACHI" devices
expect 0 '^onednn ' "oneDNN is listed, usable or not" "$KATACHI" devices
expect 0 '"preferred": true' "one is taken where none is named" "$KATACHI" devices --json
usable_or_why() {
    "$KATACHI" devices | grep -A1 '^onednn' | grep -qE 'cannot be used: .*install|^reference'
}
check "what cannot be used says why" usable_or_why
expect 2 'devices' "devices takes no network" "$KATACHI" devices NET

# ---- bench net ----
"$KATACHI" net random --shape 2x12 -o "$dir/a.bin.gz"
expect 0 '2 blocks|random-b2c12-s1, 9x9' "a network is measured" bench --size 9 "$dir/a.bin.gz"
expect 0 'random-b6c96' "without one, a random one" bench --size 5
"$KATACHI" net random -q --shape b40c16nbt -o "$dir/deep.bin.gz"
expect 0 'random-b40c16nbt' "a deep one's numbers do not grow with each block" \
    bench --size 5 "$dir/deep.bin.gz"
expect 0 'reference, 2 threads, batches of 3' "as was asked" \
    bench --size 7 --backend reference --threads 2 --batch 3 "$dir/a.bin.gz"
check "the rate is a number above 0" \
    positive "$(json_number evaluations_per_second bench --json --size 9 "$dir/a.bin.gz")"
check "so is the cost" \
    positive "$(json_number gflop_per_evaluation bench --json --size 9 "$dir/a.bin.gz")"
expect 2 "unknown backend 'gpu'; 'katachi devices' lists the backends" "a backend that is none" \
    bench --backend gpu "$dir/a.bin.gz"
expect 1 'no-such.bin.gz' "a network that is not there" bench "$dir/no-such.bin.gz"
expect 2 'from 2 to 25' "a board too small" bench --size 1 "$dir/a.bin.gz"
expect 2 'size' "a board too large" bench --size 26 "$dir/a.bin.gz"

leela=../shared/nets/synthetic/synthetic-lz1-2x16-9.txt.gz
if [ ! -r $leela ]; then
    tap_skip "networks for one size of board" "$leela is not there"
    tap_end
fi
expect 0 '^synthetic-lz1-2x16-9, 9x9' "a network without a name is called as its file is" \
    bench $leela
expect 0 '"network": "synthetic-lz1-2x16-9"' "in JSON, too" bench --json --size 9 $leela
cp $leela "$dir/l$(printf '\351').txt.gz" 2>/dev/null &&
    with_python "a name may be no UTF-8" "assert o['network'] == 'l?'" \
        bench --json --size 9 "$dir/l$(printf '\351').txt.gz"
expect 2 'lz1-2x16-9.txt.gz was made for 9x9, so --size cannot be 19' "another size is refused" \
    bench --size 19 $leela
tap_end
