# The tests of mm_shared on two and three ranks, and the loss of one.
. "$(dirname "$0")/../support/tap.sh"

need_ranks "shares on several ranks" tests/mm_train/solver/test_mm_shared
for ranks in 2 3; do
    check "shares_on_${ranks}_ranks_give_the_result_of_the_whole" $mpirun -n $ranks "$ranked"
done

# mpirun ends the others and says which rank was lost; nobody waits for ever.
lost=$(timeout 60 $mpirun -n 2 "$ranked" --lose-a-rank 2>&1)
code=$?
if [ $code -ne 0 ] && [ $code -ne 124 ] && grep -q 'rank 1 .*signal 9' <<<"$lost"; then
    tap_ok "a_lost_rank_ends_the_run"
else
    tap_not_ok "a_lost_rank_ends_the_run" "exit code $code: $lost"
fi
tap_end
