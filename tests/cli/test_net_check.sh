# katachi net check: exit codes, sentences and JSON, on the shared golden files.
. "$(dirname "$0")/../support/tap.sh"

nets=../shared/nets
golden=$nets/golden/kata-synthetic-v10-b3c24.json
net=$nets/synthetic/synthetic-v10-b3c24.bin.gz
net_check() { "$KATACHI" net check "$@"; }

expect 2 'no positions to compare with; name their file with --golden' "without a file it says what to name" \
    net_check "$dir/x.bin.gz"
expect 1 'x\.json' "a file that is not there is named" net_check --golden "$dir/x.json" --inputs-only
echo '{"net": "x", "positions": [{"size": 9, "moves": [["B", "K1"]]}]}' >"$dir/moves.json"
expect 1 'moves\.json: position 1 .*moves' "a broken position is told with its place" \
    net_check --golden "$dir/moves.json" --inputs-only
echo '{"net": "x", "positions": []}' >"$dir/none.json"
expect 1 'no positions to compare' "a file without positions does not pass" \
    net_check --golden "$dir/none.json" --inputs-only

if [ ! -e $golden ]; then
    tap_skip "the shared golden files pass" "$golden is not there"
    tap_end
fi

expect 2 'no network to check; name one' "without a network it asks for one" net_check --golden $golden
for option in '--backend reference' '--precision half'; do
    expect 2 "${option% *} cannot be used with --inputs-only" "nothing is evaluated, so there is no $option" \
        net_check --golden $golden --inputs-only $option
done
for file in "$nets"/golden/kata-*.json; do
    expect 0 '^planes .* 0 +0' "planes and globals of $(basename "$file") are exact" \
        net_check --golden "$file" --inputs-only
done
expect 0 '^policy .*e-' "a small network answers as its own engine does" \
    net_check --golden $golden --backend reference $net
expect 1 'made for the network synthetic/synthetic-v10.* not for .*v8-b3c24' \
    "another network fails, and both are named" \
    net_check --golden $golden --backend reference $nets/synthetic/synthetic-v8-b3c24.bin.gz
expect 1 'made for the network .*9x9 only' "so does one that cannot play there" \
    net_check --golden $nets/golden/lz-test-1x32.json $nets/synthetic/synthetic-lz1-2x16-9.txt.gz
expect 1 'made for the network lz-test.*"spatial" is missing' "so does one of another engine" \
    net_check --golden $nets/golden/lz-test-1x32.json $net
expect 2 'nonesuch' "a backend that is not there is named" \
    net_check --golden $golden --backend nonesuch $net

# ---- files with a part missing ----
changed() { # EXPRESSION: the golden file after it, as $dir/changed.json
    python3 -c "
import json, sys
golden = json.load(open('$golden'))
positions = golden['positions']
$1
json.dump(golden, open('$dir/changed.json', 'w'))"
}
refused() { # PATTERN SENTENCE EXPRESSION [OPTION...]: the file after it fails, with a sentence
    pattern=$1 sentence=$2 expression=$3
    shift 3
    if ! command -v python3 >/dev/null; then
        tap_skip "$sentence" "python3 is not installed"
        return
    fi
    changed "$expression"
    expect 1 "$pattern" "$sentence" net_check --golden "$dir/changed.json" "$@"
}
first="position 1 \([^)]*\)"
refused "$first: \"eval\" has no answers" "no answers at all, under another name" "
golden['net'] = 'other.bin.gz'
for p in positions: p['eval'] = []" --backend reference $net
refused "position 2 .*\"eval\" has no answers" "one position without answers" \
    "del positions[1]['eval']" --backend reference $net
refused "$first: \"whiteWin\" is not a number" "a number that is none" \
    "positions[0]['eval'][0]['whiteWin'] = 'abc'" --backend reference $net
refused "$first: \"whiteWin\" is missing in \"eval\"" "an answer without a number" \
    "del positions[0]['eval'][0]['whiteWin']" --backend reference $net
refused "$first: \"spatial\" is missing" "inputs that are missing" \
    "for p in positions: del p['spatial']" --backend reference $net
refused "$first: \"spatial\" is missing" "also where only they were to be compared" \
    "for p in positions: del p['spatial']" --inputs-only
refused "only planes 18 and 19 .* give the network synthetic/synthetic-v10" \
    "areas that depend on the network ask for it" "
plane = positions[0]['spatial'][18]
positions[0]['spatial'][18] = ('1' if plane[0] == '0' else '0') + plane[1:]" --inputs-only

with_python "--json prints one object with every output" "
assert o['passed'] and o['positions'] == 4 and o['precision'] == 'float32', o
assert o['outputs']['planes']['largest_difference'] == 0
assert 0 < o['outputs']['policy']['largest_difference'] < 1e-4
assert {'win, loss', 'lead', 'ownership', 'score', 'globals'} <= set(o['outputs'])
" net_check --golden $golden --backend reference --json $net
tap_end
