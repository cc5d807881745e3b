# katachi analysis as a program: started as KataGo is, asked as KaTrain asks, and
# ended in each way.
. "$(dirname "$0")/../support/tap.sh"

quick="-j 1 -m 16M --prior uniform --playout-policy uniform"
analysis() { "$KATACHI" analysis $quick "$@"; }
game='"moves":[["B","C3"]],"rules":"japanese","komi":6.5,"boardXSize":9,"boardYSize":9'
katrain='{"id":"QUERY:1","priority":1,"analyzeTurns":[1],"maxVisits":25,"includeOwnership":true,
"includeMovesOwnership":true,"includePolicy":true,"initialStones":[],"initialPlayer":"B",
"overrideSettings":{"reportAnalysisWinratesAs":"BLACK","maxTime":8.0,"wideRootNoise":0.04},
"reportDuringSearchEvery":1,'"$game}"
echo "$katrain" | tr -d '\n' >"$dir/query"

if command -v python3 >/dev/null; then
    analysis <"$dir/query" >"$dir/answer" 2>"$dir/talk"
    check "a query of KaTrain's is answered" python3 -c "
import json
lines = [json.loads(l) for l in open('$dir/answer')]
assert not [l for l in lines if 'error' in l or 'warning' in l], lines
o = lines[-1]
assert o['id'] == 'QUERY:1' and not o['isDuringSearch'] and o['turnNumber'] == 1
assert o['rootInfo']['visits'] == 25 and 0 <= o['rootInfo']['winrate'] <= 1
assert len(o['policy']) == 82 and len(o['ownership']) == 81
for i, m in enumerate(o['moveInfos']):
    assert m['order'] == i and m['pv'][0] == m['move']
    for k in 'visits winrate scoreLead prior'.split(): m[k]
    assert len(m['ownership']) == 81
"
else
    tap_skip "a query of KaTrain's is answered" "no python3"
fi

expect 0 "^katachi: cannot open '/nonexistent/n': .*; check its name" \
    "a network that is not there is told before any query" analysis -model /nonexistent/n

# with a network its raw answer stands beside the result of the search
"$KATACHI" net random --shape 2x8nbt -o "$dir/a.bin.gz"
printf 'komi 6.5\nplay b C3\nkata-raw-nn 0\n' | "$KATACHI" gtp --size 9 --rules japanese \
    --backend reference --net "$dir/a.bin.gz" 2>/dev/null | grep -E '^[a-zA-Z]+ ' >"$dir/raw"
raw_answer() {
    echo '{"id":"a",'"$game"',"analyzeTurns":[1],"maxVisits":9,"overrideSettings":{'"$1"'}}' |
        "$KATACHI" analysis -j 1 --symmetry none --backend reference -model "$dir/a.bin.gz"
}
export -f raw_answer
export KATACHI game dir
for view in WHITE BLACK; do
    with_python "rootInfo has what the network alone says, for $view" "
raw = dict(l.split() for l in open('$dir/raw') if len(l.split()) == 2)
raw = {k: float(v) for k, v in raw.items() if k[0] in 'wnvs'}
sign = 1 if '$view' == 'WHITE' else -1
near = lambda a, b: abs(a - b) < 1e-3 * max(1, abs(b))
root = o['rootInfo']
assert near(root['rawWinrate'], 0.5 + 0.5 * sign * (raw['whiteWin'] - raw['whiteLoss'])), root
assert near(root['rawLead'], sign * raw['whiteLead'])
assert near(root['rawScoreSelfplay'], sign * raw['whiteScoreSelfplay'])
variance = raw['whiteScoreSelfplaySq'] - raw['whiteScoreSelfplay'] ** 2
assert near(root['rawScoreSelfplayStdev'] ** 2, variance)
assert near(root['rawNoResultProb'], raw['noResult']) and 0 < root['rawNoResultProb'] < 1
assert near(root['rawStWrError'], raw['shorttermWinlossError'] / 2) and root['rawStWrError'] > 0
assert near(root['rawStScoreError'], raw['shorttermScoreError'])
assert near(root['rawVarTimeLeft'], raw['varTimeLeft'])
" bash -c "raw_answer '\"reportAnalysisWinratesAs\":\"$view\"'"
done

ask() { # OPTION... -- one query, with its notices
    echo '{"id":"a",'"$game"',"maxVisits":5}' | analysis "$@"
}
started() { ask "$@" 2>&1; }
printf '%s\n' '# KataGo' 'logDir = logs  # somewhere' 'maxVisits = 9' \
    'reportAnalysisWinratesAs = BLACK' 'numSearchThreads = 8' >"$dir/analysis.cfg"
expect 0 'have no effect here: -analysis-threads, logDir, numSearchThreads, homeDataDir, ponderingEnabled' \
    "it is started as KaTrain starts KataGo" started -config "$dir/analysis.cfg" \
    -analysis-threads 12 -override-config "homeDataDir=$dir,ponderingEnabled=true"
expect 0 '"turnNumber":1' "without a word it answers" started --quiet
expect 1 'cannot read the configuration: .*/none.cfg' "a configuration that is not there" \
    started -config "$dir/none.cfg"
expect 1 "cannot read the configuration: '/dev/zero' is larger than the limit of 16 MB" "one without an end" \
    started -config /dev/zero
printf '\nmaxVisits = lots\n' >"$dir/bad.cfg"
expect 2 'bad.cfg, line 2: .*maxVisits|bad.cfg, line 2: .*visits' "or is wrong, by line" \
    started -config "$dir/bad.cfg"
expect 2 'key=value' "a setting that is none" started -override-config maxVisits

stopped() { # by a signal, while a search without end is running
    mkfifo "$dir/in"
    : >"$dir/out" # what an earlier run said is not this one's
    "$KATACHI" analysis $quick -q <"$dir/in" >"$dir/out" 2>&1 &
    local pid=$!
    exec 9>"$dir/in"
    echo '{"id":"a",'"$game"',"maxVisits":1e12,"reportDuringSearchEvery":0.05}' >&9
    wait_for 10 test -s "$dir/out"
    kill "$pid"
    wait "$pid"
    local code=$?
    exec 9>&-
    return $code
}
check "a signal ends it in order" stopped
expect 0 'isDuringSearch":true' "having told what it found so far" head -n 1 "$dir/out"
waiting() { # more than is answered before the end of the input
    for i in $(seq 5); do echo '{"id":"'"$i"'",'"$game"',"maxVisits":5}'; done | analysis -q | wc -l
}
check "what was asked before the end is answered" test "$(waiting)" -eq 5
dropped() { # a search without end, and one that waits for it
    for visits in 1e12 5; do echo '{"id":"a",'"$game"',"maxVisits":'$visits'}'; done |
        timeout 60 "$KATACHI" analysis $quick -q --quit-without-waiting
}
expect 0 '^$' "or dropped, if --quit-without-waiting is said" dropped
full() { ask -q >/dev/full; }
expect 1 'cannot write answers any more' "a full disk is told" full
zero_byte() { printf '{"id":"a","action":"query_version"}\0 more\n' | analysis -q; }
expect 0 'Could not parse.*end of file expected.*"id":"a"' "a zero byte hides nothing" zero_byte
tap_end
