# katachi net train: a network from games, and each thing that goes wrong as one sentence.
. "$(dirname "$0")/../support/tap.sh"

gzip -dc data/sample-9x9.sgf.gz | head -12 >"$dir/some.sgf"
gzip -dc data/sample-9x9.sgf.gz | sed -n 13,16p >"$dir/other.sgf"
cd "$dir" || exit 2
train() { # with a small network of its own, unless --from is given
    case " $* " in
    *" --from "*) "$KATACHI" net train -q --batch 64 "$@" ;;
    *) "$KATACHI" net train -q --shape 1x8 --batch 64 "$@" ;;
    esac
}

expect 0 '^12 games with [0-9]+ moves: the winner of' "it says what the games tell" \
    train --rows 640 -j 1 -t other.sgf -o a.bin.gz some.sgf
expect 0 'of those played come first' "and how well it tells the moves of others" \
    train --rows 640 -j 2 -t other.sgf -o b.bin.gz some.sgf
check "two threads learn what one does" sh -c \
    'gzip -dc a.bin.gz >a && gzip -dc b.bin.gz >b && cmp a b'
expect 0 '1 blocks, 8 channels' "katachi reads the network" "$KATACHI" net info a.bin.gz
expect 0 '^= [A-J][1-9]' "and plays with it" sh -c \
    "printf 'boardsize 9\ngenmove b\n' | '$KATACHI' gtp -q --net a.bin.gz -p 2 -j 1"
expect 0 'games with' "some games are held out" \
    train --rows 64 -j 1 --held-out 0.3 -o c.bin.gz some.sgf

expect 0 'of those played come first' "any choice of the learner works" \
    train --rows 1280 -j 1 --optimiser nesterov --average snapshots --average-steps 4 --fall linear \
    --fall-part 0.5 --smoothing 0.05 --pool 200 --answer-weight 0 -t other.sgf -o c.bin.gz some.sgf
check "and changes what is learned" sh -c '! cmp -s a.bin.gz c.bin.gz'
printf '(;SZ[9]KM[7]RE[B+R]SBKV[50];B[ee]SBKV[60];W[cc]SBKV[70];B[gc])\n' >reviewed.sgf
expect 0 '3 positions were judged by a search' "reviewed games tell what a search thought" \
    train --rows 64 -j 1 --held-out 0 --search-share 0.5 -o c.bin.gz reviewed.sgf

stopped() { # ended from outside, then continued
    "$KATACHI" net train -q --shape 1x8 --batch 64 --rows 64000 -j 1 --checkpoint-every 1 \
        -o d.bin.gz some.sgf >/dev/null 2>&1 &
    for i in $(seq 300); do [ -s d.bin.gz.learn ] && break; sleep 0.1; done
    kill -9 $! && [ -s d.bin.gz.learn ] && [ ! -e d.bin.gz ]
}
check "a training that is killed leaves its state behind" stopped
expect 0 'games with' "and goes on" "$KATACHI" net train -q --shape 1x8 --batch 64 --rows 64000 \
    -j 1 --resume -o d.bin.gz some.sgf
check "its state is removed at the end" [ ! -e d.bin.gz.learn ]

expect 0 'games with' "it goes on from a network" train --rows 640 -j 1 --from a.bin.gz -o e.bin.gz some.sgf
expect 0 'games with' "also one whose norms have no scales" sh -c \
    "'$KATACHI' net random --shape 1x8 -q -o r.bin.gz &&
     '$KATACHI' net train -q --rows 640 -j 1 --from r.bin.gz -o e.bin.gz some.sgf"
check "which is a network again" "$KATACHI" net info e.bin.gz

# refused CODE PATTERN SENTENCE OPTION... -- ends with CODE and a sentence, writes nothing
refused() {
    local code=$1 pattern=$2 sentence=$3
    shift 3
    rm -f out.bin.gz
    expect "$code" "$pattern" "$sentence" train "$@"
    [ ! -e out.bin.gz ] || tap_not_ok "$sentence: nothing is written"
}
refused 2 'name it with -o' "no output" --rows 64 some.sgf
refused 2 '--hours X or --rows N' "no budget" -o out.bin.gz some.sgf
refused 2 'is not one word' "a name of two words" --rows 64 --name 'a b' -o out.bin.gz some.sgf
refused 2 'is not BLOCKSxCHANNELS' "no shape" --rows 64 --shape big -o out.bin.gz some.sgf
refused 2 'leave out --shape' "a shape for a network that has one" \
    --rows 64 --from a.bin.gz --shape 1x8 -o out.bin.gz some.sgf
refused 1 'none\.bin\.gz' "a network that is not there" \
    --rows 64 --from none.bin.gz -o out.bin.gz some.sgf
refused 2 'optimiser' "no such optimiser" --rows 64 --optimiser magic -o out.bin.gz some.sgf
refused 2 "no backend 'gpu'" "no such backend" --rows 64 -b gpu -o out.bin.gz some.sgf
refused 1 'none\.sgf' "a missing file" --rows 64 -o out.bin.gz none.sgf
refused 1 'no-such-folder' "a folder that is not there" \
    --rows 64 -o no-such-folder/out.bin.gz some.sgf
refused 2 'some\.sgf' "an output that is an input" --rows 64 -o some.sgf some.sgf
refused 1 'cannot open the checkpoint' "no state to go on from" \
    --rows 64 --resume -o out.bin.gz some.sgf
echo '(;SZ[9];B[zz' >broken.sgf
refused 1 'no game' "no game that can be played" --rows 64 -o out.bin.gz broken.sgf
tap_end
