# katachi train on two ranks: the same gammas as alone, and an orderly end when
# a rank is lost.
. "$(dirname "$0")/../support/tap.sh"

need_ranks "training on two ranks" katachi
mpirun="$mpirun -n 2"
train="train --quiet --threads 1 --size 9 --features fast --tolerance 1e-12"
games=data/sample-9x9.sgf.gz

# Every gamma as "group wins gamma", in that order.  Which member of a class of
# equal shapes is shown depends on who met it first, so shapes are left out.
sorted_gammas() {
    awk '/^group/ { group = $2; next } /^end/ { next } group { print group, $2, $1 }' "$1" |
        LC_ALL=C sort -k1,1 -k2,2n -k3,3g
}

# As many gammas in each group with each number of wins, and sorted by size no
# two differ by more than one in a thousand.
same_gammas() {
    sorted_gammas "$1" >"$dir/a" && sorted_gammas "$2" >"$dir/b"
    [ "$(wc -l <"$dir/a")" -gt 100 ] && [ "$(wc -l <"$dir/a")" = "$(wc -l <"$dir/b")" ] || return 1
    paste -d ' ' "$dir/a" "$dir/b" | awk '
        $1 != $4 || $2 != $5 || $6 > $3 * 1.001 || $6 < $3 / 1.001 { print; bad++ }
        bad == 5 { exit }
        END { exit bad > 0 }'
}

# The sums are rounded differently, which grows with the iterations: few of them.
few="--iterations 20"
check "one process trains" "$KATACHI" $train $few -o "$dir/one.gammas" $games
check "two ranks train" $mpirun "$ranked" $train $few -o "$dir/two.gammas" $games
check "and reach the same gammas" same_gammas "$dir/one.gammas" "$dir/two.gammas"

# Many iterations, so that there is time for a checkpoint on a fast machine.
many="--iterations 100"
check "two ranks train for long" $mpirun "$ranked" $train $many -o "$dir/long.gammas" $games

# Rank 1 dies as soon as there is a checkpoint.
lose_a_rank() {
    $mpirun sh -c '
        "$@" & child=$!
        if [ "$OMPI_COMM_WORLD_RANK" = 1 ]; then
            while [ ! -s "$CHECKPOINT" ] && kill -0 $child 2>/dev/null; do sleep 0.02; done
            kill -9 $child
        fi
        wait $child' sh "$ranked" $train $many --checkpoint-every 1 --checkpoint "$CHECKPOINT" \
        -o "$dir/lost.gammas" $games
}
export CHECKPOINT=$dir/checkpoint
if output=$(timeout 120 bash -c "$(declare -f lose_a_rank); mpirun='$mpirun' ranked='$ranked' \
        train='$train' many='$many' dir='$dir' games='$games' lose_a_rank" 2>&1); then
    tap_not_ok "losing a rank is a failure" "$output"
elif [ $? -eq 124 ]; then
    tap_not_ok "losing a rank ends the others" "they waited for ever: $output"
else
    tap_ok "losing a rank ends the others"
fi
check "no gammas were written then" test ! -e "$dir/lost.gammas"
check "the checkpoint can be used" $mpirun "$ranked" $train $many --checkpoint "$CHECKPOINT" --resume \
    -o "$dir/lost.gammas" $games
check "to the same gammas" same_gammas "$dir/long.gammas" "$dir/lost.gammas"
tap_end
