# katachi match and katachi tournament as programs: results, going on after an
# interruption, and each thing that goes wrong as one sentence.
. "$(dirname "$0")/../support/tap.sh"

fake="bash tests/support/fake_player.sh"
quick="--size 5 --opening-moves 0 --quiet"
match() { "$KATACHI" match $quick "$@"; }

# ---- well ----
expect 0 '^é +2 +2 ' "names are padded by characters" \
    match -n 2 -a "name=é:$fake good C3" -b "name=e:$fake good resign" -o "$dir/accent"
check "so that columns stand below each other" test "$(grep -cE '^(é|e)      2' <("$KATACHI" match \
    $quick -n 2 -a "name=é:$fake good C3" -b "name=e:$fake good resign" -o "$dir/accent"))" -eq 2
configured() { # with a configuration file that katachi gtp would refuse
    mkdir -p "$dir/config/katachi" && echo "rank = 1000k" >"$dir/config/katachi/config" &&
        XDG_CONFIG_HOME=$dir/config match -n 2 -a katachi:visits=2,threads=1 -b "$fake good C3" -o "$dir/configured"
}
check "the configuration file does not change who plays" configured
claims() { match -n 2 -a "$fake score B+3 C3" -b "$fake score $1 D3" -o "$dir/claims-$1"; }
expect 0 "disagreed on: 2" "games of which each side says that it has won are counted" claims W+3
expect 0 "These were counted as they stood; with --referee 'katachi gtp -q' a third program decides" \
    "and it says how to decide them" claims W+3
check "the report, too" grep -q 'disagreed on: 2 (counted as the board stood' "$dir/claims-W+3/index.html"
not_told() { claims B+2 | grep -q 'disagreed on: 0' && ! claims B+2 | grep -q 'third program'; }
check "but not where they agree" not_told
expect 0 'loser +4 +0 +0 +4 +0\.0 % \(0\.0 \.\. 49\.0\)' "a match is counted" \
    match -n 4 -c 2 -a "name=loser:$fake good resign" -b "name=winner:$fake good C3" -o "$dir/one"
expect 0 '^4 games' "each game is there and can be read" \
    "$KATACHI" corpus stats --quiet "$dir/one/games.sgf.gz"
day_in() { # TZ -- the DT of a game played there
    TZ=$1 match -n 1 -a "$fake good resign" -b "$fake good C3" -o "$dir/day$1" >"$dir/out" 2>&1
    zcat "$dir/day$1/games.sgf.gz" | grep -o 'DT\[[^]]*'
}
east=$(day_in EAST-14) west=$(day_in WEST12) # 26 hours apart
check "with the day of where it was played" test -n "$west" -a "${east#DT?}" '>' "${west#DT?}"
expect 0 'Report:' "the same command shows the result again" \
    match -n 4 -a "name=loser:$fake good resign" -b "name=winner:$fake good C3" -o "$dir/one"
check "and nothing was played again" test "$(wc -l <"$dir/one/results.jsonl")" -eq 4
again() { match -n 6 -a "$fake good C3" -b "$fake good D3" -o "$dir/repeats" "$@"; }
expect 0 'Games that repeat an earlier one move by move: 4' \
    "games that are the same again are counted, those with the colours exchanged are not" again
with_python "in JSON, too" "assert o['games'] == 6 and o['repeats'] == 4" again --json
check "and on the page" grep -q 'repeat an earlier one move by move: 4' "$dir/repeats/index.html"
rated() { "$KATACHI" match --report "$dir/repeats" -o "$dir/repeats.html" "$@"; }
expect 0 'repeat an earlier one of their folder move by move: 4;' "a report counts them" rated
check "as does its page" grep -q 'of their folder move by move: 4\.' "$dir/repeats.html"
with_python "and its JSON" "assert o['repeats'] == 4" rated --json
trained() { # a match of fast gammas, played on after these were replaced by those of $1
    rm -rf "$dir/trained" && cp data/fast-9x9.gammas.zst "$dir/my.gammas" &&
        set -- "$1" -a "katachi:fast-gammas=$dir/my.gammas,visits=2,threads=1" -b "$fake good C3" &&
        match -n 1 "${@:2}" -o "$dir/trained" && cp "$1" "$dir/my.gammas" &&
        match -n 2 "${@:2}" -o "$dir/trained"
}
check "a match with gammas goes on" trained data/fast-9x9.gammas.zst
expect 2 'was played with other contents of .*/my.gammas; restore that file, or use another folder' \
    "but not with others of the same name" trained data/fast-19x19.gammas.zst
match -n 1 -a "katachi:fast-gammas=$dir/my.gammas,visits=2,threads=1" -b "$fake good C3" \
    -o "$dir/trained anew" >"$dir/out" 2>&1
both() { "$KATACHI" match --report "$dir/trained" "$dir/trained anew" "$@"; }
expect 0 'Different files are called .*/my.gammas, in .*/trained and .*/trained anew; their players are rated as one' \
    "players of both are told to be counted as one" both -o "$dir/both.html"
check "on the page, too" grep -q 'Different files are called .*/my.gammas' "$dir/both.html"
with_python "and in JSON" "c, = o['changed_files']; assert c['size'] == 5 and len(c['folders']) == 2" both --json
longer() {
    match -n 6 --json -a "name=loser:$fake good resign" -b "name=winner:$fake good C3" -o "$dir/one"
}
with_python "a longer match goes on, told as JSON" "assert o['games'] == 6" longer
with_python "which has no infinity" "assert o['elo'] is None" longer
with_python "and says how games ended" \
    "assert o['players'][0]['lost_by']['resignation'] == 6" longer
expect 0 'already has 6 games; none was played; --games N plays more' "a shorter one plays nothing" \
    "$KATACHI" match --size 5 --opening-moves 0 -n 4 -o "$dir/one" \
    -a "name=loser:$fake good resign" -b "name=winner:$fake good C3"
without_page() { # a folder is where the page should be
    mv "$dir/one/index.html" "$dir/page.html" && mkdir "$dir/one/index.html"
    match -n 6 -a "name=loser:$fake good resign" -b "name=winner:$fake good C3" -o "$dir/one" \
        >"$dir/out" 2>"$dir/err"
    [ $? -eq 1 ] && grep -q 'index.html: cannot write' "$dir/err" && grep -q '^loser  *6' "$dir/out" &&
        ! grep -q 'Report:' "$dir/out" && rmdir "$dir/one/index.html" &&
        mv "$dir/page.html" "$dir/one/index.html"
}
check "a page that cannot be written is not named as the report" without_page
sed 1d "$dir/one/index.html" >"$dir/page.xml"
well_formed "the report is well-formed" "$dir/page.xml"
check "it shows how the players thought" grep -q 'Seconds per move' "$dir/one/index.html"
check "and how games ended" grep -q '<td>resignation</td><td>6</td><td>6</td><td>0</td>' \
    "$dir/one/index.html"
check "without the ways in which none did" sh -c "! grep -q '<td>hang</td>' '$dir/one/index.html'"
check "and names settings as options" grep -q '<td class="t">hang-timeout</td>' "$dir/one/index.html"
expect 0 'decided: the difference is rather 0' "a test ends a match" \
    match -n 500 --sprt 0,400 -a "$fake good resign" -b "$fake good C3" -o "$dir/sprt"
ends() { # in which one program crashes, and two disagree on the winner
    "$KATACHI" tournament $quick -n 6 -o "$dir/ends" "name=ill:$fake crash 2 C3 D4" \
        "name=mine:$fake score B+3" "name=yours:$fake score W+3" | tr '\n' '|'
}
expect 0 'Games ended by: score 2, crash 4\|.*Lost by ill: crash 4\|.*disagreed on: 2\|These were' \
    "a tournament says how its games ended" ends
expect 0 'one +\+[0-9]+ ' "a tournament rates its players" \
    "$KATACHI" tournament $quick -n 12 -o "$dir/round" "name=one:$fake good C3 D4 B2" \
    "name=two:$fake good B2 resign" "name=three:$fake good resign"
well_formed "and its page is well-formed" "$dir/round/index.html"
expect 0 ' 0 +0 +0 +0 +-$' "a player without a game has no score" \
    "$KATACHI" tournament $quick -n 2 -o "$dir/idle" "name=one:$fake good C3" \
    "name=two:$fake good resign" "name=three:$fake good B2"
expect 0 '2 games are not enough for all pairings of 3 players, which take 6' "and a notice says why" \
    "$KATACHI" tournament --size 5 --opening-moves 0 -n 2 -o "$dir/few" "name=one:$fake good C3" \
    "name=two:$fake good resign" "name=three:$fake good B2"
check "the usual komi" grep -q '"komi": *7.5' "$dir/few/match.json"
check "nor on the page" grep -q '<td>0</td><td>0</td><td>0</td><td>0</td><td>&#8211;</td>' \
    "$dir/idle/index.html"
expect 0 '^ 3 three .* 8 +0 +0 +8 ' "a report rates them too" \
    "$KATACHI" match --report "$dir/round"
check "katachi plays itself" "$KATACHI" match --quiet --size 9 -n 2 -o "$dir/self" \
    -a katachi:playouts=20,threads=1,name=a -b katachi:playouts=10,threads=1,name=b
expect 0 '"playouts":[1-9]' "and tells its playouts" cat "$dir/self/results.jsonl"
repeated() {
    "$KATACHI" match --quiet --size 9 -n 1 -o "$dir/again" -a katachi:playouts=20,threads=1,name=a \
        -b katachi:playouts=10,threads=1,name=b >"$dir/log" 2>&1 || return 1
    for d in self again; do # the moves of the first game
        zcat "$dir/$d/games.sgf.gz" | sed -n '/^)/q; /^;/{s/C\[[^]]*\]//;p}' >"$dir/$d.moves"
    done
    cmp "$dir/self.moves" "$dir/again.moves"
}
check "the same seed, the same game" repeated
if [ -x /usr/games/gnugo ] || command -v gnugo >/dev/null; then
    expect 0 'GNU Go level 0 ' "GNU Go plays" "$KATACHI" match --quiet --size 7 -n 2 \
        -a gnugo:level=0 -b "name=other:$(command -v gnugo || echo /usr/games/gnugo) --mode gtp --level 0" \
        -o "$dir/gnugo"
else
    tap_skip "GNU Go plays" "gnugo is not installed"
fi

# ---- players that fail ----
expect 1 'stopped: bad failed 2 games in a row' "a program that crashes loses, and at last ends the match" \
    match -n 50 --failures 2 -a "name=bad:$fake crash 2 B2" -b "$fake good C3" -o "$dir/crash"
expect 0 'crash 2' "the games are counted as they ended" \
    match -n 2 -a "name=bad:$fake crash 2 B2" -b "$fake good C3" -o "$dir/crash"
expect 1 'cannot play: it ended at .*exit code 3' "its end is noticed where signals of it were ignored" \
    env --ignore-signal=CHLD "$KATACHI" match $quick -n 2 -a "$fake nostart" -b "$fake good" -o "$dir/signals"
expect 1 'hang 2' "one that hangs loses" \
    match -n 50 --failures 2 --hang-timeout 2 -a "$fake hang 2 B2" -b "$fake good C3" -o "$dir/hang"
expect 0 'nonsense 1' "so does one that talks nonsense" \
    match -n 1 -a "$fake nonsense 2 B2" -b "$fake good" -o "$dir/nonsense"
expect 0 'time 1' "and one that is too slow" \
    match -n 1 -t 1 --lag 0 -a "$fake slow 1.3" -b "$fake good" -o "$dir/slow"
expect 1 'cannot play: it ended at .*not found' "one that does not start is named at once" \
    match -n 1 -a /no/such/program -b "$fake good" -o "$dir/nostart"
check "and nothing counts" test ! -s "$dir/nostart/results.jsonl"
expect 0 ' 1 +0 +0 +1' "corrected, it plays in the same folder" \
    match -n 1 -a "$fake good resign" -b "$fake good" -o "$dir/nostart"
expect 2 'whose player 2 is bash 2 \(.*\), not other \(' "which then belongs to these players" \
    match -n 1 -a "$fake good resign" -b "name=other:$fake good" -o "$dir/nostart"
expect 2 'whose player 2 is katachi:playouts=10,threads=1, not katachi:playouts=5,threads=1;' \
    "a player without a name is told once" bash -c 'for n in 10 5; do "$0" match --quiet --size 5 \
    -n 1 -o "$1" -a katachi:playouts=10,threads=1,name=a -b katachi:playouts=$n,threads=1; done' \
    "$KATACHI" "$dir/once"
expect 1 "first cannot play: it answered 'genmove b' with an error: .*/no/such/file" \
    "so is one without its gammas" match -n 2 -o "$dir/gammas" -b "$fake good" \
    -a katachi:playouts=4,threads=1,gammas=/no/such/file,name=first
check "and nothing counts, either" test ! -s "$dir/gammas/results.jsonl"
expect 0 'first: the gammas in data/fast-9x9.gammas.zst are for 9x9, not for 5x5; --size chooses the board' \
    "gammas for another size are named" match -n 2 -o "$dir/other-gammas" -b "$fake good resign" \
    -a katachi:playouts=4,threads=1,fast-gammas=data/fast-9x9.gammas.zst,name=first
expect 1 "the referee cannot judge: it ended at .*not found" "so is a referee that does not start" \
    match -n 2 -o "$dir/referee" -a "$fake good" -b "$fake good" --referee /no/such/referee
expect 0 'because nobody could tell which stones were dead: 2' "one that fails later is counted" \
    match -n 2 -o "$dir/judge" -a "$fake good C3" -b "$fake good B2" --referee "$fake good"
expect 1 'unacceptable size' "one that does not take the size, too" \
    "$KATACHI" match --quiet --size 7 -n 1 -a "$fake good" -b "$fake good" -o "$dir/size"

# ---- misuse ----
expect 2 'a SPEC.*b SPEC' "two players are needed" match -a "$fake good" -o "$dir/x"
expect 2 'o DIR' "and a folder" match -a "$fake good" -b "$fake good"
expect 2 "unknown key 'playuots' of the player katachi; did you mean 'playouts'" "a wrong key is misuse" \
    match -a katachi:playuots=5 -b katachi -o "$dir/x"
expect 2 'threads expects' "and a wrong value" match -a katachi:threads=-1 -b katachi -o "$dir/x"
expect 2 "5m\+30x3.*not '5x'" "a time that is none" match -t 5x -a "$fake good" -b "$fake good" -o "$dir/x"
expect 2 '--time 0\+3: there is no time for the first move' "a clock that is over at once" \
    match -t 0+3 -a "$fake good" -b "$fake good" -o "$dir/x"
expect 2 'half number of points' "a komi that is none" match -k 7.3 -a "$fake good" -b "$fake good" -o "$dir/x"
expect 2 "unknown rules 'chinesse'; did you mean chinese" "rules that are none" \
    match --rules chinesse -a "$fake good" -b "$fake good" -o "$dir/x"
expect 2 'smaller first' "a test the wrong way round" \
    match --sprt 50,0 -a "$fake good" -b "$fake good" -o "$dir/x"
expect 2 'error cannot be used without --sprt' "its error without a test" \
    match --sprt-error 0.01 -a "$fake good" -b "$fake good" -o "$dir/x"
odd=$dir/$(printf 'ä%.0s' {1..90})$(printf '\377') # cut within a character, and not UTF-8
mkdir "$odd" && echo 'B2 D4' >"$odd/o.txt"
expect 0 'openings: 1 of ' "openings in a file of any name" \
    match -n 2 --openings "$odd/o.txt" -a "$fake good" -b "$fake good" -o "$dir/odd"
expect 0 'openings: 1 of ' "with which the match goes on" \
    match -n 4 --openings "$odd/o.txt" -a "$fake good" -b "$fake good" -o "$dir/odd"
echo 'D4 B2' >"$dir/other.txt"
opened() { match --opening-moves 2 -a "$fake good" -b "$fake good" -o "$dir/opened" "$@"; }
expect 0 '^Report:' "with openings from a file" opened -n 2 --openings "$odd/o.txt"
cp "$odd/o.txt" "$dir/o.txt"
expect 0 '^Report:' "the same from another place, and rules in other letters" \
    opened -n 4 --rules Chinese-OGS --openings "$dir/o.txt"
check "it went on" test "$(wc -l <"$dir/opened/results.jsonl")" -eq 4
expect 2 'holds a match whose openings is 1 of ' "other openings are refused" \
    opened -n 6 --openings "$dir/other.txt"
expect 2 'holds a match whose rules is chinese-ogs, not aga' "and so are other rules" \
    opened -n 6 -k 7.5 --rules aga --openings "$dir/o.txt"
drawn() { (XDG_DATA_HOME=$dir/damaged && export XDG_DATA_HOME && cd "$dir" &&
    "$KATACHI" match --size 9 -q -n 2 -a "false" -b "false" -o "$dir/x"); }
mkdir -p "$dir/damaged/katachi" && echo rubbish >"$dir/damaged/katachi/large-9x9.gammas.zst"
expect 1 'large-9x9\.gammas\.zst is not a gammas file' "gammas to draw openings from that are damaged" drawn
expect 1 'none\.sgf' "openings that are not there" \
    match --openings none.sgf -a "$fake good" -b "$fake good" -o "$dir/x"
expect 2 'SPEC' "a tournament of one" "$KATACHI" tournament $quick -o "$dir/x" "$fake good"
check "and no folder was made" test ! -e "$dir/x"
expect 2 'whose komi is 7\.5, not 6\.5; repeat the settings it began with' \
    "other settings do not go on" match -n 6 -k 6.5 -a "name=loser:$fake good resign" \
    -b "name=winner:$fake good C3" -o "$dir/one"
expect 1 '/dev/null exists and is not a folder' "a place where no folder can be" \
    match -a "$fake good" -b "$fake good" -o /dev/null/x

# ---- interruption ----
cp tests/support/fake_player.sh "$dir/waiting.sh" # a name that no other test runs at the same time
waiting="name=slow:bash $dir/waiting.sh slow 0.2"
interrupted() {
    "$KATACHI" match $quick -n 40 -a "$fake good resign" -b "$waiting" -o "$dir/int" \
        >"$dir/out" 2>"$dir/err" &
    local job=$!
    wait_for 60 test -s "$dir/int/results.jsonl"
    kill -INT $job
    wait $job
    [ $? -eq 1 ] && grep -q 'interrupted; [0-9]* games* [isare]* saved in .*run the same command to continue' \
        "$dir/err" && grep -q 'Report:' "$dir/out" &&
        [ "$(grep -c . "$dir/int/results.jsonl")" -lt 40 ]
}
shut_down() {
    (
        echo "$BASHPID" >"$dir/shutdown.pid"
        exec "$KATACHI" match $quick -n 4 -a "$fake shutdown $dir/shutdown.pid C3" -b "$fake good" \
            -o "$dir/shutdown" >"$dir/out" 2>"$dir/err"
    ) &
    wait $!
    [ $? -eq 1 ] && grep -q 'interrupted; 0 games are saved' "$dir/err"
}
set -m # jobs of their own, which SIGINT reaches
check "an interrupted match says how to go on" interrupted
check "a player that ends just before it, in a shutdown, has not crashed" shut_down
set +m
expect 0 ' 6 ' "and goes on" match -n 6 -a "$fake good resign" -b "$waiting" -o "$dir/int"
no_program_is_left() { ! pgrep -f "$dir/waiting.sh"; }
if command -v pgrep >/dev/null; then
    check "no program is left behind" no_program_is_left
else
    tap_skip "no program is left behind" "no pgrep"
fi

expect 2 'SPEC\.\.\.: at least 2 arguments are needed, not 1' "a tournament of one" \
    "$KATACHI" tournament -o "$dir/alone" katachi:playouts=5

# ---- several matches put together ----
kept=$(ls -d bench/strength/*/ 2>/dev/null)
report() { "$KATACHI" match --report $kept "$@"; }
if [ -n "$kept" ]; then
    expect 0 "Black's advantage is" "the saved matches are rated together" \
        "$KATACHI" match --report $kept -o "$dir/strength.html"
    well_formed "the page is well-formed" "$dir/strength.html"
    check "no two of the first eight players of a picture have the same colour" \
        awk '/^<svg/ {split("", n)} /^<g class="c/ {lines++; if (++n[$0] > 1 && length(n) < 8) bad = 1}
             END {exit bad || !lines}' "$dir/strength.html"
    expect 0 'Report: .*strength.svg' "and so is the picture" \
        "$KATACHI" match --report $kept -o "$dir/strength.svg"
    well_formed "the picture is well-formed" "$dir/strength.svg"
    with_python "and as JSON, all games of all folders" \
        'assert sum(g["games"] for g in o["groups"]) == sum(f["games"] for f in o["folders"]) > 0
for g in o["groups"]:
    assert abs(sum(p["elo"] for p in g["players"])) < 1e-6
    assert all(p["seconds_per_move"] > 0 for p in g["players"])' report --json
else
    tap_skip "the saved matches are rated together" "there is nothing in bench/strength"
fi
expect 1 'is not the folder of a match' "a folder of something else" "$KATACHI" match --report "$dir"
expect 2 'name the folders of matches' "no folder" "$KATACHI" match --report
for part in match.json results.jsonl games.sgf.gz; do
    expect 2 "would overwrite an input .*$part" "a page in place of $part" \
        "$KATACHI" match --report "$dir/round" -o "$dir/round/$part"
done
ln -s round "$dir/round-link"
expect 2 'are the same folder, and its games would count twice' "a folder named twice" \
    "$KATACHI" match --report "$dir/round" "$dir/round-link"
expect 2 '^katachi: --a cannot be used with --report' "players" "$KATACHI" match --report x -a gnugo
expect 2 'or rate folders with --report' "folders without --report" match "$dir" -a x -b y

# ---- names in any character set ----
latin="$dir/$(printf 'm\344tch')"
with_python "names that are not UTF-8 are mended, in the folder of such a name" \
    'assert o["players"][0]["name"] == "M?ller" and o["folder"].endswith("/m?tch") and o["games"] == 2' \
    match -n 2 -a "name=$(printf 'M\374ller'):$fake good resign" -b "$fake good C3" -o "$latin" --json
check "the games are UTF-8" sh -c 'zcat "$1/games.sgf.gz" | iconv -f utf-8 >/dev/null' - "$latin"

# ---- a full disk ----
full="$dir/full"
expect 0 ' 1 +0 +0 +1' "one game is saved" \
    match -n 1 -a "$fake good resign" -b "$fake good C3" -o "$full"
mv "$full/games.sgf.gz" "$full/aside"
ln -s /dev/full "$full/games.sgf.gz"
expect 1 'cannot write .*games\.sgf\.gz: No space left on device; free some disk space and run the command again' "a full disk stops the match" \
    match -n 4 -a "$fake good resign" -b "$fake good C3" -o "$full"
mv "$full/aside" "$full/games.sgf.gz"
expect 0 ' 4 +0 +0 +4' "and it goes on when there is room again" \
    match -n 4 -a "$fake good resign" -b "$fake good C3" -o "$full"

# ---- commands to copy ----
cat >"$dir/it's.sgf" <<<'(;SZ[5];B[cc];W[bb])'
expect 0 "match -a 'katachi:name=it'\\\\''s,.*,ucb-c=.* --openings '.*/it'\\\\''s\.sgf'" \
    "tune quotes what a shell would change" "$KATACHI" tune --quiet --size 5 -p 2 -n 2 \
    --set ucb-c=0:1 --player "katachi:name=it's" --openings "$dir/it's.sgf" -o "$dir/quoted"

# ---- a page that cannot be written ----
block() { rm "$1/index.html" && mkdir "$1/index.html"; } # the page of a match
paged() { match -n 2 -a "$fake good resign" -b "$fake good C3" -o "$dir/paged" "$@"; }
paged >/dev/null && block "$dir/paged"
expect 1 'paged/index\.html: cannot write' "a page that cannot be written is an error" paged
expect 1 ' 2 +0 +0 +2' "after the result" paged
told() { paged --json || [ $? = 1 ]; }
with_python "which is told as JSON, too" "assert o['games'] == 2" told
block "$dir/round"
rounds() { "$KATACHI" tournament $quick -n 12 -o "$dir/round" "name=one:$fake good C3 D4 B2" \
    "name=two:$fake good B2 resign" "name=three:$fake good resign"; }
expect 1 'round/index\.html: cannot write' "the same with a tournament" rounds
expect 1 'one +\+[0-9]+ ' "which shows its ratings" rounds

# ---- too many open files ----
few_files() { (ulimit -n 9 && match -n 2 -a "$fake good resign" -b "$fake good C3" -o "$dir/few-files"); }
expect 1 'cannot create a pipe to a Go program: Too many open files; raise the limit of open files .ulimit -n' \
    "a low limit of open files is told" few_files

# ---- a deleted folder ----
gone="$dir/gone"
expect 1 'games\.sgf\.gz was deleted during the match' "a match whose folder is deleted stops" \
    match -n 50 -a "$fake good resign" -o "$gone" \
    -b "test -s '$gone/results.jsonl' && rm -rf '$gone'; $fake good C3"

# ---- a crash ----
printf '{"game":5,' >>"$full/results.jsonl"
expect 0 'full: results.jsonl ended in the middle of a game, where the last run broke off' \
    "what a crash left is told" \
    match -n 5 -a "$fake good resign" -b "$fake good C3" -o "$full"
check "and mended" test "$(zcat "$full/games.sgf.gz" | grep -c 'C\[game')" -eq 5

# ---- a folder of an older program ----
old="$dir/old"
mkdir -p "$old/games"
cp "$full/match.json" "$old"
sed 's/,"record_end":[0-9]*//' "$full/results.jsonl" >"$old/results.jsonl"
zcat "$full/games.sgf.gz" | awk -v to="$old/games" '/^\(;/ { n++ } { print > sprintf("%s/%04d.sgf", to, n) }'
expect 0 ' 6 +0 +0 +6' "it goes on" match -n 6 -a "$fake good resign" -b "$fake good C3" -o "$old"
check "with its own records" grep -q 'href="games/0005.sgf">5<' "$old/index.html"
check "and the new one" grep -q 'href="games.sgf.gz">6<' "$old/index.html"

tap_end
