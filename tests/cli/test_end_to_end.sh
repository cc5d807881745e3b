# From games to gammas to moves, on the shipped sample games.
. "$(dirname "$0")/../support/tap.sh"

games=data/sample-9x9.sgf.gz
check "the samples are read without a broken game" \
    "$KATACHI" corpus check --strict --quiet $games data/sample-19x19.sgf.gz
check "gammas are trained" \
    "$KATACHI" train --quiet --size 9 --features fast -o "$dir/my.gammas" $games
expect 0 '"top1": 0\.[3-9]' "they predict more than a third of the moves they were trained on" \
    "$KATACHI" predict --quiet --gammas "$dir/my.gammas" --json $games
check "a game on 7x7" "$KATACHI" selfplay --size 7 --gammas "$dir/my.gammas" -o "$dir/seven.sgf"
expect 0 'there are no gammas for 7x7; those for 9x9 are used' "predicted by the shipped gammas of the nearest board" \
    "$KATACHI" predict --quiet "$dir/seven.sgf"

play() { "$KATACHI" selfplay --gammas "$dir/my.gammas" --size 9 "$@"; }
expect 0 '^[0-9]+ moves, result [BW]\+' "the policy plays a game to its end" play
expect 0 '"result": "[BW]\+' "the game as JSON" play --json
check "a game is written" play -o "$dir/game.sgf"
expect 0 . "which is legal from the first move to the last" \
    "$KATACHI" corpus check --strict --quiet "$dir/game.sgf"
other_seed_other_game() { [ "$(play --seed 5)" != "$(play --seed 6)" ]; }
check "the same seed, the same game" alike "$(play --seed 5)" "$(play --seed 5)"
check "another seed, another game" other_seed_other_game
expect 0 '^10 moves, result unfinished' "a game cut short has no result" play --moves 10
expect 0 '^1 move, result unfinished' "and one of a single move" play --moves 1
expect 1 'no-such.gammas' "a missing gammas file is named" \
    "$KATACHI" selfplay --gammas "$dir/no-such.gammas"
expect 1 'No space left on device' "a full disk is told" play -o /dev/full
expect 2 '--size expects a whole number from 2 to 25' "a board too large is misuse" \
    "$KATACHI" selfplay --size 26
tap_end
