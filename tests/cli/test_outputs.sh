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
    expect 2 "^katachi: --svg .*$out would overwrite an input \(.*game.sgf\)" \
        "analyze --svg: the game, as $out" analyze "$dir/game.sgf" --svg "$dir/$out"
done
expect 2 '^katachi: --sgf .*would overwrite' "analyze --sgf" \
    analyze "$dir/game.sgf" --sgf "$dir/game.sgf"
from_stdin() { analyze - --svg "$dir/game.sgf" <"$dir/game.sgf"; }
expect 2 'an input \(standard input\)' "standard input is a file, too" from_stdin
expect 2 '^katachi: -o .*would overwrite' "corpus convert" \
    "$KATACHI" corpus convert -q "$dir/game.sgf" -o "$dir/hard.sgf"
expect 2 "a.sgf would overwrite an input \($dir/games\)" "a game in an input folder" \
    "$KATACHI" corpus convert -q "$dir/games" -o "$dir/games/a.sgf"
part=$dir/rows/train/rows-00000.npz
"$KATACHI" net train -q --held-out 0 --export "$dir/rows" "$dir/game.sgf" >"$dir/said" && cp "$part" "$dir/part"
expect 2 "rows-00000.npz would overwrite an input \($dir/rows\)" "training rows in an input folder" \
    "$KATACHI" net train -q --import --rows 64 --shape b1c8 "$dir/rows" -o "$part"
check "which stay as they were" cmp "$part" "$dir/part"
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

# ---- what another command made ----
"$KATACHI" train -q --iterations 2 -o "$dir/x.gammas" "$dir/games" >/dev/null
cp "$dir/x.gammas" "$dir/x.gammas.before"
"$KATACHI" net random -q --shape b1c8 -o "$dir/net.bin.gz" >/dev/null
printf 'katachi-learn 4' >"$dir/state"
cp "$dir/game.sgf" "$dir/other.sgf"
gzip -c "$dir/game.sgf" >"$dir/other.sgf.gz"
train() { "$KATACHI" train -q --iterations 2 "$dir/games" "$@"; }
for out in other.sgf other.sgf.gz; do
    expect 2 "^katachi: -o .*$out would replace games that this file holds; name another" \
        "gammas never replace games, $out" train -o "$dir/$out"
done
expect 2 'net.bin.gz would replace a network' "nor a network" train -o "$dir/net.bin.gz"
expect 2 'state would replace the state of' "nor an interrupted training" train -o "$dir/state"
expect 2 'would replace games' "a network" \
    "$KATACHI" net random -q --shape b1c8 -o "$dir/other.sgf"
expect 2 'would replace games' "a picture" analyze "$dir/game.sgf" --svg "$dir/other.sgf"
expect 2 'would replace games' "competitions" train -o "$dir/y" --export "$dir/other.sgf"
expect 2 'would replace gammas' "nor games gammas" \
    "$KATACHI" corpus convert -q "$dir/game.sgf" -o "$dir/x.gammas"
{
    printf '1\n'
    seq -s ' ' 0.5 40
} >"$dir/leela.txt"
printf '# by hand\n\n9 | E5\n9 E5 | C4 G6\n' >"$dir/my.book"
printf '{"game":1,"opening":1}\n' >"$dir/results.jsonl"
printf '{\n  "players": [\n' >"$dir/match.json"
picture_in() { "$KATACHI" show -p "$dir/game.sgf" -o "$dir/$1"; }
expect 2 'leela.txt would replace a network' "a network of Leela Zero" picture_in leela.txt
expect 2 'my.book would replace an opening book' "a book" picture_in my.book
for file in results.jsonl match.json; do
    expect 2 "$file would replace settings or results of a match" "a match's $file" \
        picture_in "$file"
done
expect 0 "" "a book replaces a book" "$KATACHI" book -q --games 1 "$dir/game.sgf" -o "$dir/my.book"
for text in '1\n0.5\n0.7\n' '1 2 3\n' '# 9 | E5\n' '9 lives\n' '{"a":1}'; do
    printf "$text" >"$dir/note"
    expect 0 "" "a note that is none of these: $text" picture_in note
done
kinds_kept() { cmp "$dir/before" "$dir/other.sgf" && cmp "$dir/x.gammas.before" "$dir/x.gammas"; }
check "they are as they were" kinds_kept
expect 0 "" "gammas replace gammas" train -o "$dir/x.gammas"
: >"$dir/empty"
expect 0 "" "and what is empty" train -o "$dir/empty"
echo "a note" >"$dir/note"
expect 0 "" "or unknown" train -o "$dir/note"

# ---- two outputs ----
expect 2 '^katachi: --sgf and --svg would both write .*new.x; give two different files' \
    "two outputs in one file that is not there yet" \
    analyze "$dir/game.sgf" --sgf "$dir/new.x" --svg "$dir/./new.x"
check "it was not made" test ! -e "$dir/new.x"
expect 2 '^katachi: -o and --export would both write' "gammas and competitions" \
    "$KATACHI" train -q "$dir/game.sgf" -o "$dir/x" --export "$dir/x"

# ---- what cannot be written is told before the work ----
zcat data/sample-9x9.sgf.gz | head -n 20 >"$dir/games.sgf"
quick() { "$KATACHI" train -q --held-out 0.2 --iterations 3 "$@" "$dir/games.sgf"; }
for option in --checkpoint --export --report; do
    late() { ! quick -o "$dir/late" $option "$dir/game.sgf/x" && [ ! -e "$dir/late" ]; }
    check "train $option" late
done
expect 1 'nodir/x: cannot write' "book" "$KATACHI" book -q -o "$dir/nodir/x" "$dir/games.sgf"
expect 1 'nodir/p: cannot write' "balance --positions" \
    "$KATACHI" balance -q -p "$dir/nodir/p" "$dir/games.sgf"

# ---- standard output has one thing ----
quick -o - >"$dir/pure" 2>"$dir/text"
check "train -o -: gammas and nothing else" "$KATACHI" show "$dir/pure"
check "the text goes to standard error" grep -q 'log-evidence' "$dir/text"
quick -o /dev/stdout 2>/dev/null | cat >"$dir/piped"
check "so it does with another name of the pipe" cmp "$dir/pure" "$dir/piped"
quick -o /dev/stdout 2>/dev/null >"$dir/piped"
check "or of the file" cmp "$dir/pure" "$dir/piped"
echo old >"$dir/all"
appended() {
    "$KATACHI" corpus convert -q -o /dev/stdout "$dir/game.sgf" 2>/dev/null >>"$dir/all"
    grep -qx old "$dir/all" && grep -q '^(;' "$dir/all"
}
check "what is there stays when it is appended to" appended
json_there() { quick --json -o /dev/stdout >"$dir/all"; }
expect 2 '^katachi: --json and -o /dev/stdout would both write to standard output' \
    "the file has one thing, too" json_there
ln -s later.x "$dir/later"
expect 2 '^katachi: --sgf and --svg would both write' "a link to a file that is not there yet" \
    analyze "$dir/game.sgf" --sgf "$dir/later" --svg "$dir/later.x"
quick -o "$dir/x.gammas" --export - 2>/dev/null >"$dir/pure"
check "train --export -: competitions" "$KATACHI" mm -q --iterations 1 -i "$dir/pure"
expect 2 '^katachi: --json and -o - would both write to standard output' "train --json" \
    quick --json -o -
expect 2 '^katachi: -o and --export would both write to standard output' "two files" \
    quick -o - --export -
expect 2 '^katachi: --sgf and --svg would both' "two files of a review" \
    analyze "$dir/game.sgf" --sgf - --svg -
expect 2 '^katachi: --json and --svg -' "analyze --json" analyze "$dir/game.sgf" --json --svg -
no_file() { (cd "$dir" && quick -o - >/dev/null && ! ls -a | grep -q fit); }
check "standard output leaves no checkpoint" no_file
expect 2 '^katachi: --checkpoint -: resuming reads the checkpoint again' "a checkpoint is a file" \
    quick -o "$dir/x.gammas" --checkpoint -
expect 2 '^katachi: --resume needs a checkpoint; with -o -, name it' "which --resume needs" \
    quick -o - --resume

# ---- the checkpoint of work that is complete is removed ----
touch "$dir/state.fit"
ln -s state.fit "$dir/link.fit"
check "a checkpoint may be a link" quick -o "$dir/x.gammas" --checkpoint "$dir/link.fit"
check "the file that it leads to is removed, and the link is not" \
    test -L "$dir/link.fit" -a ! -e "$dir/state.fit"
kept_device() {
    quick -o "$dir/x.gammas" --checkpoint "$dir/null" >/dev/null && [ -c "$dir/null" ]
}
if mknod "$dir/null" c 1 3 2>/dev/null && : 2>/dev/null >"$dir/null"; then
    check "a device is not removed" kept_device
else
    tap_skip "a device is not removed" "no device can be made here"
fi

"$KATACHI" selfplay --size 9 -n 5 -o - >"$dir/pure" 2>"$dir/text"
check "selfplay -o -: a game and nothing else" test "$(grep -c . "$dir/pure")" = 1
check "the board goes to standard error" grep -q '5 moves' "$dir/text"
expect 2 '^katachi: --json and -o -' "selfplay --json" "$KATACHI" selfplay --size 9 -n 5 --json -o -
"$KATACHI" net train -q --rows 16 --batch 8 --shape b1c8 -o - "$dir/games.sgf" >"$dir/pure" \
    2>"$dir/text"
check "net train -o -: a network and nothing else" "$KATACHI" net info "$dir/pure"
check "what was learned goes to standard error" grep -q '^drawn' "$dir/text"
"$KATACHI" match -q -n 2 --size 5 -a katachi:playouts=2 -b katachi:playouts=3 -o "$dir/m" >/dev/null
"$KATACHI" match --report "$dir/m" -o - >"$dir/pure"
check "match --report -o -: a page and nothing else" test "$(tail -n 1 "$dir/pure")" = "</html>"
expect 2 '^katachi: --json and -o -' "match --report --json" \
    "$KATACHI" match --report "$dir/m" --json -o -
for name in - "" "$dir/" /dev/full; do
    expect 2 "^katachi: -o '$name': a split writes two files" "corpus split -o '$name'" \
        "$KATACHI" corpus split -q -o "$name" "$dir/games.sgf"
done
expect 2 'the name of an output file is empty' "a file without a name" quick -o ""
check "nothing was written to no name" test ! -e ./-test.sgf.zst

# ---- a folder has work of one kind ----
learn() { "$KATACHI" net train -q --rows 16 --batch 8 --shape b1c8 -o "$dir/n.bin" "$@" "$dir/games.sgf"; }
play() {
    "$KATACHI" match -q -n 2 --size 5 -a katachi:playouts=2 -b katachi:playouts=3 -o "$1" >"$dir/text"
}
improve() { "$KATACHI" net improve -q --size 5 --shape b1c8 --generations 1 --games 2 -o "$1"; }
quick -o "$dir/x.gammas" --report "$dir/gammas" >/dev/null
learn --report "$dir/curves" >/dev/null
expect 2 'holds a report .index.html., which would be overwritten' "a match over a report" \
    play "$dir/gammas"
expect 2 'holds the report of a training .history.tsv.' "a match over curves" play "$dir/curves"
expect 2 'holds a match .match.json.' "a run over a match" improve "$dir/m"
expect 2 'holds a match .match.json.' "a report over a match" \
    quick -o "$dir/x.gammas" --report "$dir/m"
expect 2 'holds a match .match.json.' "curves over a match" learn --report "$dir/m"
expect 2 'holds the report of a training' "a report over curves" \
    quick -o "$dir/x.gammas" --report "$dir/curves"
mkdir "$dir/site"
echo '<html>my own page</html>' >"$dir/site/index.html"
for report in "quick -o $dir/x.gammas" learn; do
    expect 2 'site/index.html was not made by katachi' "${report%% *} over a page of somebody else" \
        $report --report "$dir/site"
done
check "the page is as it was" grep -qx '<html>my own page</html>' "$dir/site/index.html"
check "a report over its like" quick -o "$dir/x.gammas" --report "$dir/gammas"
check "curves over theirs" learn --report "$dir/curves"
check "a match goes on" play "$dir/m"
expect 1 'no-such.bin.gz' "a network that is not there" \
    "$KATACHI" selfplay --net "$dir/no-such.bin.gz" -o "$dir/spy"
check "leaves no folder" test ! -e "$dir/spy"

# ---- what is allowed ----
check "both outputs to a device" analyze "$dir/game.sgf" --sgf /dev/null --svg /dev/null
check "a new file in the input folder" \
    "$KATACHI" corpus convert -q "$dir/games" -o "$dir/games/new.sgf"
check "an output of another kind there, twice" eval \
    '"$KATACHI" show -p "$dir/game.sgf" -o "$dir/games/x.svg" &&
        "$KATACHI" show -p "$dir/game.sgf" -o "$dir/games/x.svg"'
check "a file that was there and is not read" analyze "$dir/game.sgf" --svg "$dir/games/x.svg"
tap_end
