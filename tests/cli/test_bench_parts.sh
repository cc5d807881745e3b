# The parts of which a search is made, measured one by one: the board, ladders, playouts, and fits.
. "$(dirname "$0")/../support/tap.sh"

bench() { "$KATACHI" bench "$@"; }
with_python "the board" "
assert o['size'] == 9 and o['playouts'] > 0 and o['playouts_per_second'] > 0 and o['ns_per_move'] > 0
assert 81 < o['moves_per_playout'] < 160 and 0.4 < o['black_wins'] < 0.7" \
    bench board --json --size 9 --seconds 0.05
with_python "ladders, of which some work" "
assert o['positions'] == 50 and o['escapes_read'] > 50 and o['captures_read'] > 50
assert 0 < o['escapes_failed'] < 1 and 0 < o['captures_working'] < 1" \
    bench ladder --json --size 9 --positions 50
with_python "playouts, from the empty board and from games" "
for part in o, o['middle_game'], o['board']:
    assert part['playouts'] > 0 and part['moves_per_second'] > 0 and 0 < part['black_wins'] < 1
assert o['playout'] == 'gammas' and o['middle_game']['moves_per_playout'] < o['moves_per_playout']" \
    bench playout --json --size 9 --seconds 0.05
expect 0 'moves by uniform' "uniform ones" bench playout --size 5 --seconds 0.05 --playout uniform
expect 1 "cannot open '/none'" "gammas that are not there" bench playout --gammas /none
with_python "both solvers, which agree" "
assert o['competitions'] == 200 and o['teams'] == 5 and o['largest_difference_of_log_gamma'] < 1e-4
lbfgs, mm = o['solvers']
assert (lbfgs['solver'], mm['solver']) == ('lbfgs', 'mm') and 0 < lbfgs['passes'] < mm['passes']
assert abs(lbfgs['mean_log_likelihood'] - mm['mean_log_likelihood']) < 1e-6" \
    bench mm --json --competitions 200 --teams 5
for part in board ladder playout; do
    expect 2 'from 2 to 25' "$part: a board too small" bench $part --size 1
done
tap_end
