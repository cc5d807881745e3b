# katachi net test: networks against games, and each thing that goes wrong as one sentence.
. "$(dirname "$0")/../support/tap.sh"

gzip -dc data/sample-9x9.sgf.gz | head -12 >"$dir/nine.sgf"
gzip -dc data/sample-19x19.sgf.gz | head -2 >"$dir/nineteen.sgf"
cd "$dir" || exit 2
"$KATACHI" net random -q --shape 1x8 -o a.bin.gz
"$KATACHI" net random -q --shape 1x8 --seed 2 -o b.txt.gz
test_net() { "$KATACHI" net test -q "$@"; }

expect 0 '^12 games, [0-9]+ positions \(0 games left out, 0 broken\)$' "it says what it measured on" \
    test_net a.bin.gz nine.sgf
expect 0 '^ +top-20 +[0-9.]+ % +[0-9.]+ \.\. [0-9.]+ %$' "how many moves are among the first" \
    test_net a.bin.gz nine.sgf
expect 0 '^ +winner, Brier +[0-9]+ +0\.[0-9]+ +-$' "of one game without intervals" \
    test_net -n 1 a.bin.gz nine.sgf
with_python "in JSON they are null" '
n = o["networks"][0]
assert n["ends"]["value_brier"]["interval"] is None
assert all(bin["interval"] is None for bin in n["calibration"])' \
    test_net -n 1 --json a.bin.gz nine.sgf
expect 0 '^ +1-30 +[0-9]+ ' "in each stage" test_net a.bin.gz nine.sgf
expect 0 '^ +winner, Brier +[0-9]+ +0\.[0-9]+' "how wrong it is about the winner" \
    test_net a.bin.gz nine.sgf
expect 0 'ownership, log-loss' "and about the points" test_net a.bin.gz nine.sgf
expect 0 '^ +win rate +positions +predicted +won ' "and how often what it predicts comes true" test_net a.bin.gz nine.sgf
cat nine.sgf nine.sgf >twice.sgf
expect 0 '^12 games have the moves of an earlier one, so the true intervals are wider' \
    "games that are there twice are counted" test_net a.bin.gz twice.sgf
expect 0 '^predicting moves .* games' "progress is shown" "$KATACHI" net test a.bin.gz nine.sgf
expect 0 '0 %.*b\.txt\.gz|b\.txt\.gz$' "several networks end in one table" \
    test_net a.bin.gz b.txt.gz nine.sgf
expect 0 ' 19x19$' "several sizes, too" test_net a.bin.gz nine.sgf nineteen.sgf
expect 0 '^12 games, ' "--size chooses one of them" \
    test_net --size 9 a.bin.gz nine.sgf nineteen.sgf
expect 0 '^3 games' "--max-games stops early" test_net -n 3 a.bin.gz nine.sgf
expect 0 '^12 games' "games come from standard input, too" \
    sh -c "'$KATACHI' net test -q a.bin.gz - <nine.sgf"
expect 0 'by reference$' "--backend chooses how it is computed" \
    test_net -n 2 --backend reference a.bin.gz nine.sgf

# the same positions as gammas are measured on
positions() { "$KATACHI" "$@" --json -q | sed -n 's/^ *"positions": \([0-9]*\),/\1/p' | sort -n | tail -1; }
check "networks and gammas are measured on the same positions" \
    alike "$(positions net test a.bin.gz nine.sgf)" "$(positions predict nine.sgf)"

with_python "the JSON holds each network" '
assert o["games"] == 14 and len(o["networks"]) == 2, o
for n in o["networks"]:
    assert n["games"] == 14 and n["positions"] == o["positions"]
    assert sum(s["positions"] for s in n["stages"]) == n["positions"]
    assert sum(s["positions"] for s in n["sizes"]) == n["positions"]
    assert 0 < n["top1"] < n["top5"] < 1 and n["mean_log_evidence"] < 0
    assert sum(b["positions"] for b in n["calibration"]) == n["ends"]["value_brier"]["positions"]
    assert 0 < n["ends"]["value_brier"]["mean"] < 1
assert o["networks"][0]["top5"] != o["networks"][1]["top5"]' \
    test_net --json a.bin.gz b.txt.gz nine.sgf nineteen.sgf
numbers() { test_net "$@" --json a.bin.gz nine.sgf | grep -v '_per_second\|seconds\|threads' |
    sed 's/\(\.[0-9]\{6\}\)[0-9]*/\1/'; }
check "the number of threads changes nothing" alike "$(numbers -j 1)" "$(numbers -j 2)"

sed 's/RE\[[^]]*\]//' nine.sgf >unknown.sgf
expect 0 'no game tells who won' "games without a result have moves, too" \
    test_net a.bin.gz unknown.sgf
{ cat nine.sgf; echo '(;SZ[9];B[aa];W[aa])'; echo '(;SZ[9];B[zz'; } >some-broken.sgf
expect 0 '^12 games.*[12] broken' "broken games are counted" test_net a.bin.gz some-broken.sgf
expect 0 'skipped: some-broken.sgf: game 13' "and named" "$KATACHI" net test a.bin.gz some-broken.sgf
head -1 nine.sgf >one.sgf
expect 0 '^1 game, ' "one game is enough" test_net a.bin.gz one.sgf

# ---- what goes wrong ----
expect 2 'NET' "nothing at all" test_net
expect 2 'NET' "a network alone" test_net a.bin.gz
expect 2 'name them after the networks' "networks alone" test_net a.bin.gz b.txt.gz
expect 1 'none\.bin\.gz' "a network that is not there" test_net none.bin.gz nine.sgf
expect 1 'nine\.sgf.*(game record|is not a network of KataGo)' "games first" test_net nine.sgf nine.sgf
expect 1 'none\.sgf' "games that are not there" test_net a.bin.gz none.sgf
expect 1 'no usable game on 13x13' "filters that leave nothing" test_net --size 13 a.bin.gz nine.sgf
: >empty.sgf
expect 1 'no usable game' "a file without games" test_net a.bin.gz empty.sgf
expect 2 "unknown backend 'abacus'" "no such backend" test_net --backend abacus a.bin.gz nine.sgf
expect 1 'No space left' "a full disk" sh -c "'$KATACHI' net test -q a.bin.gz nine.sgf >/dev/full"
tap_end
