# What looks at gammas: predict, show, the report; on the shipped sample games.
. "$(dirname "$0")/../support/tap.sh"

games=data/sample-9x9.sgf.gz
my="$dir/my.gammas"
check "gammas are trained, with a report" \
    "$KATACHI" train --quiet --size 9 --features fast --report "$dir/report" -o "$my" $games

# ---- predict ----
predict() { "$KATACHI" predict --gammas "$my" "$@"; }
with_python "predict prints one JSON object with sensible numbers" "
assert o['games'] == 300 and o['positions'] > 5000
assert 0 < o['top1'] < o['top5'] < o['top10'] < o['top20'] < 1
assert -4 < o['mean_log_evidence'] < -1 and o['mean_rank'] > 1
assert o['positions_per_second'] > 0
for k in 'top1 top5 top10 top20 mean_rank mean_log_evidence'.split():
    low, high = o['intervals'][k]
    assert low < o[k] < high, k
assert sum(s['positions'] for s in o['stages']) == o['positions']
assert o['stages'][0]['first_move'] == 1 and o['stages'][0]['last_move'] == 30
assert len(o['curve']) == 50 and o['curve'][0] == o['top1'] and o['curve'][19] == o['top20']
" predict --quiet --json $games
expect 0 '^ *1-30 ' "predict prints a table of stages" predict --quiet $games
rates_on() { # THREADS -- to some digits: sums are rounded differently
    predict -q -j "$1" --json $games | sed -n 's/^  "\(top[0-9]*\|mean_[a-z_]*\)": \(-*[0-9]*\.[0-9]\{6\}\).*/\1 \2/p'
}
check "the number of threads does not matter" alike "$(rates_on 1)" "$(rates_on 4)"
expect 0 '^ *top-1 +[0-9.]+ % +-$' "one game has no interval" predict -q --max-games 1 $games
with_python "nor in JSON" "assert set(o['intervals'].values()) == {None}, o['intervals']" \
    predict -q --json --max-games 1 $games
expect 2 'leave them out with GAMMAS' "a set beside gammas" "$KATACHI" show -f fast "$my"
expect 2 'size cannot be used with --position' "a size beside a game" \
    "$KATACHI" show --size 9 --position "$games"
expect 0 '^10 games' "only the first games" predict --quiet --max-games 10 $games
expect 1 'no usable game on 13x13' "no game of that size" predict --quiet --size 13 $games
expect 1 'no-such.sgf' "missing games are named" predict --quiet "$dir/no-such.sgf"
expect 1 'no-such.gammas' "missing gammas are named" \
    "$KATACHI" predict --gammas "$dir/no-such.gammas" $games
expect 2 'INPUT' "predict wants games" predict
head -c 3000 "$my" >"$dir/cut.gammas"
sed '1s/[0-9]*$/99/' "$my" >"$dir/other.gammas"
expect 1 'cut.gammas' "gammas cut short are refused" \
    "$KATACHI" predict --gammas "$dir/cut.gammas" $games
expect 1 'other.gammas.*(version|99)' "gammas of another version are refused" \
    "$KATACHI" predict --gammas "$dir/other.gammas" $games

# ---- show ----
show() { "$KATACHI" show "$my" "$@"; }
expect 0 '^capture: takes stones' "show lists the groups" show
expect 0 '# # #' "show draws shapes" show --group shape3 --top 30
with_python "show prints one JSON object" "
assert [g['group'] for g in o['groups']][:2] == ['shape3', 'response']
for g in o['groups']:
    elo = [x['elo'] for x in g['strongest']]
    assert elo == sorted(elo, reverse=True)
    assert not g['weakest'] or g['weakest'][-1]['elo'] <= elo[0]
assert o['groups'][0]['strongest'][0]['drawing'][1][3] == '*'
" show --json --top 5
expect 2 "did you mean capture" "a misspelt group is guessed" show --group captur
expect 2 "no group 'diamond'" "a group of another set is refused" show --group diamond

zcat $games | head -n 1 >"$dir/game.sgf"
expect 0 'move 12, white to play' "a position in words" show --position "$dir/game.sgf" --move 12
with_python "a position as JSON" "
assert o['move_number'] == 12 and o['to_move'] == 'white' and len(o['moves']) == 3
p = [m['probability'] for m in o['moves']]
assert p == sorted(p, reverse=True) and 0 < sum(p) <= 1
for m in o['moves']:
    above = [f['above_usual'] for f in m['features']]
    assert above and above == sorted(above, reverse=True)
" show --position "$dir/game.sgf" --move 12 --top 3 --json
check "a position is drawn" show --position "$dir/game.sgf" --move 12 -o "$dir/x.svg"
well_formed "as well-formed SVG" "$dir/x.svg"
for name in x "$(printf 'é%.0s' {1..200})" "x$(printf 'é%.0s' {1..200})"; do
    printf '(;SZ[9]PB[%s];B[ee];W[cc])' "$name" >"$dir/long.sgf"
    check "a position of a player with a name of ${#name} letters is drawn" \
        show --position "$dir/long.sgf" -o "$dir/long.svg"
    well_formed "as well-formed SVG" "$dir/long.svg"
    expect 0 'move 2, white to play' "the move is named behind a long name" \
        show --position "$dir/long.sgf"
done
expect 1 'no move 9999; the game has' "a move beyond the game" \
    show --position "$dir/game.sgf" --move 9999
echo '(;SZ[9]AB[cc]AW[gg]PL[W])' >"$dir/setup.sgf"
expect 0 'move 1, white to play' "a position without moves" show --position "$dir/setup.sgf"
with_python "in which nobody has played" \
    "assert 'played' not in o and o['legal_moves'] == 80 and o['to_move'] == 'white'" \
    show --position "$dir/setup.sgf" --json
check "is drawn, too" show --position "$dir/setup.sgf" -o "$dir/setup.svg"
well_formed "as well-formed SVG" "$dir/setup.svg"
no_ring() { # FILE -- nor an empty line in place of its caption
    grep -q 'likely: ' "$1" && ! grep -E 'stroke-width="3.5"|blue ring|></text>' "$1"
}
check "without a ring" no_ring "$dir/setup.svg"
passed() {
    echo '(;SZ[9];B[ee];W[])' >"$dir/pass.sgf" && "$KATACHI" show --position "$dir/pass.sgf" -o "$dir/pass.svg" &&
        grep 'played: pass' "$dir/pass.svg" && no_ring "$dir/pass.svg"
}
check "nor has a pass one" passed
expect 0 'move 4, white to play' "the position after the last move" \
    sh -c "echo '(;SZ[9];B[ee];W[cc];B[gc])' >'$dir/end.sgf' &&
        '$KATACHI' show --position '$dir/end.sgf' --move 4"
echo "(;SZ[13];B[ee];W[cc];B[gc])" >"$dir/thirteen.sgf"
expect 0 'there are no gammas for 13x13; those for 19x19 are used' "the gammas of the nearest size serve others" \
    "$KATACHI" show --position "$dir/thirteen.sgf"
broken="$dir/broken.sgf"
echo "(;SZ[9];B[ee];W[cc];B[gc];W[gc];B[cg])" >"$broken"
expect 0 'move 3, black to play' "a game that is broken later" show --position "$broken" --move 3
expect 1 'game 1: move 4, white G7, is illegal: the point is occupied' "but not after that" \
    show --position "$broken" --move 5
expect 0 'move 4, white G7, is illegal here: the point is occupied' "the illegal move itself is told" \
    show --position "$broken" --move 4
echo '(;SZ[9]RU[NZ]AB[ba][bb][ac]AW[aa]PL[W];W[ab];B[ee])' >"$dir/suicide.sgf"
with_python "and not shown as played: gammas know no suicide" \
    "assert 'played' not in o and o['move_number'] == 1" \
    show --position "$dir/suicide.sgf" --move 1 --json
printf '(;SZ[9];B[ee];W[cc];B[gc];W[c' >"$dir/cut.sgf"
expect 0 'move 3, black to play' "a game that breaks off" show --position "$dir/cut.sgf"
printf '(;SZ[9];B[ee];AW[cc];B[gc])' >"$dir/setup.sgf"
expect 0 'setup.sgf: stones are set up after move 1; using only the moves before that' \
    "a game that is edited in the middle" show --position "$dir/setup.sgf"
expect 1 'no game 7; the file has 1' "a game beyond the file" \
    show --position "$dir/game.sgf" --game 7
expect 1 'no-such.sgf' "a missing game is named" show --position "$dir/no-such.sgf"
expect 1 '/dev/full' "a full disk is told" show --position "$dir/game.sgf" -o /dev/full
expect 1 "$dir/none/x.svg" "a folder that is not there" \
    show --position "$dir/game.sgf" -o "$dir/none/x.svg"
expect 2 'with --position' "a move without a game is misuse" show --move 3
expect 1 'katachi train --features large --size 25' "no gammas for that size" \
    "$KATACHI" show --size 25

# ---- the report ----
well_formed_page() { # but for the doctype and the void elements of HTML
    sed -e 's/<!DOCTYPE html>//; s/<meta [^>]*>//g; s/&[a-z]*;//g' "$dir/report/index.html" \
        >"$dir/page.xml"
    well_formed "$1" "$dir/page.xml"
}
check "the report is there" test -s "$dir/report/index.html"
well_formed_page "and its tags are in order"
expect 1 '/dev/null exists and is not a folder' "a report that cannot be written is told" \
    "$KATACHI" train --quiet --size 9 --features fast --max-games 20 --report /dev/null/report \
    -o "$dir/second.gammas" $games
tap_end
