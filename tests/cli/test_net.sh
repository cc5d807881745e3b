# Networks on the command line: what they are, random ones, damaged ones.
. "$(dirname "$0")/../support/tap.sh"

net() { "$KATACHI" net "$@"; }

# ---- random networks ----
check "a random network is written" net random --shape 2x12 -o "$dir/a.bin.gz"
check "the same again" net random --shape 2x12 -o "$dir/b.bin.gz"
check "one seed is one network" cmp "$dir/a.bin.gz" "$dir/b.bin.gz"
expect 0 '^writing 100 % 2 blocks' "how far it is is shown" \
    net random --shape 2x12 -o "$dir/b.bin.gz"
expect 0 '^$' "or not" net random -q --shape 2x12 -o "$dir/b.bin.gz"
check "another seed" net random --shape 2x12 --seed 2 -o "$dir/b.bin.gz"
differs() { ! cmp -s "$dir/a.bin.gz" "$dir/b.bin.gz"; }
check "is another network" differs
check "text" net random --shape 2x12nbt -o "$dir/n.txt"
expect 0 '^ACTIVATION_MISH$' "is text" cat "$dir/n.txt"
mkdir "$dir/some.txt"
check "binary in a folder whose name has .txt" net random -q --shape 1x8 -o "$dir/some.txt/a.bin"
check "is binary" grep -q '@BIN@' "$dir/some.txt/a.bin"
expect 2 'invalid shape' "a shape that is none" \
    net random --shape big -o "$dir/c.bin.gz"
expect 2 'katachi reads at most 537 million' "one that could not be read again" \
    net random --shape b1000c4096 -o "$dir/c.bin.gz"
expect 2 'name one with -o' "nowhere to write" net random
expect 1 "no-such-folder" "a folder that is not there" net random -o "$dir/no-such-folder/a.bin"

is_gone() { ! kill -0 "$1" 2>/dev/null; }
interrupted() { # a large one, which takes minutes
    "$KATACHI" net random -q --shape b400c256 -o "$dir/large.bin.gz" 2>"$dir/stderr" &
    local job=$!
    wait_for 20 has_computed $job 0.1 && kill -TERM $job
    wait_for 20 is_gone $job || kill -KILL $job
    wait $job
    [ $? -eq 1 ] && grep -q 'interrupted; .*large.bin.gz was not written' "$dir/stderr" &&
        [ -z "$(ls "$dir" | grep large)" ]
}
check "one that is interrupted leaves nothing behind" interrupted

# ---- info ----
expect 0 'KataGo, version 8' "info tells the format" net info "$dir/a.bin.gz"
expect 0 '2 blocks, 12 channels' "and the shape" net info "$dir/a.bin.gz"
expect 0 'made for +the games it was trained on, which the file does not tell' \
    "but not what it was trained on" net info "$dir/a.bin.gz"
expect 0 'KataGo, version 14' "of nested blocks, too" net info "$dir/n.txt"
expect 0 '"gflop_per_evaluation": 0\.0[0-9]+' "JSON holds the cost" net info --json "$dir/a.bin.gz"
expect 2 'NET' "info wants a network" net info
expect 1 'no-such.bin.gz' "a missing file is named" net info "$dir/no-such.bin.gz"

# ---- damaged ones ----
head -c 3000 "$dir/a.bin.gz" >"$dir/cut.bin.gz"
expect 1 "cut.bin.gz.*cut short" "a .gz cut short" net info "$dir/cut.bin.gz"
gunzip -c "$dir/a.bin.gz" >"$dir/a.bin"
head -c 3000 "$dir/a.bin" >"$dir/cut.bin"
expect 1 "cut.bin', byte [0-9]+, layer '.*cut short" "a binary cut short" net info "$dir/cut.bin"
sed '2s/.*/99/' "$dir/n.txt" >"$dir/new.txt"
expect 1 "new.txt', line 2.*99 is not supported, only 8" "a version of the future" net info "$dir/new.txt"
sed 's/ACTIVATION_MISH/ACTIVATION_ODD/' "$dir/n.txt" >"$dir/odd.txt"
expect 1 "odd.txt', line [0-9]+, layer 'activation'.*ODD" "an unknown activation" \
    net info "$dir/odd.txt"
: >"$dir/empty.bin.gz"
expect 1 'is empty' "an empty file" net info "$dir/empty.bin.gz"
expect 1 'is not a network of KataGo or Leela Zero' "a file of another kind" net info README.md
expect 1 'is a folder' "a folder" net info "$dir"

# ---- real ones ----
nets=../shared/nets
real() { # SENTENCE PATTERN FILE
    if [ -r "$nets/$3" ]; then
        expect 0 "$2" "$1" net info "$nets/$3"
    else
        tap_skip "$1" "$nets/$3 is not there"
    fi
}
real "a network of version 8" '0\.72[0-9] GFLOP' g170-b6c96-s175395328-d26788732.bin.gz
real "its text" '^parameters  1030599$' g170-b6c96-s175395328-d26788732.resaved.txt.gz
real "a transformer" '7 attentions' b7c96h3tfrs-test5-cnorm.bin.gz
real "its blocks, counted as in its name" '^trunk +7 blocks, 96' b7c96h3tfrs-test5-cnorm.bin.gz
real "a Leela Zero network" '^boards      9x9 only' pyaq-9x9-6x96-lz1.txt.gz
tap_end
