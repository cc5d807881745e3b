# No command writes over what it reads, nor two outputs into one file.
. "$(dirname "$0")/../support/tap.sh"

zcat data/sample-9x9.sgf.gz | head -n 1 >"$dir/game.sgf"
cp "$dir/game.sgf" "$dir/before"
ln -s game.sgf "$dir/link.sgf"
ln "$dir/game.sgf" "$dir/hard.sgf"
mkdir "$dir/games"
cp "$dir/game.sgf" "$dir/games/a.sgf"
analyze() { "$KATACHI" analyze -q -j 1 -m 64M -p 20 --to 1 "$@"; }
kept() { cmp "$dir/before" "$dir/game.sgf" && cmp "$dir/before" "$dir/games/a.sgf"; }

# ---- what is read ----
for out in game.sgf ./game.sgf link.sgf hard.sgf; do
    expect 2 "^katachi: --svg .*$out would overwrite what is read \(.*game.sgf\)" \
        "analyze --svg: the game, as $out" analyze "$dir/game.sgf" --svg "$dir/$out"
done
expect 2 '^katachi: --sgf .*would overwrite' "analyze --sgf" \
    analyze "$dir/game.sgf" --sgf "$dir/game.sgf"
from_stdin() { analyze - --svg "$dir/game.sgf" <"$dir/game.sgf"; }
expect 2 'what is read \(standard input\)' "standard input is a file, too" from_stdin
expect 2 '^katachi: -o .*would overwrite' "corpus convert" \
    "$KATACHI" corpus convert -q "$dir/game.sgf" -o "$dir/hard.sgf"
expect 2 "a.sgf would overwrite what is read \($dir/games\)" "a game in an input folder" \
    "$KATACHI" corpus convert -q "$dir/games" -o "$dir/games/a.sgf"
cp "$dir/game.sgf" "$dir/x-test.sgf"
expect 2 'x-test.sgf would overwrite' "corpus split, by the names of its parts" \
    "$KATACHI" corpus split -q "$dir/x-test.sgf" -o "$dir/x.sgf"
expect 2 '^katachi: -o .*would overwrite' "train" \
    "$KATACHI" train -q "$dir/game.sgf" -o "$dir/game.sgf"
expect 2 '^katachi: --checkpoint .*would overwrite' "train, which removes its checkpoint" \
    "$KATACHI" train -q "$dir/game.sgf" -o "$dir/x.gammas" --checkpoint "$dir/link.sgf"
expect 2 '^katachi: --export .*would overwrite' "train --test is read, too" \
    "$KATACHI" train -q "$dir/games" -o "$dir/x.gammas" --test "$dir/game.sgf" \
    --export "$dir/game.sgf"
expect 2 '^katachi: -o .*would overwrite' "show" \
    "$KATACHI" show -p "$dir/game.sgf" -o "$dir/game.sgf"
expect 2 '^katachi: -o .*would overwrite' "selfplay" \
    "$KATACHI" selfplay -n 1 -g "$dir/game.sgf" -o "$dir/game.sgf"
mkdir "$dir/match"
cp "$dir/game.sgf" "$dir/match/results.jsonl"
expect 2 '^katachi: -o .*would overwrite' "match --report" \
    "$KATACHI" match --report "$dir/match" -o "$dir/match/results.jsonl"
check "nothing has changed" kept

# ---- two outputs ----
expect 2 '^katachi: --sgf and --svg would both write .*new.x; name two files' \
    "two outputs in one file that is not there yet" \
    analyze "$dir/game.sgf" --sgf "$dir/new.x" --svg "$dir/./new.x"
check "it was not made" test ! -e "$dir/new.x"
expect 2 '^katachi: -o and --export would both write' "gammas and competitions" \
    "$KATACHI" train -q "$dir/game.sgf" -o "$dir/x" --export "$dir/x"

# ---- what is allowed ----
check "both outputs to a device" analyze "$dir/game.sgf" --sgf /dev/null --svg /dev/null
check "a new file in the input folder" \
    "$KATACHI" corpus convert -q "$dir/games" -o "$dir/games/new.sgf"
check "an output of another kind there, twice" eval \
    '"$KATACHI" show -p "$dir/game.sgf" -o "$dir/games/x.svg" &&
        "$KATACHI" show -p "$dir/game.sgf" -o "$dir/games/x.svg"'
check "a file that was there and is not read" analyze "$dir/game.sgf" --svg "$dir/games/x.svg"
tap_end
