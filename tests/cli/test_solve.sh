# katachi solve: values of small boards and of positions of a game.
. "$(dirname "$0")/../support/tap.sh"

solve() { "$KATACHI" solve --quiet --threads 1 --memory 16M "$@"; }
expect 0 'value \+9 for black' "3x3 is black's" solve --size 3
expect 0 'with komi 9.5: W\+0.5' "a komi is subtracted" solve --size 3 --komi 9.5
expect 0 'with komi 9: draw' "or makes a draw" solve --size 3 --komi 9
expect 0 '^few positions in ' "a few positions are not called none" solve --size 3 --komi 9.5 -w
expect 0 'value \+1 for black' "2x2 under superko" solve --size 2 --ko situational
expect 0 'between them the game repeats' "2x2 under simple ko" solve --size 2 --ko simple
expect 0 'with komi 0: no result' "which is a result, not an open question" solve --size 2 --ko simple
expect 0 'from \+6 to \+9 for black without komi$' "what --winner leaves open is no repetition" \
    solve --size 3 --ko simple --winner --komi 5.5
with_python "the same as JSON" \
    "assert o['complete'] and o['low'] == o['high'] == 9 and o['winner'] == 'black'
assert o['line'][0] == 'B2' and o['empty'] == o['points'] == 9 and o['positions'] > 0" \
    solve --size 3 --json
expect 0 'value \+9 for black' "two threads, of which OpenMP gives one" \
    env OMP_THREAD_LIMIT=1 "$KATACHI" solve --quiet --threads 2 --size 3 --nodes 5000
with_python "only the winner" "assert o['winner'] == 'white' and o['complete']" \
    solve --size 3 --komi 9.5 --winner --json
with_python "moves are played first" "assert o['low'] == o['high'] == 9" \
    solve --size 3 --moves "B2 A1" --json
expect 0 'not finished.with komi 7: open.[0-9]+ positions' "bounds alone are not called a proof" \
    sh -c '"$1" solve --quiet --size 5 --nodes 5000 --komi 7 | tr "\n" " "' sh "$KATACHI"
with_python "a limit leaves bounds" \
    "assert not o['complete'] and -25 <= o['low'] < o['high'] <= 25 and o['winner'] == 'open'" \
    solve --size 5 --nodes 5000 --json

# A progress line comes only every 5 seconds when nobody watches.
interrupted() {
    local job began
    "$KATACHI" solve --size 6 --threads 1 --memory 16M >"$dir/out" 2>"$dir/err" &
    job=$!
    wait_for 30 has_computed $job 0.2
    began=$SECONDS
    kill "-$1" $job
    wait $job
    [ $? -eq 1 ] && [ $((SECONDS - began)) -lt 4 ] && grep -q 'interrupted' "$dir/err" &&
        grep -q '^value from .* not finished' "$dir/out"
}
set -m # jobs of their own, which SIGINT reaches
check "Ctrl-C ends the search at once and shows its bounds" interrupted INT
check "so does SIGTERM" interrupted TERM
set +m

echo '(;GM[1]FF[4]SZ[3]RU[NZ]KM[2];B[bb];W[aa];B[];W[])' >"$dir/game.sgf"
with_python "the end of a game, before its passes" \
    "assert o['low'] == 9 and o['komi'] == 2 and o['empty'] == 7" solve --sgf "$dir/game.sgf" --json
with_python "a position of a game" "assert o['low'] == 9 and o['empty'] == 8" \
    solve --sgf "$dir/game.sgf" --move 1 --json
echo '(;SZ[5]RU[AGA]AB[ba][ab][cb][bc]AW[ca][db][cc]PL[W];W[bb];B[];W[];B[cb])' >"$dir/ko.sgf"
expect 0 'repeats a position, which its ko rule forbids' "a game that its ko rule forbids" \
    solve --sgf "$dir/ko.sgf" --nodes 1000
simple_ko() {
    ! solve --sgf "$dir/ko.sgf" --ko simple --nodes 1000 2>&1 | grep -q 'repeats a position'
}
check "and that simple ko allows" simple_ko
expect 2 'has only 4 moves, not 7' "a move that is not there" solve --sgf "$dir/game.sgf" --move 7
echo '(;SZ[3]KM[7];B[bb];AW[aa];B[cc])' >"$dir/setup.sgf"
expect 0 'setup.sgf: stones are set up after move 1; using only the moves before that' \
    "a game that is edited in the middle" solve --sgf "$dir/setup.sgf"
untold() { ! solve --sgf "$dir/setup.sgf" --move 1 2>&1 | grep -q 'set up'; }
check "an earlier position is as it was" untold
expect 1 'no-such' "a file that is not there" solve --sgf "$dir/no-such.sgf"
expect 2 'size cannot be used with --sgf' "a size beside a game" \
    "$KATACHI" solve --size 4 --sgf "$dir/game.sgf"
expect 2 'choose a position of a game; name its file with --sgf' "a move of no game" solve --move 3
expect 2 'only area scoring' "territory is refused" solve --size 3 --rules japanese
expect 2 'group tax' "so is group tax" solve --size 3 --rules stone-scoring
expect 2 "unknown rules 'nonsense'" "unknown rules" solve --rules nonsense
expect 2 "'Z9' is not a point" "a move off the board" solve --moves Z9
echo '(;SZ[3]KM[7];B[bb];W[aa];B[bb])' >"$dir/illegal.sgf"
expect 1 'illegal.sgf: game 1: move 3: illegal move B B2: the point is occupied; choose an earlier position with --move' \
    "an illegal move of a game, which is named" solve --sgf "$dir/illegal.sgf"
expect 0 'value' "the moves before it can be solved" solve --sgf "$dir/illegal.sgf" --move 2
expect 1 'illegal move W B2' "an illegal move" solve --size 3 --moves "B2 B2"
expect 2 "not 'x'" "a komi that is no number" solve --komi x
expect 2 'points of the board are undecided' "a large empty board" solve --size 19
tap_end
