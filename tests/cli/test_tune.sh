# katachi tune as a program: settings found, pages, going on after an interruption, misuse.
. "$(dirname "$0")/../support/tap.sh"

fake="bash tests/support/fake_player.sh"
tune() { "$KATACHI" tune --quiet --size 5 --opening-moves 0 "$@"; }
ours() { tune --set ucb-c=0:0.6 --set expand=0:4 --set rave-schedule='hand|mse' -p 8 "$@"; }

# ---- well ----
expect 0 'Against the present settings: [+-]?[0-9]+ Elo \([+-][0-9]+ \.\. [+-][0-9]+\)' \
    "settings of katachi are tuned" ours -n 16 -c 2 -o "$dir/own"
expect 0 'rave +(yes|no) +yes [0-9]+ %, no [0-9]+ % +yes$' "each present value is told, also if another is outside" \
    tune --set 'rave=yes|no' --set ucb-c=0.1:1:log -p 4 -n 2 -o "$dir/outside"
expect 0 ' 0.05 \(outside\)  ' "which is told, too" \
    tune --set 'rave=yes|no' --set ucb-c=0.1:1:log -p 4 -n 2 -o "$dir/outside"
expect 0 'To use them: katachi gtp --ucb-c=0[.0-9]* --expand=[0-4] --rave-schedule=(hand|mse)$' \
    "and told as options" ours -n 16 -o "$dir/own"
check "nothing was played again" test "$(wc -l <"$dir/own/results.jsonl")" -eq 16
with_python "as JSON, too" 'assert o["games"] == 16
ucb, expand, rave = o["tuned"]
assert 0 <= ucb["maximum_95"][0] <= ucb["maximum_95"][1] <= 0.6 and ucb["present"] == 0.05
assert expand["best"] in (0, 1, 2, 3, 4) and expand["present"] == 0
assert rave["best"] in ("hand", "mse") and abs(sum(rave["maximum_95"].values()) - 1) < 1e-6
assert o["score_95"][0] < o["score"] < o["score_95"][1] and o["gain"]["elo_95"][0] < o["gain"]["elo"]' \
    ours -n 16 --json -o "$dir/own"
with_python "both games of a pair had the same settings" \
    'k = {g["game"]: g["keys"] for g in o["all"]}
assert all(k[i] == k[i + 1] for i in range(1, 16, 2)) and len(set(k.values())) == 8' \
    python3 -c "import json; print(json.dumps({'all': [json.loads(l) for l in open('$dir/own/results.jsonl')]}))"
sed 1d "$dir/own/index.html" >"$dir/page.xml"
well_formed "the page is well-formed" "$dir/page.xml"
expect 0 'ucb-c and expand' "it shows pairs of settings" cat "$dir/own/index.html"
expect 0 '95 % band' "and each setting with its band" cat "$dir/own/index.html"
expect 0 'a&b=' "a name with letters that are special on a page" tune -n 2 -o "$dir/special" \
    --set 'a&b=0:1' --set '<c>=0:1' --set 'd&e=C3|B2' --player "$fake good {d&e} {a&b} {<c>}" \
    --against "name=foe:$fake good"
sed 1d "$dir/special/index.html" >"$dir/page.xml"
well_formed "which is well-formed then, too" "$dir/page.xml"
expect 0 '<h3>a&amp;b and &lt;c&gt;</h3>' "and shows it" grep h3 "$dir/special/index.html"
zcat "$dir/own/games.sgf.gz" >"$dir/games.sgf"
expect 0 '^tuned: ucb-c=0[.0-9]*,expand=[0-4],rave-schedule=' "records name the settings" \
    cat "$dir/games.sgf"
expect 0 '18 games against present' "a larger -n goes on" ours -n 18 -o "$dir/own"
expect 0 'word=C3 in the command line' "so is any other program" tune -n 16 -o "$dir/other" \
    --set word='resign|C3' --player "name=p:$fake good {word}" --against "name=foe:$fake good"
check "its command line had the values" grep -q '"keys":"word=resign"' "$dir/other/results.jsonl"
expect 0 '^Lost by p: .*resignation [0-9]' "and how its games were lost is told" tune -n 16 -o "$dir/other" \
    --set word='resign|C3' --player "name=p:$fake good {word}" --against "name=foe:$fake good"
with_python "so are games of the same moves, here of two pairs all but one" 'assert o["repeats"] == 12' tune --json \
    -n 16 -o "$dir/other" --set word='resign|C3' --player "name=p:$fake good {word}" --against "name=foe:$fake good"
expect 0 '^Games that repeat an earlier one move by move: 12$' "in words, too" tune -n 16 -o "$dir/other" \
    --set word='resign|C3' --player "name=p:$fake good {word}" --against "name=foe:$fake good"
check "and on the page" grep -q 'repeat an earlier one move by move: 12\.' "$dir/other/index.html"
expect 0 'against the mean of the 2 opponents' "several opponents" tune -n 8 -o "$dir/two" \
    --set word='C3|B2' --player "$fake good {word}" --against "name=x:$fake good" \
    --against "name=y:$fake good resign"
expect 2 'other holds a tuning, in which the player changes' "its games do not count as those of one player" \
    "$KATACHI" match --report "$dir/other"
expect 0 "To confirm them: .* --size 5 --komi 6\.5 --opening-moves 0 --lag 0\.2 --time '10m' --rules 'japanese' --seed 2 " \
    "the match that confirms has the same conditions" tune -n 2 -p 4 -k 6.5 -t 10m --rules japanese \
    --set ucb-c=0:1 -o "$dir/japanese"
expect 0 'To use them: katachi gtp --rule=puct --ucb-c=[.0-9]+$' "the player's other settings are told, too" \
    tune -n 2 --player katachi:ucb-c=0.3,rule=puct,playouts=4,name=x --set ucb-c=0:1 -o "$dir/others"
progress() { "$KATACHI" tune --size 5 --opening-moves 0 -n 2 --set ucb-c=0:1 -p 4 -o "$dir/bar" 2>&1 >/dev/null; }
expect 0 '2 games.* s a game, [0-9.]+ % \([0-9.]+ \.\. [0-9.]+\) expected at ucb-c=' \
    "progress shows the estimate" progress

# ---- interruption ----
one=(tune --quiet --size 5 --opening-moves 0 --set ucb-c=0:0.6 -p 8 -n 24)
settings_of() { sed -n 's/.*"game":\([0-9]*\),.*"winner":"\([a-z]*\)".*"keys":"\([^"]*\)".*/\1 \2 \3/p' "$1"; }
games_are() { [ "$(cat "$dir/int/results.jsonl" 2>/dev/null | wc -l)" -ge "$1" ]; }
interrupted() {
    "$KATACHI" "${one[@]}" -o "$dir/int" >"$dir/out" 2>"$dir/err" &
    local job=$!
    wait_for 300 games_are 17
    kill -INT $job
    wait $job
    [ $? -eq 1 ] && grep -q 'interrupted; [0-9]* games* [isare]* saved in .*run the same command to continue' \
        "$dir/err" && grep -q 'Report:' "$dir/out" && ! games_are 24
}
killed() {
    "$KATACHI" "${one[@]}" -o "$dir/int" >"$dir/out" 2>&1 &
    local job=$!
    wait_for 300 games_are 20
    kill -KILL $job
    wait $job
    ! games_are 24
}
same_as_whole() {
    "$KATACHI" "${one[@]}" -o "$dir/int" && "$KATACHI" "${one[@]}" -o "$dir/whole" &&
        settings_of "$dir/int/results.jsonl" >"$dir/a" &&
        settings_of "$dir/whole/results.jsonl" >"$dir/b" && [ "$(wc -l <"$dir/a")" -eq 24 ] &&
        cmp "$dir/a" "$dir/b"
}
set -m # jobs of their own, which SIGINT reaches
check "an interrupted tuning shows what it has, and says how to go on" interrupted
check "one that is killed keeps its games" killed
set +m
check "going on, it plays what it would have played in one piece" same_as_whole

# ---- misuse ----
expect 2 'nothing to tune; name a setting with --set NAME=LOW:HIGH' "a setting is needed" tune -o "$dir/x"
expect 2 'o DIR' "and a folder" tune --set ucb-c=0:1
expect 2 "the name of a player changes nothing in its play" "which its name is not" \
    tune --set "name=a|b" -o "$dir/x"
expect 2 "set ucbc: unknown key 'ucbc' of the player katachi; did you mean 'ucb'" \
    "a setting that katachi does not know" tune --set ucbc=0:1 -o "$dir/x"
expect 2 'set ucb-c: the player katachi: ucb-c expects' "a range that it does not take" \
    tune --set ucb-c=0:11 -o "$dir/x"
expect 2 'set rave-schedule: the player katachi: .*expects' "words that it does not take" \
    tune --set rave-schedule='hand|foot' -o "$dir/x"
expect 2 'range must go from low to high' "a range the wrong way round" tune --set ucb-c=1:0 -o "$dir/x"
expect 2 'must start above 0' "a logarithm of 0" tune --set rave-k=0:10:log -o "$dir/x"
expect 2 'ucb-c appears twice' "a setting given twice" \
    tune --set ucb-c=0:1 --set ucb-c=0:2 -o "$dir/x"
expect 2 'no opponent for .*--against SPEC' "another program needs an opponent" \
    tune --set w=0:1 --player "$fake good" -o "$dir/x"
expect 2 'put \{w\} into its command line' "and a place for the value" \
    tune --set w=0:1 --player "$fake good" --against "$fake good" -o "$dir/x"
check "no folder was made" test ! -e "$dir/x"
expect 2 'whose tuned is ucb-c=0:0\.6 .*, not ucb-c=0:0\.7' "other ranges do not go on" \
    tune --set ucb-c=0:0.7 --set expand=0:4 --set rave-schedule='hand|mse' -p 8 -n 18 -o "$dir/own"
expect 2 'whose tuned is .*, not nothing' "nor does a plain match" \
    "$KATACHI" match --quiet --size 5 --opening-moves 0 -n 20 -o "$dir/own" \
    -a katachi:name=tuned,playouts=8,threads=1 -b katachi:name=present,playouts=8,threads=1
expect 1 'foe cannot play: it ended' "an opponent that does not start" tune --set ucb-c=0:1 -p 4 \
    -n 2 --against name=foe:/no/such/program -o "$dir/nostart"
damaged() {
    cp -r "$dir/other" "$dir/damaged" &&
        sed -i '3s/word=[A-Za-z0-9]*"/word=Q9"/' "$dir/damaged/results.jsonl" &&
        tune -n 18 -o "$dir/damaged" --set word='resign|C3' --player "name=p:$fake good {word}" \
            --against "name=foe:$fake good"
}
expect 2 "played with the settings 'word=Q9', which this tuning does not have" "a damaged result is named" damaged
tap_end
