# katachi train and katachi predict: what goes well, and each thing that goes
# wrong as one sentence, the right exit code and nothing half-written.
. "$(dirname "$0")/../support/tap.sh"

mkdir "$dir/out" "$dir/nothing"
gzip -dc data/sample-9x9.sgf.gz | head -25 >"$dir/some.sgf"
gzip -dc data/sample-9x9.sgf.gz | sed -n 26,30p >"$dir/other.sgf"
cd "$dir" || exit 2
mortal= # what makes root obey the permissions of files as well, where it matters
train() { $mortal "$KATACHI" train --quiet --iterations 3 --held-out 0 "$@"; }

# refused CODE PATTERN SENTENCE COMMAND... -- ends with CODE, says nothing on
# standard output and one sentence that holds PATTERN, and writes no file
refused() {
    local code=$1 pattern=$2 sentence=$3 got
    shift 3
    "$@" >stdout 2>stderr </dev/null
    got=$?
    if [ $got -eq "$code" ] && [ ! -s stdout ] && grep -qE -- "$pattern" stderr &&
        [ "$(grep -v '^See ' stderr | grep -c .)" -eq 1 ] && grep -q '^katachi: ' stderr &&
        [ -z "$(ls -A out)" ]; then
        tap_ok "$sentence"
    else
        tap_not_ok "$sentence" "$* -> exit code $got: $(cat stdout stderr; ls -A out)"
    fi
}

# ---- well ----
few() { head -3 some.sgf >few.sgf && "$KATACHI" train -q --iterations 2 -c 1 -o few.gammas few.sgf; }
expect 0 'not measured: no game was held out, as there are few.*a larger --held-out' \
    "what too few games to measure on mean" few
expect 0 'gammas; 0\.[1-9] MB \([0-9]+ bytes a position\)' "little data is not 0 MB" \
    "$KATACHI" train --iterations 1 -f fast -c 1 --held-out 0 -o few.gammas few.sgf
expect 0 '>1 time<' "a report on shapes played once says 1 time, not 1 times" sh -c \
    '"$1" train -q --iterations 1 -f fast -c 1 -o few.gammas --report few.report few.sgf >few.txt &&
    cat few.report/index.html' sh "$KATACHI"
check "gammas are trained and measured on other games" \
    train --features fast -o my.gammas --test other.sgf some.sgf
cat other.sgf some.sgf >mixed.sgf
expect 0 '^  on 5 other games' "games that were learned from are no test" \
    train --features fast -o my.gammas --test mixed.sgf some.sgf
expect 0 '^  [0-9]+ games to test on were left out: they were learned from' "and are counted" \
    train --features fast -o my.gammas --test mixed.sgf some.sgf
refused 1 'all games on 9x9 to test on were trained on' "nothing else to test on" \
    train --features fast -o out/my.gammas --test some.sgf some.sgf
expect 0 '^katachi-gammas 1$' "they are readable text" cat my.gammas
expect 0 'reading games 100 % 300 games' "all games read are counted at the end" \
    sh -c 'for i in 1 2 3 4 5 6 7 8 9 10 11 12; do cat some.sgf; done | "$1" predict -' sh "$KATACHI"
expect 0 '"games": 5,' "they predict" "$KATACHI" predict --quiet --json --gammas my.gammas other.sgf
cat other.sgf other.sgf >twice.sgf
expect 0 '^5 games have the moves of an earlier one, so the true intervals are wider' \
    "games that are there twice are counted" "$KATACHI" predict -q -g my.gammas twice.sgf
expect 0 '"repeats": 5,' "in JSON, too" "$KATACHI" predict -q --json -g my.gammas twice.sgf
expect 0 '"repeats": 0,' "none where all differ" \
    "$KATACHI" predict --quiet --json --gammas my.gammas other.sgf
check "and serve as a compressed file" train --features fast -o my.gammas.zst some.sgf
expect 0 '"mean_log_evidence"' "which predicts as well" \
    "$KATACHI" predict --quiet --json --gammas my.gammas.zst other.sgf
rises() { # with the prior, the likelihood of no iteration is below that of the one before
    "$KATACHI" train --iterations 12 --held-out 0 -f fast -o rises.gammas some.sgf 2>progress &&
        sed -n 's/^iteration.*with prior \([-0-9.]*\),.*/\1/p' progress >sums &&
        [ "$(wc -l <sums)" -ge 4 ] && sort -g -C sums
}
check "the sum that the fit raises is shown" rises
expect 0 '"iterations": 3' "the result as JSON" train --json -o large.gammas some.sgf
expect 0 '"converged": false' "which says that the fit was ended by --iterations" \
    train --json -o large.gammas some.sgf
expect 0 '^  the tolerance was not reached in 3 iterations' "so does the text" \
    train -o large.gammas some.sgf
converged() {
    train --iterations 100 --tolerance 1e-3 -f fast -o whole.gammas some.sgf >whole.txt &&
        ! grep tolerance whole.txt
}
with_python "not that of one that reached its tolerance" "assert o['converged'] and o['iterations'] < 100" \
    train --iterations 100 --tolerance 1e-3 -f fast -o whole.gammas --json some.sgf
check "nor the text" converged
odd=$'caf\xe9' # in names that are not UTF-8
cp some.sgf "$odd.sgf"
expect 0 '"output": "caf\?.gammas"' "names in JSON are UTF-8, whatever they are" \
    train --json -f fast -o "$odd.gammas" "$odd.sgf"
expect 0 '"data": "caf\?.sgf"' "those of the games, too" "$KATACHI" show --json "$odd.gammas"
mkdir -p folder/of/mine && cp some.sgf folder/of/mine/
expect 0 '"data": "mine some.sgf"' "names of games are without the folders that hold them" sh -c \
    '"$1" train -q --held-out 0 --iterations 2 -f fast -o named.gammas "$2/folder/of/mine//" ./some.sgf >out.txt &&
    "$1" show --json named.gammas' sh "$KATACHI" "$PWD"
check "games come from standard input" sh -c \
    "'$KATACHI' train --quiet --iterations 1 -f fast -o stdin.gammas - <some.sgf"
expect 0 '<svg' "a report is written" sh -c \
    "'$KATACHI' train --quiet --iterations 2 -f fast --report report -o r.gammas some.sgf &&
     cat report/index.html"
expect 2 'one-name' "gammas in place of the report" train -f fast --report one-name -o one-name some.sgf
no_checkpoint_is_left() { [ -z "$(ls -- *.fit 2>/dev/null)" ]; }
check "no checkpoint is left of a fit that ended" no_checkpoint_is_left

# ---- bad games ----
head -c 3000 "$root/data/sample-9x9.sgf.gz" >cut.sgf.gz
tar cf games.tar some.sgf && gzip -c games.tar | head -c 600 >cut.tar.gz
echo '(;SZ[9];B[zz' >broken.sgf
refused 1 'none\.sgf: cannot read the input: No such file' "a missing file" \
    train -o out/a.gammas none.sgf
refused 1 'nothing: no usable game' "an empty folder" train -o out/a.gammas nothing
mkdir texts && cp some.sgf texts/some.txt
refused 1 '0 broken, 1 other file left out' "a folder of files with other names" \
    train -o out/a.gammas texts
refused 1 'cut\.sgf\.gz: .*cut short' "a truncated compressed file" \
    train -o out/a.gammas cut.sgf.gz
refused 1 'cut\.tar\.gz: .*cut short' "a truncated archive" train -o out/a.gammas cut.tar.gz
refused 1 'no usable game on 19x19.*25 filtered out' "no game left of the size" \
    train -o out/a.gammas --size 19 some.sgf
(cat some.sgf; echo '(;SZ[5];B[cc])') >sizes.sgf
expect 0 '^  1 game on boards of other sizes than 9x9 left out; --size N chooses a size' \
    "games of other sizes than the first one are counted" train -f fast -o sizes.gammas sizes.sgf
expect 0 '^1 game on boards of other sizes than 9x9 left out; --size N chooses a size' \
    "predict counts them, too" "$KATACHI" predict -q -g sizes.gammas sizes.sgf
(echo '(;SZ[19]PB[nobody])'; cat some.sgf) >first.sgf
expect 0 'gammas from [0-9]+ games' "a record without moves does not choose the size" \
    train -f fast -o first.gammas first.sgf
refused 1 'no usable game: 25' "no game left after a filter" \
    train -o out/a.gammas --min-moves 1000 some.sgf
echo '(;SZ[9];B[aa];W[bb];B[cc])' >one.sgf
refused 1 'all games were held out.*smaller --held-out' "no game left to learn from" \
    train --held-out 0.9 -o out/a.gammas one.sgf
refused 1 'none\.sgf' "a missing file to measure on" \
    train -o out/a.gammas --test none.sgf some.sgf
expect 1 'broken\.sgf: game 1, byte [0-9]+' "a broken game is told with its place" \
    train -o out/a.gammas broken.sgf
refused 1 'broken\.sgf: game 1, byte [0-9]+' "once, if it is not skipped" \
    train -o out/a.gammas --strict broken.sgf

# ---- bad places ----
check "a group that is left out twice is left out" \
    train -f fast --without capture,capture -o two.gammas some.sgf
refused 2 "since expects a date such as 2019 or 2019-04-30, not '2019-13-45'" "a date that is none" \
    train --since 2019-13-45 -o out/a.gammas some.sgf
refused 2 'size expects a whole number from 2 to 25, or 0 for any' "no size of a board" \
    train --size 1 -o out/a.gammas some.sgf
refused 1 "temporary file in '/no-such' .*choose another folder with --tmp" "a folder that is not there" \
    train --tmp /no-such -o out/a.gammas some.sgf
sed 's/$/\r/' my.gammas >crlf.gammas
expect 0 '"games": 5,' "lines may end as on other systems" \
    "$KATACHI" predict --quiet --json --gammas crlf.gammas other.sgf
sed '/^group/{n;s/^[0-9.e+-]*/1e300/}' my.gammas >huge.gammas
refused 1 "a gamma must be a number above 0 and below 1e31, not '1e300" "a gamma out of range" \
    "$KATACHI" predict --quiet --gammas huge.gammas other.sgf
refused 2 'the feature set fast has no diamonds' "diamonds of a set without" \
    train -f fast --diamond 7 -o out/a.gammas some.sgf
refused 2 'features chooses the installed gammas' "a set beside gammas" \
    "$KATACHI" predict -f fast -g my.gammas some.sgf
refused 1 '/dev/full: cannot write: No space left' "a full disk" train -o /dev/full some.sgf
refused 1 'no/such/a\.gammas: cannot write' "a folder that is not there" \
    train -o no/such/a.gammas some.sgf
[ "$(id -u)" -ne 0 ] || mortal="setpriv --bounding-set=-dac_override,-dac_read_search"
chmod a-w out
if $mortal test ! -w out 2>/dev/null; then
    refused 1 'out/a\.gammas: cannot write: Permission denied' "a folder that is read-only" \
        train -o out/a.gammas some.sgf
else
    tap_skip "a folder that is read-only" "root may write everywhere"
fi
chmod u+w out
mortal=

# ---- bad checkpoints ----
expect 0 "no checkpoint 'early.gammas.fit' to resume from; starting from the beginning" \
    "a run that was interrupted before its fit begins anew" \
    "$KATACHI" train --iterations 1 -f fast -o early.gammas --resume some.sgf
refused 1 "no checkpoint 'early.gammas.fit' to resume from, but 'early.gammas' is there" \
    "a complete fit is not done again" train --iterations 1 -f fast -o early.gammas --resume some.sgf
# an interruption in mid-fit leaves a checkpoint; a sweep of mm over these games
# takes a good part of a second
many=$root/data/sample-19x19.sgf.gz
interrupted() {
    : >stderr # what an earlier run said is not this one's
    "$KATACHI" train --features large --tolerance 1e-12 --iterations 100000 --solver mm \
        --held-out 0 -o out/i.gammas --checkpoint i.fit "$many" >stdout 2>stderr &
    local job=$!
    wait_for 60 grep -qE '^iteration +2:' stderr
    kill -INT $job
    wait $job
    [ $? -eq 1 ] && grep -q -- '--resume' stderr && [ -s i.fit ] && [ -z "$(ls -A out)" ]
}
set -m # jobs of their own, which SIGINT reaches
check "an interrupted fit leaves a checkpoint and says how to go on" interrupted
expect 2 "'i.fit' is the checkpoint of interrupted work; add --resume .*, or remove" \
    "which is not overwritten without a word" train -o out/a.gammas --checkpoint i.fit some.sgf
interrupted_late() {
    "$KATACHI" train -q -j 1 --iterations 1 --min-count 200 -n 5 --test copies.sgf -o late.gammas \
        "$many" 2>stderr &
    local job=$!
    wait_for 60 test -s late.gammas
    kill -INT $job
    wait $job
    [ $? -eq 1 ] && grep -q 'the gammas have been written' stderr && [ -s late.gammas ]
}
for i in 1 2 3 4 5 6 7 8; do gzip -dc "$many"; done >copies.sgf
check "an interrupt of the measurement leaves the gammas" interrupted_late
set +m
refused 1 "checkpoint 'i.fit' belongs to other games" "a checkpoint of other games" \
    train -o out/a.gammas --solver mm --resume --checkpoint i.fit other.sgf
refused 1 "i.fit.*solver mm.* to start over, remove it and" "a checkpoint of another solver" \
    train -o out/a.gammas --resume --checkpoint i.fit "$many"
check "it resumes" train -o done.gammas --solver mm --resume --checkpoint i.fit "$many"
head -c 100 my.gammas >bad.fit
refused 1 "'bad.fit' is not a checkpoint of this version; .* or remove it and train" \
    "a file that is no checkpoint" train -o out/a.gammas --resume --checkpoint bad.fit some.sgf

refused 2 'standard input .* can be read only once' "two streams of one standard input" \
    train -o out/a.gammas --test - -

echo '(;SZ[9]RU[NZ]AB[ba][bb][ac]AW[aa]PL[W];W[ab];B[ee])' >suicide.sgf
check "suicide is sound under rules that allow it" "$KATACHI" corpus check -q suicide.sgf
expect 1 'illegal: suicide .its rules allow it, but gammas know no suicide' "but gammas know none" \
    train -o out/a.gammas suicide.sgf

# ---- bad gammas ----
predict() { "$KATACHI" predict --quiet --gammas "$@"; }
sed '0,/ # after a pass: no/s/^[^ ]* \([0-9]* # after a pass: no\)/nan \1/' my.gammas >nan.gammas
sed '0,/ # after a pass: no/s/^[^ ]* \([0-9]* # after a pass: no\)/-2 \1/' my.gammas >negative.gammas
sed '1s/1/9/' my.gammas >nine.gammas
head -c 4000 my.gammas >cut.gammas
refused 1 'none\.gammas' "gammas that are not there" predict none.gammas some.sgf
refused 1 "nan\.gammas, line [0-9]+: .*'nan" "a gamma that is no number" predict nan.gammas some.sgf
refused 1 "negative\.gammas, line [0-9]+: .*above 0" "a negative gamma" \
    predict negative.gammas some.sgf
refused 1 'nine\.gammas, line 1: version 9 of the format is that of another' "gammas of another version" predict nine.gammas some.sgf
refused 1 'cut\.gammas, line [0-9]+: the file ends' "gammas cut short" predict cut.gammas some.sgf
refused 1 'some\.sgf is not a gammas file' "something else than gammas" predict some.sgf some.sgf

# ---- misuse ----
refused 2 'no output file; name one with -o FILE' "no output" train some.sgf
refused 2 'missing argument: INPUT\.\.\.' "no input" train -o out/a.gammas
refused 2 '--min-count expects' "a number out of range" \
    train -o out/a.gammas --min-count 0 some.sgf
refused 2 "'weather' is not a group" "a group that does not exist" \
    train -o out/a.gammas --without weather some.sgf
refused 2 '--features' "an unknown set of features" train -o out/a.gammas --features huge some.sgf
tap_end
