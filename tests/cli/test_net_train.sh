# katachi net train: a network from games, and each thing that goes wrong as one sentence.
. "$(dirname "$0")/../support/tap.sh"

gzip -dc data/sample-9x9.sgf.gz | head -12 >"$dir/some.sgf"
gzip -dc data/sample-9x9.sgf.gz | sed -n 13,16p >"$dir/other.sgf"
cd "$dir" || exit 2
train() { # with a small network of its own, unless --from is given
    case " $* " in
    *" --from "*) "$KATACHI" net train -q --batch 64 "$@" ;;
    *) "$KATACHI" net train -q --shape b1c8 --batch 64 "$@" ;;
    esac
}

expect 0 '^12 games with [0-9]+ moves: the winner of' "it says what the games tell" \
    train --rows 640 -j 1 -t other.sgf -o a.bin.gz some.sgf
expect 0 'of those played come first' "and how well it tells the moves of others" \
    train --rows 640 -j 2 -t other.sgf -o b.bin.gz some.sgf
cat other.sgf some.sgf >mixed.sgf
expect 0 '^12 games to test on are left out: they are learned from' "but of no others" \
    train --rows 64 -j 1 -t mixed.sgf -o m.bin.gz some.sgf
check "two threads learn what one does" sh -c \
    'gzip -dc a.bin.gz >a && gzip -dc b.bin.gz >b && cmp a b'
expect 0 '1 block, 8 channels' "katachi reads the network" "$KATACHI" net info a.bin.gz
called() { "$KATACHI" net info "$2" | grep -q "^name  *$1\$"; }
check "its name says that it knows games only" called katachi-games a.bin.gz
expect 0 '^= [A-J][1-9]' "and plays with it" sh -c \
    "printf 'boardsize 9\ngenmove b\n' | '$KATACHI' gtp -q --net a.bin.gz -p 2 -j 1"
newer() { # a network of newer layers, and on from it
    "$KATACHI" net train -q --shape "$1" --batch 64 --rows 128 -j 1 -o s.bin.gz some.sgf &&
        train --from s.bin.gz --rows 128 -j 1 -t other.sgf -o t.bin.gz some.sgf &&
        "$KATACHI" net info t.bin.gz
}
expect 0 'KataGo, version 14' "Mish learns" newer b2c8-mish
expect 0 'trunk +4 blocks, 8 channels' "nested blocks learn" newer b4c8nbt
expect 2 'invalid shape "b6"; write b6c64' "a shape that is none" \
    "$KATACHI" net train -q --shape b6 --rows 64 -o s.bin.gz some.sgf
expect 0 'games with' "some games are held out" \
    train --rows 64 -j 1 --held-out 0.3 -o c.bin.gz some.sgf

expect 0 'of those played come first' "any choice of the learner works" \
    train --rows 1280 -j 1 --optimiser nesterov --average snapshots --average-steps 4 --fall linear \
    --fall-part 0.5 --smoothing 0.05 --pool 200 --answer-weight 0 -t other.sgf -o c.bin.gz some.sgf
check "and changes what is learned" sh -c '! cmp -s a.bin.gz c.bin.gz'
printf '(;SZ[9]KM[7]RE[B+R]SBKV[50];B[ee]SBKV[60];W[cc]SBKV[70];B[gc])\n' >reviewed.sgf
expect 0 '3 positions were judged by a search' "reviewed games tell what a search thought" \
    train --rows 64 -j 1 --held-out 0 --search-share 0.5 -o c.bin.gz reviewed.sgf
expect 0 '^c.bin.gz: 1 block, 8 channels, 64 rows with' "what was written is told without test games, too" \
    train --rows 64 -j 1 --held-out 0 -o c.bin.gz reviewed.sgf
expect 0 '^not measured: .* a larger --held-out, --test or' "and that nothing was measured" \
    train --rows 64 -j 1 --held-out 0 -o c.bin.gz reviewed.sgf

long=2000000 # rows that no machine learns from before there is a checkpoint
stopped() { # ended from outside, then continued
    "$KATACHI" net train -q --shape 1x8 --batch 64 --rows $long -j 1 --checkpoint-every 1 \
        -o d.bin.gz some.sgf >/dev/null 2>&1 &
    wait_for 60 test -s d.bin.gz.learn
    kill -9 $! && [ -s d.bin.gz.learn ] && [ ! -e d.bin.gz ]
}
check "a training that is killed leaves its state behind" stopped
cp d.bin.gz.learn state
expect 2 "'d.bin.gz.learn' is the checkpoint of interrupted work; add --resume .*, or remove" \
    "which is not overwritten without a word" train --rows 64 -j 1 -o d.bin.gz some.sgf
check "it is as it was" cmp d.bin.gz.learn state
expect 0 'katachi: a step takes 198 rows instead of 200, in 3 equal parts' "a batch that is not quite what was asked" \
    "$KATACHI" net train --shape 1x8 --batch 200 --rows 198 -j 1 -o b.bin.gz some.sgf
expect 0 'games with' "and goes on" "$KATACHI" net train -q --shape 1x8 --batch 64 --rows $long \
    --hours 0.001 -j 1 --resume -o d.bin.gz some.sgf
check "its state is removed at the end" [ ! -e d.bin.gz.learn ]

# ---- epochs ----
rows_of() { "$KATACHI" net train -q --shape 1x8 --batch 64 -j 1 --report r -o n.bin.gz "$@" some.sgf >/dev/null &&
    tail -1 r/history.tsv | cut -f2; }
positions() { "$KATACHI" corpus stats --json some.sgf | sed -n 's/^ *"moves": \([0-9]*\).*/\1/p'; }
an_epoch() { # batches of 64 that hold all positions
    [ "$(rows_of --epochs 1 --held-out 0)" -eq $((($(positions) + 63) / 64 * 64)) ]
}
check "an epoch is each position once" an_epoch
expect 0 '^512$' "of two budgets the smaller one counts" rows_of --epochs 100 --rows 512

# ---- the report ----
expect 0 '^out/index\.html shows how it learned' "a training with a report" \
    train --rows 1280 -j 1 -t other.sgf --report out -o p.bin.gz some.sgf
check "it is the same training" sh -c \
    "'$KATACHI' net train -q --shape 1x8 --batch 64 --rows 1280 -j 2 --held-out 0 -o q.bin.gz some.sgf >/dev/null &&
     gzip -dc p.bin.gz >p && gzip -dc q.bin.gz >q && cmp p q"
shows() { grep -q -- "$1" out/index.html; }
check "the page has curves" shows 'Top-1 accuracy'
check "boards" shows 'Least expected'
check "the gammas on the same games" shows 'top-1 accuracy of the gammas'
check "what it was shown" shows '<td>9x9</td><td>1,280</td>'
check "the command" shows 'net train -q .*--report out'
check "nothing else is left beside it" [ "$(ls out)" = "$(printf 'history.tsv\nindex.html')" ]
interrupted_report() { # the curves of both parts are there
    "$KATACHI" net train -q --shape 1x8 --batch 64 --rows $long -j 1 --checkpoint-every 1 \
        --report out2 -o f.bin.gz some.sgf >/dev/null 2>&1 &
    wait_for 60 test -s f.bin.gz.learn
    kill -9 $!
    cp out2/history.tsv before.tsv &&
        hours=$(tail -1 before.tsv | awk '{ print ($3 + 2) / 3600 }') && # two seconds more
        "$KATACHI" net train -q --shape 1x8 --batch 64 --rows $long --hours "$hours" -j 1 \
            --checkpoint-every 1 --report out2 --resume -o f.bin.gz some.sgf >/dev/null &&
        first=$(grep '^learned' before.tsv | head -1) && [ -n "$first" ] &&
        grep -qF "$first" out2/history.tsv &&
        [ "$(tail -1 out2/history.tsv | cut -f2)" -gt "$(tail -1 before.tsv | cut -f2)" ]
}
check "the curves of a training that was killed go on" interrupted_report
lost_folder() { # when the learning is over there is no place for the network
    mkdir gone
    "$KATACHI" net train -q --shape 1x8 --batch 64 --hours 0.002 -j 1 --checkpoint-every 1 \
        --checkpoint gone.learn -t other.sgf -o gone/a.bin.gz some.sgf >/dev/null 2>stderr &
    local job=$!
    wait_for 60 test -s gone.learn
    rm -r gone
    wait $job
    [ $? -eq 1 ] && grep -q 'gone/a.*; what was learned before is saved in gone.learn, .*--resume continues' stderr
}
check "a network that cannot be written is not lost" lost_folder
mkdir gone
expect 0 '[1-9][0-9]* rows with' "nor is what was learned, with nothing left to learn" \
    train --hours 0.0001 -j 1 --resume --checkpoint gone.learn -t other.sgf -o gone/a.bin.gz some.sgf
mkdir locked && echo old >locked/index.html && mkdir locked/history.tsv
expect 0 'g\.bin\.gz is complete, but its report is not' "a report that cannot be written stops nothing" \
    train --rows 640 -j 1 --report locked -o g.bin.gz some.sgf
check "the network is there" [ -s g.bin.gz ]

evidence() { "$KATACHI" net test "$1" other.sgf 2>/dev/null | awk '/^ *log-evidence/ { print $2; exit }'; }
grown() {
    train --rows 64 --rate 1e-9 --norms fixed -j 1 --from a.bin.gz --shape b4c12 -t other.sgf -o grown.bin.gz some.sgf &&
        "$KATACHI" net test grown.bin.gz other.sgf | grep -q '4 blocks, 12 channels' &&
        awk -v a="$(evidence a.bin.gz)" -v b="$(evidence grown.bin.gz)" 'BEGIN { exit !(a < 0 && (a - b)^2 < 1e-4) }'
}
check "a larger network begins as the smaller one was" grown
expect 0 'games with' "it goes on from a network" train --rows 640 -j 1 --from a.bin.gz -o e.bin.gz some.sgf
check "which still knows games only" called katachi-games e.bin.gz
expect 0 'games with' "also one whose norms have no scales" sh -c \
    "'$KATACHI' net random --shape 1x8 -q -o r.bin.gz &&
     '$KATACHI' net train -q --rows 640 -j 1 --from r.bin.gz -o e.bin.gz some.sgf"
check "whose own games nobody knows" called katachi e.bin.gz
expect 0 'games with' "its norms may learn by statistics then" \
    train --rows 640 -j 1 --from a.bin.gz --norms batch -o e.bin.gz some.sgf
check "which is a network again" "$KATACHI" net info e.bin.gz

# refused CODE PATTERN SENTENCE OPTION... -- ends with CODE and a sentence, writes nothing
refused() {
    local code=$1 pattern=$2 sentence=$3
    shift 3
    rm -f out.bin.gz
    expect "$code" "$pattern" "$sentence" train "$@"
    [ ! -e out.bin.gz ] || tap_not_ok "$sentence: nothing is written"
}
refused 2 'name one with -o' "no output" --rows 64 some.sgf
refused 2 '--hours X, --rows N or --epochs X' "no budget" -o out.bin.gz some.sgf
refused 2 'cannot name a network; KataGo takes letters' "a name of two words" \
    --rows 64 --name 'a b' -o out.bin.gz some.sgf
refused 2 'cannot name a network' "a name that KataGo does not take" \
    --rows 64 --name my.net -o out.bin.gz some.sgf
refused 2 'out.txt.gz: networks are written in binary' "a name of text" \
    --rows 64 -o out.txt.gz some.sgf
refused 2 "cannot name a network" "a name as Leela Zero's networks begin" \
    --rows 64 --name 2026 -o out.bin.gz some.sgf
refused 2 'invalid shape' "no shape" --rows 64 --shape big -o out.bin.gz some.sgf
refused 2 'a.bin.gz: .* makes 8 channels, and this shape has only 4' "a network does not shrink" \
    --rows 64 --from a.bin.gz --shape 1x4 -o out.bin.gz some.sgf
refused 1 'none\.bin\.gz' "a network that is not there" \
    --rows 64 --from none.bin.gz -o out.bin.gz some.sgf
refused 2 'optimiser' "no such optimiser" --rows 64 --optimiser magic -o out.bin.gz some.sgf
refused 2 '--average-steps cannot be used without --average exponential or snapshots' \
    "steps of another average" --rows 64 --average-steps 50 -o out.bin.gz some.sgf
refused 2 '--average-part cannot be used without --average growing' "a part of another average" \
    --rows 64 --average none --average-part 0.1 -o out.bin.gz some.sgf
refused 2 '--matrix-size cannot be used without --optimiser muon' "matrices without muon" \
    --rows 64 --optimiser adamw --matrix-size 0.1 -o out.bin.gz some.sgf
refused 2 '--squares cannot be used with --optimiser nesterov' "squares that nobody divides by" \
    --rows 64 --optimiser nesterov --squares 0.9 -o out.bin.gz some.sgf
refused 2 "unknown backend 'gpu' for training" "no such backend" --rows 64 -b gpu -o out.bin.gz some.sgf
refused 1 'none\.sgf' "a missing file" --rows 64 -o out.bin.gz none.sgf
refused 1 'no-such-folder' "a folder that is not there" \
    --rows 64 -o no-such-folder/out.bin.gz some.sgf
refused 2 'some\.sgf' "an output that is an input" --rows 64 -o some.sgf some.sgf
expect 0 "no checkpoint 'anew.bin.gz.learn' to resume from; starting" "no state to go on from" \
    train --rows 64 -j 1 --resume -o anew.bin.gz some.sgf
refused 2 'standard input .* can be read only once' "two streams of one standard input" \
    --rows 64 -t - -o out.bin.gz - <some.sgf
expect 1 "but 'anew.bin.gz' is there, so its work is complete" "a complete training" \
    train --rows 64 -j 1 --resume -o anew.bin.gz some.sgf
refused 1 '/dev/null' "a folder for the report that cannot be made" \
    --rows 64 --report /dev/null/out -o out.bin.gz some.sgf
refused 1 'none\.gammas' "gammas that are not there" \
    --rows 64 --report out3 --gammas none.gammas -o out.bin.gz some.sgf
refused 2 'held-out cannot be used with --test' "games held out beside those to test on" \
    --rows 64 --held-out 0.1 -t other.sgf -o out.bin.gz some.sgf
mkdir rep
for file in index.html history.tsv; do
    expect 2 "-o and --report would both write rep/$file" "a report in place of the network" \
        train --rows 64 -t other.sgf --report rep -o rep/$file some.sgf
done
check "nothing is written then" [ -z "$(ls rep)" ]
expect 2 "-o and --report would both write rep.bin" "or its folder" \
    train --rows 640 -j 1 --report rep.bin -o rep.bin some.sgf
check "which is not made" test ! -e rep.bin
expect 2 "--checkpoint and --report would both write rep/history.tsv" "or of the checkpoint" \
    train --rows 64 -t other.sgf --report rep --checkpoint rep/history.tsv -o out.bin.gz some.sgf
refused 2 'gammas is used only in the report; add --report' "gammas without a report" \
    --rows 64 --gammas none.gammas -o out.bin.gz some.sgf
refused 1 '/dev/full: .*No space left' "a full disk" --rows 64 -o /dev/full some.sgf
refused 1 '/dev/full: .*No space left on device$' "a full disk for the checkpoint" \
    --hours 0.0012 --checkpoint /dev/full --checkpoint-every 1 -o out.bin.gz some.sgf
refused 1 'no longer a finite number; train again with a --rate below 10' "a rate that is too high" \
    --rows 64000 --norms fixed --optimiser nesterov --rate 10 --clip 0 -o out.bin.gz some.sgf
too_fast() { # after some 10,000 rows, so that on most machines there is a checkpoint
    train --rows 64000 -j 1 --norms fixed --optimiser nesterov --momentum 0.9999 --rate 0.03 --clip 0 \
        --checkpoint-every 1 -o fast.bin.gz some.sgf
}
expect 1 '--rate below 0.03(, without --resume; first remove fast.bin.gz.learn, the last checkpoint)?$' \
    "also if there is a checkpoint, from which it would end in the same way" too_fast
head -1 some.sgf >one.sgf
expect 0 '^1 game with' "one game is enough to learn" \
    train --rows 128 -j 1 --held-out 0 --report out4 -o h.bin.gz one.sgf
refused 1 'all games are held out for testing .1 game.' "one game that is held out" \
    --rows 64 --held-out 0.9 -o out.bin.gz one.sgf
sed 's/RE\[[^]]*\]//' some.sgf >unknown.sgf
expect 0 'the winner of 0 is known' "games without a result teach moves" \
    train --rows 128 -j 1 --report out5 -o i.bin.gz unknown.sgf
gzip -dc "$root/data/sample-19x19.sgf.gz" | head -1 >nineteen.sgf
expect 0 '^1[0-9] games with' "boards of several sizes" \
    train --rows 640 -j 1 --report out6 -t other.sgf -o k.bin.gz some.sgf nineteen.sgf
check "are shown apart" grep -q '<td>19x19</td>' out6/index.html
refused 1 "no-tmp" "a folder for temporary data that is not there" \
    --rows 64 --tmp no-tmp -o out.bin.gz some.sgf
echo '(;SZ[9];B[zz' >broken.sgf
refused 1 'no usable game' "no game that can be played" --rows 64 -o out.bin.gz broken.sgf
tap_end
