#!/usr/bin/env bash
# test_mpi.sh -- the tests of mm_shared on two and three ranks, and the loss of one.
# Needs the build with MPI=1 next to the plain one ($BUILD-mpi) and mpirun.
program=$BUILD-mpi/tests/mm_train/test_mm_shared
if ! command -v mpirun >/dev/null || [ ! -x "$program" ]; then
    for k in 1 2 3; do echo "ok $k - ranks # SKIP no mpirun, or no build with MPI=1"; done
    exit 0
fi
export OMP_NUM_THREADS=1
run="mpirun --oversubscribe --allow-run-as-root"

number=0 failed=0
verdict() { # CONDITION-STATUS NAME
    number=$((number + 1))
    if [ "$1" -eq 0 ]; then echo "ok $number - $2"; else echo "not ok $number - $2"; failed=1; fi
}

for ranks in 2 3; do
    said=$($run -n $ranks "$program" 2>&1)
    code=$?
    [ $code -eq 0 ] || sed 's/^/# /' <<<"$said"
    verdict $code "shares_on_${ranks}_ranks_give_the_result_of_the_whole"
done

# mpirun ends the others and says which rank was lost; nobody waits for ever.
said=$(timeout 60 $run -n 2 "$program" --lose-a-rank 2>&1)
code=$?
[ $code -ne 0 ] && [ $code -ne 124 ] && grep -q 'rank 1 .*signal 9' <<<"$said"
lost=$?
[ $lost -eq 0 ] || { echo "# exit code $code"; sed 's/^/# /' <<<"$said"; }
verdict $lost "a_lost_rank_ends_the_run"
exit $failed
