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

# a signal that reaches one rank ends all of them, here in the fit and before it
sample=$root/data/sample-19x19.sgf.gz
one_interrupted() { # LINE TEXT INPUT...
    local line=$1 text=$2
    shift 2
    rm -f pid.*
    : >stderr # what an earlier run said is not this one's
    setsid timeout 60 $mpirun sh -c 'echo $$ >pid.$OMPI_COMM_WORLD_RANK; exec "$@"' sh "$ranked" \
        train -f fast -j 1 --held-out 0 --solver mm --tolerance 1e-12 --iterations 100000 \
        -o never.gammas "$@" >stdout 2>stderr &
    local job=$!
    wait_for 60 grep -qE "$line" stderr
    kill -INT "$(cat pid.1)"
    wait $job
    [ $? -eq 1 ] && grep -qE "$text" stderr && [ ! -e never.gammas ]
}
check "an interrupted rank ends the fit" \
    one_interrupted '^iteration +2:' 'interrupted after iteration [0-9]+ and saved in .never.gammas.fit' "$sample"
rm never.gammas.fit
many=() # it takes many games to read for as long as a signal needs
for i in $(seq 100); do many+=("$sample"); done
check "and what comes before it" one_interrupted 'counting shapes|encoding' 'interrupted while' "${many[@]}"
tap_end
