# katachi analyze: a game reviewed move by move; on the shipped sample games.
. "$(dirname "$0")/../support/tap.sh"

zcat data/sample-9x9.sgf.gz | head -n 3 >"$dir/games.sgf"
head -n 1 "$dir/games.sgf" >"$dir/game.sgf"
few="-q -j 1 -m 64M -p 30"
analyze() { "$KATACHI" analyze $few "$@"; }

main_line() { "$KATACHI" corpus convert -q "$1" -o - | tr -d '\n'; }
same_game() { [ -n "$(main_line "$1")" ] && [ "$(main_line "$1")" = "$(main_line "$2")" ]; }

# ---- what it prints ----
expect 0 '^GNU Go 3.8 level 1 - GNU Go 3.8 level 4, 9x9, komi 7.5, Chinese rules' \
    "the table has a title" analyze --to 3 "$dir/game.sgf"
expect 0 '^   3 B D6 .*%' "and a line for each move" analyze --to 3 "$dir/game.sgf"
echo '(;SZ[9]KM[7];B[ee];W[aa];B[];W[])' >"$dir/passed.sgf" # the last move is not searched
below() { # the table's best lines begin where its heading has "better"
    analyze "$1" | awk '/^move/ { at = index($0, "better") } $1 == row && substr($0, at - 1, 1) == " " &&
        substr($0, at, 3) ~ /^[A-J][1-9] $|^pas$/ { found = 1 } END { exit !found }' row="$2"
}
expect 0 'a review with a network .--net own. is more reliable' "and how sure playouts are of mistakes" \
    analyze "$dir/game.sgf"
surely() { ! analyze --to 3 --net own -v 4 "$dir/game.sgf" | grep -q 'more reliable'; }
check "but not of those that a network finds" surely
check "of which the columns stand below each other" below "$dir/passed.sgf" 2
check "also in the row of a move after which nothing was searched" below "$dir/passed.sgf" 4
with_python "one JSON object in which the numbers fit together" "
assert (o['size'], o['komi'], o['rules'], o['result']) == (9, 7.5, 'chinese', 'B+23.5')
assert len(o['moves']) == 45 and not o['interrupted'] and o['stopped'] is None
assert o['positions'] == 45 # the one after two passes is not searched
for m, n in zip(o['moves'], o['moves'][1:]):
    assert m['after'] == n['before'] and m['number'] + 1 == n['number']
    b, a = m['before'], m['after']
    assert 0 <= b['black_winrate'] <= 1 and b['visits'] >= 30 and 1 <= len(b['line']) <= 8
    assert b['to_move'] == m['colour'] and m['best'] == (b['line'][0] == m['move'])
    sign = 1 if m['colour'] == 'black' else -1
    lost = max(0, sign * (b['black_winrate'] - a['black_winrate'])) * (not m['best'])
    assert abs(lost - m['winrate_lost']) < 1e-9
    assert m['mistake'] == (lost >= 0.05) + (lost >= 0.1)
assert o['moves'][44]['after'] is None and o['start'] == o['moves'][0]['before']
for c in 'black', 'white':
    mine = [m for m in o['moves'] if m['colour'] == c and 'best' in m]
    s = o['sums'][c]
    assert s['judged'] == len(mine) and s['best'] == sum(m['best'] for m in mine)
    assert s['mistakes'] == sum(m['mistake'] > 0 for m in mine) > 0
    assert abs(s['points_lost'] - sum(m['points_lost'] for m in mine)) < 1e-9
" analyze --json --mistake 5 "$dir/game.sgf"
with_python "a part of the game" "
assert [m['number'] for m in o['moves']] == [10, 11, 12] and o['positions'] == 4
" analyze --json --from 10 --to 12 "$dir/game.sgf"
printf '(;SZ[5]RU[koSIMPLEscoreAREAtaxALLsui1]AB[bb]AW[dd]PL[W])' >"$dir/position.sgf"
with_python "a position, under rules without a name" "
assert o['moves'] == [] and o['start']['to_move'] == 'white' and o['start']['line']
assert o['rules'] == 'koSIMPLEscoreAREAtaxALLsui1'
" analyze --json "$dir/position.sgf"
with_python "lines as long as wished" "
assert max(len(m['before']['line']) for m in o['moves']) == 2
" analyze --json --to 5 --line 2 "$dir/game.sgf"

cp "$dir/game.sgf" "$dir"/$'caf\xe9.sgf'
with_python "a file with a name that is not UTF-8" "assert o['file'].endswith('caf?.sgf')" \
    analyze --json --to 1 "$dir"/$'caf\xe9.sgf'

# ---- files ----
check "SGF and a picture" analyze --mistake 2 --line 3 --sgf "$dir/reviewed.sgf" \
    --svg "$dir/reviewed.svg" "$dir/game.sgf"
check "the SGF holds the same game" same_game "$dir/game.sgf" "$dir/reviewed.sgf"
variations() {
    [ "$(grep -c '^(;' "$dir/reviewed.sgf")" -ge 4 ] && grep -q 'SBKV\[' "$dir/reviewed.sgf"
}
check "with variations and values" variations
well_formed "the picture is well-formed" "$dir/reviewed.svg"
printf '(;SZ[9]PB[%s];B[ee];W[cc])' "$(printf 'é%.0s' {1..400})" >"$dir/long.sgf"
check "a picture for a player of a long name" \
    analyze --to 1 -p 20 --svg "$dir/long.svg" "$dir/long.sgf"
well_formed "with a title that ends after a whole character" "$dir/long.svg"
expect 0 '^\(;FF\[4\]' "SGF on standard output, without the table" \
    analyze --to 2 --sgf - "$dir/game.sgf"
echo '(;SZ[9]C[Found in a drawer.];B[ee]C[Bold!];W[cc])' >"$dir/said.sgf"
expect 0 'C\[Found in a drawer\.$' "with the comments that were there" \
    analyze --to 1 -p 20 --sgf - "$dir/said.sgf"
no_table() { ! analyze --to 2 --sgf - "$dir/game.sgf" | grep -q 'points lost a move:'; }
check "and nothing else there" no_table
expect 2 'would both write to standard output' "two outputs on standard output" analyze --json --svg - "$dir/game.sgf"
expect 1 "$dir/none/x.sgf: cannot write" "a folder that is not there, told before the search" \
    analyze -p 2000000 --sgf "$dir/none/x.sgf" "$dir/game.sgf"
expect 1 '/dev/full' "a full disk is told" analyze --to 2 --sgf /dev/full "$dir/game.sgf"
shown() { analyze --to 2 --sgf /dev/full --svg "$dir/still.svg" "$dir/game.sgf" | grep -q 'points lost a move'; }
check "the table is shown all the same" shown
well_formed "and the other file written" "$dir/still.svg"
kept() {
    echo old >"$dir/kept.sgf"
    ! analyze --to 1 --sgf "$dir/kept.sgf" --gammas "$dir/none.gammas" "$dir/game.sgf" &&
        [ "$(cat "$dir/kept.sgf")" = old ]
}
check "on an error the old file stays" kept

# ---- unusual games ----
without_options_of_games() {
    analyze --help=all | grep -q -- '--net FILE' && ! analyze --help=all | grep -E -- '--(rank|ponder|resign|book|candidates)'
}
game() { echo "$1" >"$dir/unusual.sgf"; }
game '(;SZ[9]HA[3];W[ee];B[dd])'
expect 0 '^Black - White, 9x9, handicap 3, komi 0.5 \(assumed\), Chinese rules \(assumed\)$' "handicap, komi and rules missing" analyze "$dir/unusual.sgf"
from_a_pipe() { analyze --to 1 - <"$dir/game.sgf"; }
check "a game from standard input" from_a_pipe
game '(;SZ[9]HA[3]KM[0];W[ee];W[ce];B[];B[dd])'
expect 0 'handicap 3, komi 0' "colours that do not alternate" analyze "$dir/unusual.sgf"
game '(;SZ[5]RU[Japanese]AB[aa][bb]AW[dd]PL[W];W[cc];B[dc])'
expect 0 '5x5, komi 6.5 \(assumed\), Japanese rules$' "setup stones on a small board" \
    analyze "$dir/unusual.sgf"
expect 0 'komi 3, AGA rules$' "other rules and komi" \
    analyze --rules AGA --komi 3 "$dir/unusual.sgf"
game '(;SZ[5])'
expect 0 'B \(SZ|SZ\[5\]' "a game without moves" analyze --sgf - "$dir/unusual.sgf"

# one of symmetric moves is searched for all: played in another orientation it is as good
turned() {
    for at in dd df fd ff; do
        echo "(;SZ[9]KM[7]RU[Chinese];B[$at];W[ee])" >"$dir/turned.sgf"
        "$KATACHI" analyze --net own --visits 100 --threads 1 --seed 1 --to 1 -q "$dir/turned.sgf"
    done | grep -cE '^ +1 B .* best$'
}
expect 0 '^4$' "the best move in every orientation" turned

# ---- bad input ----
head -c 200 "$dir/games.sgf" >"$dir/cut.sgf"
expect 0 'cut.sgf: game 1.*ends inside.*using only the moves before that' "a file that breaks off" \
    analyze "$dir/cut.sgf"
head -c 600 "$dir/games.sgf" >"$dir/cut.sgf"
expect 0 'cut.sgf: game 2.*ends inside.*using only the moves before that' "in its second game" \
    analyze --game 2 "$dir/cut.sgf"
printf '(;SZ[9];B[aa];W[bb])\0\n(;SZ[9];B[bb];W[cc];B[dd' >"$dir/cut.sgf"
expect 0 'cut.sgf: game 2.*ends inside.*using only the moves before that' "after a zero byte, too" \
    analyze --to 1 -p 20 --game 2 "$dir/cut.sgf"
game '(;SZ[9];B[ee];W[dd];B[dd];W[aa])'
expect 0 'move 3 cannot be played.*occupied.*moves before that' "an illegal move in the middle" \
    analyze "$dir/unusual.sgf"
game '(;SZ[9];B[cc];AW[dd];B[ee];W[ff])'
expect 0 'game 1: stones are set up after move 1; using only the moves before that' \
    "stones set up in the middle" analyze "$dir/unusual.sgf"
with_python "which JSON tells, too" "
assert o['stopped'] == 'stones are set up after move 1' and len(o['moves']) == 1
" analyze --json "$dir/unusual.sgf"
game '(;SZ[9];B[ee];W[zz])'
expect 1 'unusual.sgf: game 1.*zz' "a point off the board" analyze "$dir/unusual.sgf"
game '(;SZ[3]AB[aa]AW[ba][ab];B[cc])'
expect 1 '^katachi: [^ ]*unusual.sgf: game 1 \(byte 0\): the setup' "stones without liberties" \
    analyze "$dir/unusual.sgf"
expect 1 'unusual.sgf.*not an SGF' "no SGF at all" \
    analyze "$(echo words >"$dir/unusual.sgf"; echo "$dir/unusual.sgf")"
expect 1 'no-such.sgf' "a missing file" analyze "$dir/no-such.sgf"
expect 0 'games.sgf has several games; using the first one$' "a collection" \
    analyze --to 1 -p 20 "$dir/games.sgf"
expect 1 'no game 9; the file has 3' "a game beyond the file" analyze --game 9 "$dir/games.sgf"
expect 2 'game 1: no move 99; the game has 45 moves' "moves beyond the game" \
    analyze --from 99 "$dir/game.sgf"
expect 2 'rank has no effect here' "options of games" analyze --rank 5k "$dir/game.sgf"
expect 2 'candidates has no effect here' "are refused" analyze --candidates 3 "$dir/game.sgf"
check "which help does not show" without_options_of_games
expect 2 'to must not be before' "a range backwards" analyze --from 9 --to 4 "$dir/game.sgf"
expect 2 "unknown rules 'martian'" "rules that are not there" analyze --rules martian "$dir/game.sgf"
expect 2 'komi expects a whole or half number of points' "komi that is no number" analyze --komi much "$dir/game.sgf"
expect 2 "half number of points from -1000 to 1000, such as 6.5, not '7.3'" "komi of no game" \
    analyze --komi 7.3 "$dir/game.sgf"
echo '(;SZ[9]AB[cc]AW[gg]PL[W])' >"$dir/setup.sgf"
expect 0 '^start +[0-9.]+ %  [BW]\+[0-9.]+ +[A-J][1-9]' "a position without moves" \
    analyze "$dir/setup.sgf"
expect 1 'none.gammas' "gammas that are not there" \
    analyze --gammas "$dir/none.gammas" "$dir/game.sgf"

# ---- interruption ----
interrupted() { # OUTPUT ARGUMENT... -- in mid-game, once something is reviewed
    local output=$1
    shift
    : >"$dir/part.errors" # what an earlier run said is not this one's
    "$KATACHI" analyze -j 1 -m 64M -t 0.5 "$@" "$dir/game.sgf" >"$output" 2>"$dir/part.errors" &
    local pid=$!
    wait_for 60 grep -q 'positions' "$dir/part.errors"
    kill -INT $pid
    wait $pid
    [ $? -eq 1 ] && grep -Eq 'interrupted; [1-9][0-9]* of 46 positions' "$dir/part.errors"
}
interrupt() { # writes what is reviewed so far, whole
    interrupted "$dir/part.json" --json --sgf "$dir/part.sgf" &&
        grep -q '"interrupted": true' "$dir/part.json" && same_game "$dir/game.sgf" "$dir/part.sgf" &&
        ! grep -q 'Moves 1 to 45' "$dir/part.sgf"
}
check "an interrupted run writes what it has" interrupt
short_table() {
    interrupted "$dir/part.txt" && grep -Eq '^not reviewed: moves [0-9]+ to 45$' "$dir/part.txt" &&
        ! grep -q '^  45 ' "$dir/part.txt"
}
check "and a table that ends where it ends" short_table
tap_end
