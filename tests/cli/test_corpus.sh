# katachi corpus: what it prints, writes and refuses.
. "$(dirname "$0")/../support/tap.sh"
k() { "$KATACHI" corpus "$@"; }
export -f k

mkdir "$dir/games"
cat >"$dir/games/a.sgf" <<'END'
(;FF[4]SZ[9]PB[Ann]BR[3d]PW[Bob]WR[9p]KM[6.5]RE[B+R]DT[2020-01-02]RU[Chinese];B[ee];W[gc];B[cc])
(;FF[4]SZ[9]PB[Cy]PW[Ann]RE[W+3.5]DT[1999];B[ee];W[gg];B[cg])
(;FF[4]SZ[19]HA[2]AB[dd][pp]KM[375];W[dp];B[pd];W[];B[])
END
# the second game once more, which is the first turned round, a broken one, one with an illegal move
cat >"$dir/games/b.sgf" <<'END'
(;SZ[9]PB[Ann];B[ee];W[gg];B[cg])
(;SZ[99];B[aa])
(;SZ[9];B[aa];W[aa])
END
games=$dir/games

expect 0 "^5  *games" "the summary counts what is delivered" \
    bash -c "k stats -q '$games' 2>&1 | sed 's/^ *//'"
expect 0 "^1  *broken" "and what is broken" bash -c "k stats -q '$games' 2>&1 | sed 's/^ *//'"
expect 0 "b.sgf: game 2, byte 39: the board size 99 is out of range: 2 to 25" \
    "a broken game is named with file, number, byte and reason" k stats -q "$games"
expect 1 "b.sgf: game 3 .byte 50.: move 2, white A9, is illegal: the point is occupied" \
    "check replays" k check -q "$games"
expect 1 "game 2, byte 39: the board size" "--strict makes it an error" \
    k check -q --strict "$games"
expect 0 "a.sgf#1.*9x9.*3 moves.*Ann 3d - Bob 9p.*B.R.*komi 6.5" "list shows a line per game" \
    k list -q "$games/a.sgf"

mkdir "$dir/packed"
for ending in lzma tbz2 Z tzst; do gzip -c "$games/a.sgf" >"$dir/packed/g.$ending"; done
expect 0 "^12  *games" "a folder's compressed files are read, whatever their kind" \
    bash -c "k stats -q '$dir/packed' 2>&1 | sed 's/^ *//'"

count_with() { k list -q "$@" 2>/dev/null | wc -l; }
export -f count_with
filter() { # NUMBER FILTER...
    local n=$1
    shift
    expect 0 "^$n\$" "$n games with $*" count_with "$@" "$games/a.sgf"
}
filter 1 --size 19
filter 1 --min-moves 4
filter 2 --max-moves 3
filter 1 --min-handicap 2
filter 2 --max-handicap 0
filter 1 --min-rank 3d
filter 2 --player ann
filter 1 --since 2000
filter 1 --until 1999-12-31
filter 1 --result resign
filter 2 --result score,resign
filter 1 --winner white
filter 1 --rules cn
filter 2 --min-komi 6
filter 1 --min-komi 7.5
filter 1 --max-komi 7
cat >"$dir/rated.sgf" <<'END'
(;SZ[9]BR[1500]WR[1800];B[ee])
(;SZ[9]BR[2100]WR[2300];B[ee])
(;SZ[9]BR[3d]WR[9p];B[ee])
(;SZ[9]BR[5k]WR[4k];B[ee])
END
rated() { # RANKS FILTER... -- the ranks of black in the games that are left
    local ranks=$1
    shift
    expect 0 "^$ranks\$" "with $*" black_ranks "$@"
}
black_ranks() { k convert -q "$@" -o - "$dir/rated.sgf" 2>/dev/null | grep -o 'BR\[[^]]*' | cut -c4- | paste -sd ' '; }
rated "1500 2100" --min-rating 1500
rated "2100" --min-rating 1501
rated "1500" --max-rating 1800
rated "1500 2100" --max-rating 2300
rated "5k" --max-rank 4k
rated "5k" --max-rank 3d
rated "3d 5k" --max-rank 9p
expect 1 "no usable game: 3 filtered out" "filters that leave nothing are an error" \
    k stats -q --size 5 "$games/a.sgf"
expect 2 "min-rank expects a rank such as" "a bad rank is misuse" k stats --min-rank x "$games"
expect 2 "result expects one or several" "a bad result is misuse" k stats --result x "$games"
expect 2 "no-such-set. is not a character set" "a bad character set is misuse" \
    k stats -q --charset no-such-set "$games"

# ---- komi that no board has points for ----
for komi in -999.5 -150.5 -100.0 7.5 100.0 100.5 794.5 999.5; do
    echo "(;SZ[9]KM[$komi];B[ee];W[gc])"
done >"$dir/komi.sgf"
with_python "komi of more than 100 points is counted as other" \
    "assert o['komi'] == {'-100': 1, '7.5': 1, '100': 1, 'other': 5}" \
    k stats --json "$dir/komi.sgf"

# ---- writing ----
check "convert writes" k convert -q -o "$dir/clean.sgf.gz" "$games"
lines() { gzip -dc "$dir/clean.sgf.gz" | wc -l; }
expect 0 "^4$" "one sound game a line" lines
expect 0 "FF.4.GM.1.CA.UTF-8.SZ.19.KM.7.5.HA.2.AB.dd..pp.;W.dp.;B.pd.;W..;B..\)" \
    "the lines are clean SGF" gzip -dc "$dir/clean.sgf.gz"
check "what was written reads again" k check -q --strict "$dir/clean.sgf.gz"
expect 0 "2 *duplicates left out" "--dedupe sees turned games" \
    k convert -q --dedupe moves -o "$dir/one.sgf" "$games"
expect 0 "^2 more were duplicates$" "and counts without them" k stats -q --dedupe moves "$games"
expect 2 "dedupe expects one of no.moves.opening" "--dedupe of the counts needs its word" \
    k stats -q --dedupe "$games"
expect 0 "games? written to .*x-test.sgf$" "split writes two files" \
    k split -q --fraction 0.5 -o "$dir/x.sgf" "$games"
union() { cat "$dir"/x-test.sgf "$dir"/x-train.sgf | sort >"$dir/u"; gzip -dc "$dir/clean.sgf.gz" | sort | cmp - "$dir/u"; }
check "which together hold all games" union
expect 0 "same side" "turned games are on the same side" bash -c \
    "n=\$(grep -lE 'B.ee.;W.(gg.;B.cg|gc.;B.cc).' '$dir'/x-*.sgf | wc -l); [ \$n = 1 ] && echo same side"

# the training games do not fit on the disk, which a limit on the size of files stands for
small_split() {
    for i in {1..40}; do cat "$games/a.sgf"; done >"$dir/many.sgf"
    echo old >"$dir/s-test.sgf"
    (ulimit -f 4 && k split -q --fraction 0.0001 -o "$dir/s.sgf" "$dir/many.sgf")
}
expect 1 "s-train.sgf: cannot write: File too large" "a split that does not fit is an error" small_split
expect 0 "^old$" "and leaves neither part of it" cat "$dir/s-test.sgf"
check "and no other file" bash -c "! ls '$dir'/s-t* | grep -v s-test.sgf$"

head -c 2000 /dev/zero >"$dir/zeros.sgf"
expect 1 'zeros.sgf: byte 0: there is no game' "a record of zeros is no archive" \
    k check "$dir/zeros.sgf"
# bytes that hold what looks like games, and a record with some control characters
mkdir "$dir/binary"
binary() { printf '(;SZ[9];B[ee]) '; for i in {1..300}; do printf '(;\001\002)\003\220\221[]'; done; }
binary | gzip >"$dir/binary/weights.bin.gz"
(printf '(;SZ[9]C['; for i in {1..20}; do printf '\001 accident of a program that wrote records of games once'; done
    printf '];B[ee])') >"$dir/binary/a.sgf"
expect 1 'weights.bin.gz: byte 0: no game found: this is not an SGF file' \
    "a binary file is none, whatever it holds by chance" k check -q "$dir/binary/weights.bin.gz"
expect 1 '^1 game is sound, 1 broken' "nor is it many beside games" k check -q "$dir/binary"
(cd "$dir" && mkdir deep && cp games/a.sgf deep && mkdir -p "deep/$(printf 'd/%.0s' {1..258})")
expect 1 '^3 games are sound, 1 broken' "check names folders that are too deep and goes on" \
    k check -q "$dir/deep"
expect 1 'folders are nested more than 256 deep' "which end other commands" k list -q "$dir/deep"
with_python "games a second are those that were read" \
    "assert o['games'] == 1 and abs(o['games_per_second'] * o['seconds'] - 3) < 1e-6, o" \
    k check -q --json --min-moves 4 "$games/a.sgf"
expect 1 "/dev/full: cannot write: No space left" "a full disk is an error" \
    k convert -q -o /dev/full "$games"
expect 1 "no/such/folder" "so is a folder that is not there" \
    k convert -q -o "$dir/no/such/folder/x.sgf" "$games"
check "a failed strict run writes nothing" bash -c \
    "! k convert -q --strict -o '$dir/nothing.sgf' '$games' 2>/dev/null && [ ! -e '$dir/nothing.sgf' ]"
expect 2 "no output file; .* -o FILE" "convert without -o is misuse" k convert "$games"

mkdir "$dir/komi"
echo '(;SZ[9]KM[6.25];B[aa])(;SZ[9]KM[6.30];B[aa])(;SZ[9]KM[6.5];B[aa])' >"$dir/komi/k.sgf"
with_python "stats count odd komi apart" "assert o['komi'] == {'6.5': 1, '12.5': 1, 'other': 1}, o" \
    k stats -q --json "$dir/komi"

# ---- inputs ----
expect 1 "no-such-file: cannot read the input: No such file" "a missing file is an error" \
    k check "$dir/no-such-file"
: >"$dir/empty.sgf"
expect 1 "no game found in 1 file .1 broken, 0 other files" "an empty file is an error" k check -q "$dir/empty.sgf"
expect 1 "standard input: byte 0: the archive holds no file" "so is an archive without games" \
    bash -c "tar c -C '$dir' empty.sgf --transform s/sgf/txt/ | k check -q -"
head -c 60 "$dir/clean.sgf.gz" >"$dir/cut.sgf.gz"
expect 1 "cut.sgf.gz: cannot read to the end .*: the file is damaged or cut short" \
    "a truncated archive is an error" k check -q "$dir/cut.sgf.gz"
expect 1 "^3 games are sound, 1 broken" "check goes on behind it" \
    k check -q "$dir/cut.sgf.gz" "$games/a.sgf"
expect 1 "standard input: cannot read to the end: Is a directory" "a folder as standard input is not damaged" \
    bash -c "k check -q - <'$dir'"
few_files() { (ulimit -n 4 && k convert -q -o "$dir/few.sgf" "$games/a.sgf"); }
expect 1 "a.sgf: cannot read to the end: Too many open files; raise the limit" "nor is a file that cannot be opened" few_files
mkdir "$dir/mine"
cp "$games/a.sgf" "$dir/mine"
with_python "the output in an input folder is no other file" "assert o['ignored'] == 0, o" \
    k convert -q --json -o "$dir/mine/new.sgf" "$dir/mine"
mkdir "$dir/links"
cp "$games/a.sgf" "$dir/links/z.sgf"
ln -s nowhere.sgf "$dir/links/b.sgf"
expect 1 "b.sgf: cannot read" "a link to nothing in a folder is listed" k check -q "$dir/links"
broken_in() { k check -q --json "$@"; [ $? -eq 1 ]; }
with_python "and the check goes on" "assert o['broken'] == 1 and o['games'] >= 1, o" \
    broken_in "$dir/links"
expect 1 "b.sgf: cannot read" "others end" k stats -q "$dir/links"
expect 1 "cut.sgf.gz: cannot read to the end" "other commands do not leave games out" \
    k stats -q "$dir/cut.sgf.gz" "$games/a.sgf"
from_stdin() { gzip -dc "$dir/clean.sgf.gz" | k stats -q - 2>&1; }
expect 0 "4  games" "standard input is an input" from_stdin
from_pipe() { k stats -q <(cat "$games/a.sgf") 2>&1; }
expect 0 "3  games" "so is a pipe" from_pipe

for sub in stats list; do
    with_python "$sub --json prints one object and nothing else" "" k $sub --json "$games"
done
with_python "check --json, too" "" broken_in "$games"
with_python "so does convert" "" k convert --json -o "$dir/y.sgf" "$games"
with_python "so does split" "" k split --json -o "$dir/y" "$games"
odd=$dir/$'caf\xe9.sgf' # a name that is not UTF-8
(cat "$games/a.sgf" && echo '(;SZ[99];B[aa])') >"$odd"
with_python "list --json shows games of a file with any name" "
assert o['list'][0]['file'].endswith('caf?.sgf') and 'hash' in o['list'][0]
" k list --json "$odd"
with_python "check --json shows what is broken there" "assert len(o['broken_games']) == 1" \
    broken_in "$odd"
tabbed=$dir/$'two\tcolumns\nor\xc2\x9blines.sgf'
echo '(;SZ[9];B[aa])' >"$tabbed"
expect 0 "two[?]columns[?]or[?][?]lines.sgf#1"$'\t'"9x9" "list keeps such a name within its column" \
    k list -q "$tabbed"
echo '(;SZ[99];B[aa])' >"$dir/bad.sgf"
with_python "also where no game is sound, which is an error" \
    "assert o['games'] == 0 and 'size 99' in o['broken_games'][0]" broken_in "$dir/bad.sgf"
with_python "convert --json shows what was written there" "assert len(o['written']) == 1" \
    k convert --json -o "$odd" "$games"
mkdir -p "$dir/config/katachi"
echo '(;SZ[9];B[ee])' >"$dir/nine.sgf"
echo 'size = 13' >"$dir/config/katachi/config"
expect 0 '1  game ' "a size to play on does not choose games to read" \
    env XDG_CONFIG_HOME="$dir/config" "$KATACHI" corpus check "$dir/nine.sgf"
echo 'corpus check.size = 13' >"$dir/config/katachi/config"
expect 1 '1 filtered out' "unless it is set for that command" \
    env XDG_CONFIG_HOME="$dir/config" "$KATACHI" corpus check "$dir/nine.sgf"
tap_end
