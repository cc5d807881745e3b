# katachi net train on two ranks: the same network as alone to the last bit, one that speaks, and
# an orderly end when a rank is lost, all are interrupted, or the games cannot be read.
. "$(dirname "$0")/../support/tap.sh"

need_ranks "networks on two ranks" katachi
mpirun="$mpirun -n 2"
gzip -dc data/sample-9x9.sgf.gz | head -12 >"$dir/some.sgf"
gzip -dc data/sample-9x9.sgf.gz | sed -n 13,16p >"$dir/other.sgf"
cd "$dir" || exit 2
train="net train -q --shape 1x8 --batch 128 -j 1 -t other.sgf"

check "one process learns" "$KATACHI" $train --rows 2560 -o one.bin.gz some.sgf
expect 0 '^12 games with [0-9]+ moves' "two ranks learn" \
    $mpirun "$ranked" $train --rows 2560 -o two.bin.gz some.sgf
check "the same network, byte for byte" sh -c \
    'gzip -dc one.bin.gz >one && gzip -dc two.bin.gz >two && cmp one two'
$mpirun "$ranked" $train --rows 256 -o three.bin.gz some.sgf >said 2>&1
check "only one of them speaks" test "$(grep -c 'games with' said)" = 1
expect 0 '^12 games' "rank 0 alone reads standard input" sh -c \
    "$mpirun '$ranked' $train --rows 256 -o four.bin.gz - <some.sgf"
expect 0 'games with' "two ranks go on from a network" $mpirun "$ranked" net train -q --batch 128 -j 1 \
    -t other.sgf --rows 256 --from one.bin.gz -o five.bin.gz some.sgf

# errors OUTPUT... -- ends with an error, which is said once
expect 1 'none\.sgf' "a missing file ends both" $mpirun "$ranked" $train --rows 256 -o out.bin.gz none.sgf
$mpirun "$ranked" $train --rows 256 -o out.bin.gz none.sgf >said 2>&1
check "and is told once" test "$(grep -c 'none\.sgf' said)" = 1
expect 2 'name one with -o' "misuse ends both" $mpirun "$ranked" $train --rows 256 some.sgf
expect 0 "no checkpoint 'out.bin.gz.learn' to resume from; starting" "no state to go on from" \
    $mpirun "$ranked" net train --shape 1x8 --batch 128 -j 1 --rows 256 --resume -o out.bin.gz some.sgf
expect 1 "but 'out.bin.gz' is there, so its work is complete" "and a complete training" \
    $mpirun "$ranked" $train --rows 256 --resume -o out.bin.gz some.sgf

# Rank 1 dies as soon as there is a checkpoint, of rows without end.
many="--rows 2000000"
export CHECKPOINT=$dir/state
lose_a_rank() {
    timeout 120 $mpirun sh -c '
        "$@" & child=$!
        if [ "$OMPI_COMM_WORLD_RANK" = 1 ]; then
            while [ ! -s "$CHECKPOINT" ] && kill -0 $child 2>/dev/null; do sleep 0.05; done
            kill -9 $child
        fi
        wait $child' sh "$ranked" $train $many --checkpoint-every 1 \
        --checkpoint "$CHECKPOINT" -o lost.bin.gz some.sgf >said 2>&1
}
lose_a_rank
code=$?
if [ $code -ne 0 ] && [ $code -ne 124 ]; then
    tap_ok "losing a rank ends the other with an error"
else
    tap_not_ok "losing a rank ends the other with an error" "exit code $code: $(cat said)"
fi
check "no network was written then" test ! -e lost.bin.gz

# An interrupt of mpirun reaches all ranks; it kills those that do not end in time.
interrupted() {
    rm -f "$CHECKPOINT"
    $mpirun --mca odls_base_sigkill_timeout 5 "$ranked" $train $many --checkpoint-every 1 \
        --checkpoint "$CHECKPOINT" -o lost.bin.gz some.sgf >said 2>&1 &
    wait_for 60 test -s "$CHECKPOINT"
    kill -INT $!
    wait $!
}
check "the checkpoint that was left goes on" $mpirun "$ranked" $train $many --hours 0.001 \
    --resume --checkpoint "$CHECKPOINT" -o lost.bin.gz some.sgf
interrupted
check "an interrupt leaves its state behind" test -s "$CHECKPOINT"
check "an interrupt ends with a network" "$KATACHI" net info lost.bin.gz
check "that says how to go on" grep -q 'interrupted after .* --resume continues' said
check "once" test "$(grep -c 'interrupted after' said)" = 1
tap_end
