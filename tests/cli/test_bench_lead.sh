# Leads before the end of games against their results.
. "$(dirname "$0")/../support/tap.sh"

bench() { "$KATACHI" bench "$@"; }
lead() { "$KATACHI" bench lead -q -j 1 "$@"; }

# Black has all but the right two columns of a board of 5x5; the third record is too short for
# positions 3 moves before its end, the last was not counted.
end="AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de]"
cat >"$dir/games.sgf" <<EOF
(;SZ[5]RU[Chinese]KM[0]RE[B+5]$end;B[bb];W[ec];B[bd];W[];B[])
(;SZ[5]RU[Chinese]KM[7]RE[W+2]$end;B[bb];W[ec];B[bd];W[];B[])
(;SZ[5]RU[Chinese]KM[0]RE[B+5]$end;B[bb];W[ec];B[];W[])
(;SZ[5]RU[Chinese]KM[0]RE[B+R]$end;B[bb];W[ec];B[bd];W[];B[])
EOF
with_python "leads, winners and the number of positions" "
assert o['games'] == 3
first, second = o['places']
assert (first['before'], first['positions']) == (3, 2) and (second['before'], second['positions']) == (0, 3)
for place in o['places']:
    assert place['mean_error'] < 0.5 and abs(place['bias']) <= place['mean_error']
    assert place['winner'] == 1 and place['brier'] < 0.05 and place['contradictions'] == 0
" bench lead -q -j 1 --json --before 3,0 --playouts 200 "$dir/games.sgf"
head -1 "$dir/games.sgf" >"$dir/a.sgf"
sed -n 2p "$dir/games.sgf" >"$dir/b.sgf"
for game in a b; do lead --json --before 3 --playouts 50 "$dir/$game.sgf" >"$dir/$game.json"; done
with_python "the interval of two is that of Student's t" "
a, b = [json.load(open('$dir/' + name + '.json'))['places'][0] for name in 'ab']
assert a['mean_error_95'] is None and a['mean_error'] != b['mean_error']
[both] = o['places']
for key in 'mean_error', 'bias':
    mean, half = (a[key] + b[key]) / 2, 12.7062047 * abs(a[key] - b[key]) / 2
    low, high = both[key + '_95']
    assert max(abs(both[key] - mean), abs(low - mean + half), abs(high - mean - half)) < 1e-6
" bench lead -q -j 1 --json --before 3 --games 2 --playouts 50 "$dir/games.sgf"
expect 0 '^2 games' "some of the games" lead --games 2 --playouts 20 "$dir/games.sgf"
expect 0 '^ +0 +3 +[0-9.]+ \(\+-[0-9.]+\) +-?[0-9.]+ \(\+-[0-9.]+\) +100.0 % +0\.0[0-9]+ +0.0 %$' "as text" \
    lead --before 0 --playouts 100 "$dir/games.sgf"
expect 0 '^ +0 +1 +[0-9.]+ \(-\) +-?[0-9.]+ \(-\) ' "one position alone has no interval" \
    lead --games 1 --before 0 --playouts 20 "$dir/games.sgf"
check "the same searches give the same leads" alike \
    "$(lead --playouts 30 "$dir/games.sgf")" "$(lead --playouts 30 "$dir/games.sgf")"
interrupted() { # in the first search, which would take days
    "$KATACHI" bench lead -q -j 1 --playouts 1000000000 "$dir/games.sgf" &
    local job=$!
    wait_for 60 has_computed $job 0.5
    kill -INT $job
    wait_for 20 is_gone $job || kill -KILL $job
    wait $job
}
is_gone() { ! kill -0 "$1" 2>/dev/null; }
expect 1 'interrupted after 0 games' "the first Ctrl-C ends a long search, too" interrupted
expect 2 'before expects a number from 0 to 1000' "no number of moves" lead --before x "$dir/games.sgf"
expect 1 'no game has a counted result' "nothing to compare" lead --rules ing "$dir/games.sgf"
expect 2 '' "no games" lead
tap_end
