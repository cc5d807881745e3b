# katachi net train --export and --import: games to rows in KataGo's format, and a network from them.
. "$(dirname "$0")/../support/tap.sh"

gzip -dc data/sample-9x9.sgf.gz | head -12 >"$dir/some.sgf"
gzip -dc data/sample-9x9.sgf.gz | sed -n 13,16p >"$dir/other.sgf"
cd "$dir" || exit 2
export_rows() { "$KATACHI" net train -q -j 2 --export "$@"; }
learn() { "$KATACHI" net train -q --shape 1x8 --batch 64 -j 1 --import "$@"; }

expect 0 '^rows: [0-9]+ rows in [2-9] files to learn from, [1-9][0-9]* in 1 to test with' \
    "games become rows, some of them held out" export_rows rows --held-out 0.3 --export-rows 200 some.sgf
check "for KataGo's trainer" grep -q '{"range": \[0, [1-9][0-9]*\]}' rows/train.json
expect 0 '^rows2: .* 0 in 0 to test with' "or none" export_rows rows2 --held-out 0 some.sgf
check "the same games give the same files" sh -c \
    "'$KATACHI' net train -q -j 1 --export rows3 --held-out 0 some.sgf && cmp rows2/train/rows-00000.npz rows3/train/rows-00000.npz"
cp -r rows failed && rm -r failed/val && touch failed/val
expect 1 'failed/val' "an export that fails" export_rows failed --held-out 0.3 --export-rows 9999 some.sgf
check "leaves nothing of an earlier one" sh -c 'test ! -e failed/train.json &&
    test "$(echo failed/train/*.npz)" = failed/train/rows-00000.npz'
if python3 -c 'import numpy' 2>/dev/null; then numpy=python3; else numpy=/usr/bin/python3; fi
if $numpy -c 'import numpy' 2>/dev/null; then
    check "numpy reads them" $numpy -c "
import numpy as np
a = np.load('rows2/train/rows-00000.npz')
n = a['globalInputNC'].shape[0]
shapes = {'binaryInputNCHWPacked': (n, 22, 11), 'globalInputNC': (n, 19), 'policyTargetsNCMove': (n, 2, 82),
          'globalTargetsNC': (n, 80), 'scoreDistrN': (n, 282), 'valueTargetsNCHW': (n, 5, 9, 9)}
types = {'binaryInputNCHWPacked': 'uint8', 'globalInputNC': 'float32', 'policyTargetsNCMove': 'int16',
         'globalTargetsNC': 'float32', 'scoreDistrN': 'int8', 'valueTargetsNCHW': 'int8'}
assert {k: a[k].shape for k in a.files} == shapes and {k: str(a[k].dtype) for k in a.files} == types
t = a['globalTargetsNC']
counted = (t[:, 27] > 0) & (t[:, 48] > 0)
assert counted.any()
# area scoring: own points less the opponent's, and komi, are the score
points = a['valueTargetsNCHW'][:, 0].sum(axis=(1, 2)) + t[:, 47]
assert abs(points - t[:, 20])[counted].max() < 1e-3
middle = 81 + 60
cells = (a['scoreDistrN'] * (np.arange(2 * middle) - middle + 0.5)).sum(axis=1) / 100
assert abs(cells - t[:, 20])[counted].max() < 0.01
# the move that was played is on an empty point
planes = np.unpackbits(a['binaryInputNCHWPacked'], axis=2)[:, :, :81]
move = a['policyTargetsNCMove'][:, 0].argmax(axis=1)
at = np.nonzero(move < 81)[0]
assert not (planes[at, 1, move[at]] | planes[at, 2, move[at]]).any()"
else
    tap_skip "numpy reads them" "numpy is not installed"
fi

expect 0 '^[0-9]+ rows in [2-9] files, boards of up to 9 x 9' "a network learns from rows" \
    learn --rows 640 -t other.sgf -o a.bin.gz rows/train
expect 0 'of those played come first' "and is tested on games" learn --rows 640 -t other.sgf -o b.bin.gz rows/train
check "the same rows give the same network" sh -c 'gzip -dc a.bin.gz >a && gzip -dc b.bin.gz >b && cmp a b'
expect 0 '9 x 9' "two threads" learn --rows 640 -j 2 -o b.bin.gz rows/train
check "change nothing" sh -c 'gzip -dc b.bin.gz >b && cmp a b'
expect 0 '9 x 9' "there is a report, too" \
    learn --rows 640 -t other.sgf --report out -o b.bin.gz rows/train
check "with what it was shown" grep -q '<td>9x9</td><td>640</td>' out/index.html
check "and what it learned" grep -q 'Least expected' out/index.html
expect 0 ' rows in an epoch' "files may be named, one row of four taken, the buffer small" \
    learn --epochs 2 --keep 4 --buffer 100 -o c.bin.gz rows/train/*.npz
stopped() { # ended from outside, then continued
    "$KATACHI" net train -q --shape 1x8 --batch 64 --import --rows 2000000 --buffer 250 -j 1 \
        --checkpoint-every 1 -o d.bin.gz rows/train >/dev/null 2>&1 &
    wait_for 60 test -s d.bin.gz.learn
    kill -9 $! && [ -s d.bin.gz.learn ] && [ ! -e d.bin.gz ]
}
check "a training that is killed leaves its state behind" stopped
cp d.bin.gz.learn state
expect 0 'rows in' "and goes on" learn --rows 2000000 --hours 0.001 --buffer 250 \
    --resume -o d.bin.gz rows/train
expect 1 'belongs to other games' "but not from other rows" \
    learn --rows 2000000 --buffer 250 --resume --checkpoint state -o e.bin.gz rows2/train

expect 1 'none\.npz' "rows that are not there" learn --rows 64 -o e.bin.gz none.npz
head -c 5000 rows/train/rows-00000.npz >cut.npz
expect 1 "'cut\.npz' is not an \.npz file .*cut short" "a file that is cut short" \
    learn --rows 64 -o e.bin.gz cut.npz
expect 1 "'some\.sgf' is not an \.npz file" "games instead of rows" learn --rows 64 -o e.bin.gz some.sgf
mkdir nothing
expect 1 ': no rows;' "an empty folder" learn --rows 64 -o e.bin.gz nothing
for option in "-o e.bin.gz" "--rows 64" "--shape b1c8" "--report out" "--rate 0.1" "--buffer 9"; do
    expect 2 'cannot be used with --export, which learns nothing' "$option beside --export" \
        export_rows rows9 $option some.sgf
done
expect 2 'export-rows cannot be used without --export' "rows of a file without files" \
    learn --rows 64 --export-rows 9 -o e.bin.gz rows
expect 2 'held-out cannot be used with --import' "rows are not held out" \
    learn --rows 64 --held-out 0.5 -o e.bin.gz rows
expect 2 'other-rules cannot be used with --import' "nor shown under other rules" \
    learn --rows 64 --other-rules 0.5 -o e.bin.gz rows
expect 2 'other-komi cannot be used with --import' "nor with another komi" \
    learn --rows 64 --other-komi 0.5 -o e.bin.gz rows
expect 2 'min-moves cannot be used with --import' "nor chosen by what games are like" \
    learn --rows 64 --min-moves 5 -o e.bin.gz rows
expect 2 'buffer cannot be used without --import' "a buffer without rows" \
    "$KATACHI" net train -q --rows 64 --buffer 9 -o e.bin.gz some.sgf
expect 2 'cannot be used together' "both ways at once" learn --rows 64 --export x -o e.bin.gz rows
expect 2 'pool needs games' "a pool of rows" learn --rows 64 --pool 100 -o e.bin.gz rows/train
expect 1 '/dev/null' "a folder that cannot be made" export_rows /dev/null/folder some.sgf
check "nothing was written then" test ! -e e.bin.gz
tap_end
