# Training a network on two, three and four ranks.
. "$(dirname "$0")/../support/tap.sh"

need_ranks "a network on several ranks" tests/nn_train/test_ranks
for ranks in 2 3 4; do
    check "${ranks}_ranks_learn_what_one_learns" $mpirun -n $ranks "$ranked"
done
tap_end
