# katachi train on two ranks, of which one has no game to learn from.
. "$(dirname "$0")/../support/tap.sh"

need_ranks "gammas on two ranks" katachi
mpirun="$mpirun -n 2"
cd "$dir" || exit 2
echo '(;SZ[9];B[aa];W[bb];B[cc])' >one.sgf
train="train -q -f fast -j 1 --held-out 0"

check "one process learns" "$KATACHI" $train -o one.gammas one.sgf
expect 0 'from 1 game, 3 positions' "a rank without a game helps" \
    $mpirun "$ranked" $train -o two.gammas one.sgf
check "with the same result" cmp one.gammas two.gammas
expect 2 'export writes the competitions of one process' "no competitions of a part of the games" \
    $mpirun "$ranked" $train --export part.mm -o three.gammas one.sgf
check "and no file with them" test ! -e part.mm -a ! -e three.gammas
tap_end
