# katachi balance: what goes well, and each thing that goes wrong as one sentence.
. "$(dirname "$0")/../support/tap.sh"

gzip -dc data/sample-9x9.sgf.gz | head -25 >"$dir/some.sgf"
cd "$dir" || exit 2
balance() { "$KATACHI" balance --quiet --threads 1 "$@"; }
fit() { balance --steps 3 --batch 2 --playouts 8 --samples 4 "$@"; }
check "a network by lot" "$KATACHI" net random --shape 1x4 -q -o some.net

# ---- well ----
check "positions are judged and gammas balanced" \
    fit -p p.sgf.gz --net some.net --backend reference --size 9 -n 20 -o once.gammas some.sgf
expect 0 '^\(;FF\[4\].*C\[black wins 0\.[0-9]+, leads by -?[0-9.]+; owner [A-Za-z]{81}\]\)$' \
    "positions are readable SGF" gzip -dc p.sgf.gz
expect 0 '^katachi-gammas 1$' "gammas are readable text" cat once.gammas
expect 0 '^data .* \(balanced\)$' "which say what they are" cat once.gammas
expect 0 '"games": 5' "and serve as any others" sh -c \
    "head -5 some.sgf >five.sgf; '$KATACHI' predict -q --json --gammas once.gammas five.sgf"
expect 0 'only games on 9x9, the board of the first one, are used; --size N chooses a size' \
    "the games tell the size of the board" "$KATACHI" balance -j 1 --steps 3 --batch 2 --playouts 8 \
    --samples 4 --net some.net --backend reference -n 20 -o sized.gammas some.sgf
check "and nothing else changes" cmp once.gammas sized.gammas
piped() { fit --net some.net --backend reference -n 20 "$@" <(cat some.sgf); }
expect 2 'board size of the positions to find is unknown; give it with --size N' \
    "but not those of a pipe, which can be read only once" piped -o piped.gammas
check "with a size they are read" piped --size 9 -o piped.gammas
check "as from a file" cmp once.gammas piped.gammas
check "again, without network and games" fit -p p.sgf.gz -o again.gammas
check "it is the same result" cmp once.gammas again.gammas
expect 0 '^the gammas were written to again.gammas$' "and it says where it is" \
    fit -p p.sgf.gz --held-out 0.5 -o again.gammas
with_python "the result as JSON" \
    "assert o['steps'] == 3 and o['before']['positions'] == o['after']['positions'] > 0
assert 0 < o['before']['error'] < 1 and -1 <= o['after']['correlation'] <= 1" \
    fit -p p.sgf.gz --held-out 0.5 --json -o again.gammas
with_python "gammas are only measured" \
    "assert o['before']['positions'] == 20 and 'after' not in o" balance -p p.sgf.gz --json
expect 0 'owner' "and other gammas, as text" balance -p p.sgf.gz -g once.gammas
expect 0 '^the gammas were written to unmeasured.gammas, but not measured: none of the 20 positions is held out' \
    "what was not measured has no error" fit -p p.sgf.gz --held-out 0 -o unmeasured.gammas
with_python "nor in JSON" "assert o['after']['positions'] == 0 and o['after']['error'] is None" \
    fit -p p.sgf.gz --held-out 0 --json -o unmeasured.gammas
check "positions are added" \
    balance -p p.sgf.gz --net some.net --backend reference -n 24 some.sgf
with_python "to those that there are" "assert o['before']['positions'] == 24" \
    balance -p p.sgf.gz --json
with_python "or fewer are used" "assert o['before']['positions'] == 7" \
    balance -p p.sgf.gz -n 7 --json
with_python "which leaves them in the file" "assert o['before']['positions'] == 24" \
    balance -p p.sgf.gz --json
check "without games the network plays some, and nothing is kept of them" \
    fit --size 9 -n 20 -o drawn.gammas
check "the same again" fit --size 9 -n 20 -o drawn2.gammas
check "gives the same gammas" cmp drawn.gammas drawn2.gammas
differs() { ! cmp -s drawn.gammas once.gammas; }
check "others than those of the games that were given" differs
with_python "positions on any board" "assert o['before']['positions'] == 12" \
    balance --size 7 --net some.net --backend reference -n 12 -g once.gammas --json
expect 0 "there are no gammas for 7x7; those for 9x9 are used" "by the gammas of the nearest board" \
    balance --size 7 --net some.net --backend reference -n 12
check "a draw is kept in the file that is named" \
    balance --size 9 --net some.net --backend reference -n 5 -p kept.sgf
check "and goes on when more are wanted" \
    balance --net some.net --backend reference -n 12 -p kept.sgf
check "as if it had never ended" \
    balance --size 9 --net some.net --backend reference -n 12 -p whole.sgf
check "with the same positions" cmp kept.sgf whole.sgf
expect 0 '^balancing 100 % 1 step, [0-9:]+ s?$' "what was done before the bar began is not its speed" \
    "$KATACHI" balance -j 1 --steps 1 --batch 2 --playouts 8 --samples 4 -p p.sgf.gz -o bar.gammas
filter() { fit -p p.sgf.gz -o - 2>text >piped.gammas; }
check "gammas go to standard output" filter
check "alone" "$KATACHI" show piped.gammas
check "the table goes to standard error" grep -q '^after' text
expect 2 '^katachi: --json and -o -' "and excludes JSON" fit -p p.sgf.gz -o - --json
for name in - /dev/null; do
    expect 2 "^katachi: --positions $name: the positions are read first and saved again and again" \
        "positions need a file, not $name" balance --size 9 -p $name -n 5
done
no_checkpoint_is_left() { [ -z "$(ls -- *.fit 2>/dev/null)" ]; }
check "no checkpoint is left of a fit that ended" no_checkpoint_is_left

# ---- interrupted ----
interrupted() {
    : >stderr # what an earlier run said is not this one's
    "$KATACHI" balance -p p.sgf.gz --steps 100000 --batch 2 --playouts 8 --samples 4 -j 1 \
        -o i.gammas >stdout 2>stderr &
    local job=$!
    wait_for 60 grep -q 'balancing' stderr
    kill -INT $job
    wait $job
    [ $? -eq 1 ] && grep -q -- '--resume continues' stderr && [ -s i.gammas.fit ] &&
        [ ! -e i.gammas ]
}
set -m # jobs of their own, which SIGINT reaches
judging_interrupted() {
    "$KATACHI" balance -p judged.sgf --size 9 --net some.net --backend reference -n 1000000 -j 1 \
        --checkpoint-every 1 >stdout 2>stderr &
    local job=$!
    wait_for 60 test -s judged.sgf
    kill -INT $job
    wait $job
    [ $? -eq 1 ] && grep -qE 'interrupted while evaluating positions; [0-9]+ positions are saved in judged.sgf; repeat the command to go on' stderr
}
check "judging saves positions as it goes on, and tells of them" judging_interrupted
search_interrupted() { # of minutes
    "$KATACHI" balance -p searched.sgf --size 9 --net some.net --backend reference -n 9 -v 1000000 -j 1 >stdout 2>stderr &
    local job=$!
    wait_for 60 has_computed $job 1
    kill -INT $job
    wait $job
    [ $? -eq 1 ] && ! [ -e searched.sgf ]
}
with_python "they are as many" \
    "import re; assert o['before']['positions'] == int(re.search(r'([0-9]+) positions are saved', open('stderr').read())[1])" \
    balance -p judged.sgf --json
check "a long search ends soon, and what it found is not kept" search_interrupted
check "an interrupted fit leaves a checkpoint and says how to go on" interrupted
expect 2 "'i.gammas.fit' is the checkpoint of interrupted work; add --resume" \
    "which is not overwritten without a word" fit -p p.sgf.gz -o i.gammas
interrupted_late() {
    "$KATACHI" balance -p more.sgf --steps 1 --batch 2 --held-out 0.5 -j 1 -q -o late.gammas 2>stderr &
    local job=$!
    wait_for 60 test -s late.gammas
    kill -INT $job
    wait $job
    [ $? -eq 1 ] && grep -q 'the gammas have been written' stderr && [ -s late.gammas ]
}
for i in 1 2 3 4; do gzip -dc p.sgf.gz; done >more.sgf
check "an interrupt of the last measurement leaves the gammas" interrupted_late
set +m
expect 1 "'i.gammas.fit' belongs to other gammas, positions or options" "a checkpoint of other options" \
    fit -p p.sgf.gz --checkpoint i.gammas.fit --resume -o other.gammas

# ---- what goes wrong ----
expect 2 'the board size .* is unknown; give it with --size' "no size" balance -o a.gammas
expect 2 'new.sgf has no positions yet, and the board size .* is unknown; give it with --size' \
    "no size of new positions" \
    balance -p new.sgf --net some.net
from_a_pipe() { balance --net some.net - <some.sgf; }
expect 2 'the board size .* is unknown; give it with --size' "no size of games that are read only once" \
    from_a_pipe
expect 1 'no usable game: 25 filtered out' "no game that tells it" balance --net some.net --until 1500 some.sgf
expect 1 'none\.net' "a network that is not there" \
    balance -p new.sgf --size 9 --net none.net some.sgf
expect 1 'no given game has positions on 13x13' "no game of that size" \
    balance -p new.sgf --size 13 -g once.gammas --net some.net --backend reference some.sgf
expect 2 'are on 9x9, not 19x19' "positions of another size" balance -p p.sgf.gz --size 19
expect 1 'ends without an evaluation' "games without evaluations" balance -p some.sgf
expect 1 'none\.gammas' "gammas that are not there" balance -p p.sgf.gz -g none.gammas
expect 2 'large-9x9.gammas.zst has gammas of the feature set large; playouts need' \
    "gammas that are not for playouts" balance -p p.sgf.gz -g "$root/data/large-9x9.gammas.zst"
for option in --checkpoint=zz.fit --steps=3; do
    expect 2 "${option%=*} cannot be used without -o FILE" "no fit needs ${option%=*}" \
        balance -p p.sgf.gz "$option"
done
expect 2 'would both write' "two outputs in one file" fit -p p.sgf.gz -o p.sgf.gz
expect 1 'cannot write' "a folder that is not there" fit -p p.sgf.gz -o no/such/a.gammas
expect 0 "no checkpoint 'early.gammas.fit' to resume from; starting from the beginning" \
    "a fit without a checkpoint begins anew" fit -p p.sgf.gz -o early.gammas --resume
expect 1 "no checkpoint 'early.gammas.fit' to resume from, but 'early.gammas' is there" \
    "a complete fit is not done again" fit -p p.sgf.gz -o early.gammas --resume
expect 2 'needs -o FILE' "resuming nothing" balance -p p.sgf.gz --resume
tap_end
