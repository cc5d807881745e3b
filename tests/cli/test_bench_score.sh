# Final scores against records: exact ones, misses, halves.
. "$(dirname "$0")/../support/tap.sh"

bench() { "$KATACHI" bench "$@"; }

# A board of 7x7 divided by a column of dame: 0 points and komi.  The third record is wrong,
# the fourth was not counted, the last has no passes.
end="AB[ca][cb][cc][cd][ce][cf][cg]AW[ea][eb][ec][ed][ee][ef][eg];B[];W[]"
cat >"$dir/games.sgf" <<EOF
(;SZ[7]RU[Chinese]KM[0]RE[0]$end)
(;SZ[7]RU[Chinese]KM[0.5]RE[W+0.5]$end)
(;SZ[7]RU[Japanese]KM[0]RE[B+1]$end)
(;SZ[7]RU[Chinese]KM[0]RE[W+R]$end)
(;SZ[7]RU[Chinese]KM[0]RE[B+3];B[bb];W[ab])
EOF
expect 0 '^3 games: 2 exact \(66.7 %\), 2 with the right winner' "games with a counted result" \
    bench score "$dir/games.sgf"
with_python "misses in JSON" "
assert o['games'] == 3 and o['exact'] == 2 and o['winner'] == 2
assert o['most_seconds'] >= o['median_seconds'] > 0
[m] = o['misses']
assert m['game'] == 3 and m['recorded'] == 'B+1' and m['found'] == '0'
assert m['rules'] == 'japanese' and m['as_is'] == '0'
" bench score --json "$dir/games.sgf"
with_python "the median of two is between them" "assert 0 < o['median_seconds'] < o['most_seconds']" \
    bench score --json --games 2 "$dir/games.sgf"
expect 0 'game 3: recorded B\+1, found 0 .* japanese rules' "misses are listed" \
    bench score --misses "$dir/games.sgf"
expect 0 '\+ \+ X \. O - -  7' "with the board" bench score --boards "$dir/games.sgf"
zcat data/sample-9x9.sgf.gz | head -n 50 >"$dir/some.sgf"
scored() { bench score "$@" "$dir/some.sgf" | sed -n 's/^\([0-9]*\) games: .*/\1/p'; }
halves() {
    local a b
    a=$(scored --half first)
    b=$(scored --half second)
    [ "$a" -gt 12 ] && [ "$b" -gt 12 ] && [ $((a + b)) = "$(scored)" ]
}
check "the halves make the whole" halves
expect 0 '^30 games: (2[6-9]|30) exact .*(2[7-9]|30) with the right winner' "a sample of games" \
    bench score --games 30 data/sample-9x9.sgf.gz
expect 1 'no game has a counted result' "nothing to compare" \
    bench score --rules ing "$dir/games.sgf"
expect 2 '' "no games" bench score
tap_end
