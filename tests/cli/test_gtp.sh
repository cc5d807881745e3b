# katachi gtp as a program: options, first contact, the ways it ends.
. "$(dirname "$0")/../support/tap.sh"
quick="--playouts 50 --threads 1 --memory 8M"

gtp() { "$KATACHI" gtp "$@"; }
say() { # INPUT OPTION...
    local input=$1
    shift
    printf "$input" | "$KATACHI" gtp "$@"
}
export -f gtp say
export KATACHI

expect 0 "^= Katachi" "it answers without any argument" say 'name\n'
expect 0 "^=1 [A-T][0-9]+$" "and plays at once" say '1 genmove b\n' $quick
openings() { # the first two moves on small boards, with few playouts
    for playouts in 1 10 20; do
        printf 'kata-set-param playouts %d\n' $playouts
        printf 'boardsize %d\ngenmove b\ngenmove w\n' 4 5 6 7 8
    done | sed 's/^boardsize/komi 0.5\n&/' | "$KATACHI" gtp --threads 1 --memory 8M --seed 1 | tr '[A-HJ]' a |
        sed 's/[1-8]$/1/' | grep '^= .' | sort | uniq -c | sed 's/^ *//'
}
expect 0 "^30 = a1$" "no pass begins a game on a small board" openings
expect 0 "^= 9$" "--size" say 'query_boardsize\n' --size 9
expect 0 "^= 0.5$" "--komi" say 'get_komi\n' --komi 0.5
expect 0 "^= 6.5$" "komi follows the rules" say 'get_komi\n' --rules japanese
expect 0 "TERRITORY" "--rules" say 'kata-get-rules\n' --rules japanese
expect 0 "resign +resign .*\(default yes; --no-resign\)" "with what turns a switch off" \
    bash -c '"$KATACHI" gtp --help=all | tr -s "\n " " "'
expect 0 "^= no$" "--no-resign" say 'kata-get-param resign\n' --no-resign
expect 0 "^= no$" "--resign=no" say 'kata-get-param resign\n' --resign=no
expect 2 "join the value with '='" "--resign no would be the contrary" say 'name\n' --resign no
expect 0 "^= 77$" "--set" say 'kata-get-param playouts\n' --set playouts=77 --set rave=no
expect 0 "^= 78$" "by KataGo's names" say 'kata-get-param visits\n' --set maxVisits=78
expect 2 "--set expects NAME=VALUE, such as" "--set without a value" say 'name\n' --set rave
expect 2 "the name of a search setting, not 'weather'" "--set of an unknown name" \
    say 'name\n' --set weather=fine
expect 2 "NAME=VALUE where playouts expects a whole number" "--set of a bad value" \
    say 'name\n' --set playouts=many
expect 2 "use --gammas" "--set of a file" say 'name\n' --set gammas=x
expect 2 "^\? memory must be 0 or at least 1M .*, not 10$" "less memory than a tree needs" \
    bash -c "say 'name\n' --memory 10 2>/dev/null"
expect 0 "^= 123$" "the search's options are parameters" \
    say 'kata-get-param playouts\n' --playouts 123
expect 0 "^= [A-HJ][0-9]$" "--time-settings" \
    say 'genmove b\n' --size 9 --time-settings 'byoyomi 0 0.5 1'
expect 0 "^= [A-HJ][0-9]$" "with units" say 'genmove b\n' --size 9 --time-settings 0+1sx2

expect 0 "^= Katachi" "--mode gtp, as launchers of GNU Go say" say 'name\n' --mode gtp
expect 0 "^= Katachi" "--gtp, as those of Leela Zero say" say 'name\n' --gtp
silent() { say 'quit\n' --mode gtp --gtp --quiet 2>&1 | grep -v '^=\?$'; }
expect 1 "^$" "about neither is anything said" silent
expect 2 "use --time-settings TIME or --move-time TIME" \
    "--time could be a clock or the time of a move" say 'name\n' --time 10
expect 2 "--mode .*gtp.*ascii" "there is no other mode" say 'name\n' --mode ascii
expect 2 "unknown option '--w'; use --net" "--w is Leela Zero's, not an abbreviation" \
    say 'name\n' --w x.gz

# started as clients start KataGo, and answering as it would
printf '%s\n' 'rules = japanese' 'maxVisits = 40' 'logDir = x' 'gtp.size = 13' 'playouts = 5' >"$dir/gtp.cfg"
asked='name\nversion\nkata-get-rules\nkata-get-param maxVisits\nkata-get-param playouts\nquery_boardsize\n'
posed() { say "$asked" -config "$dir/gtp.cfg" --pose-as katago --playouts 6 "$@" 2>&1 | tr '\n' ' '; }
expect 0 'effect here: logDir.*= KataGo  = 1\.[0-9.]+ .*"TERRITORY".*= 40  = 6  = 13 ' \
    "-config and --pose-as katago; the command line wins" posed
expect 0 '= KataGo  = 9.9 .*= 7  = 13 ' "over which -override-config wins; -override-version" \
    posed -override-config playouts=7 -override-version 9.9
lists() { say 'list_commands\n' --pose-as "$1" | grep -cE "^(= )?($2)\$"; }
expect 0 '^2$' "KataGo has kata-analyze and lz-analyze, but no katachi-pv" \
    lists katago 'kata-analyze|lz-analyze|katachi-pv|gogui-analyze_commands'
expect 0 '^1$' "Leela Zero has only lz-analyze" lists leelaz 'kata-analyze|lz-analyze|katachi-pv'
known() { say 'known_command kata-analyze\nkata-get-rules\n' --pose-as leelaz; }
expect 0 '^= false$' "and does not know kata-analyze" known
expect 0 'no network|no such|cannot open' "-model names a network" say 'genmove b\n' -model "$dir/none.bin.gz"
expect 0 '^GTP ready$' "the line that clients wait for" bash -c "say 'name\n' 2>&1 >/dev/null"

expect 0 "--komi" "--help lists the options" gtp --help
expect 0 "--rave" "those of the search too" gtp --help=all
expect 0 "There are [0-9]+ more: 'katachi gtp --help=all' lists them" "the ones used first" gtp --help
expect 0 "resign-moves" "those that mention a word" gtp --help=resign

expect 2 "unknown rules 'martian'" "unknown rules are misuse" say 'name\n' --rules martian
reply_only() { gtp --rules martian 2>/dev/null; }
expect 2 "^\? .*martian" "and told as a reply, too" reply_only
for wrong in --foo extra "--size 30" "--threads 5000" "--playouts" "--resign no"; do
    reply_only() { gtp $wrong 2>/dev/null; }
    expect 2 "^\? .*$(set -- $wrong; echo "${1#--}")" "so is a wrong command line: $wrong" reply_only
done
lines_of_reply() { gtp $'--two\n\nlines' 2>/dev/null | wc -l; }
expect 0 "^2$" "in one line, whatever it quotes" lines_of_reply
reply_only() { XDG_CONFIG_HOME=$dir gtp 2>/dev/null; }
mkdir -p "$dir/katachi"
echo 'gtp.size = many' >"$dir/katachi/config"
expect 2 "^\? .*config line 1: size expects" "and a wrong configuration file" reply_only
expect 2 "size" "an impossible size is misuse" say 'name\n' --size 26
expect 2 "komi expects a number" "a bad komi is misuse" say 'name\n' --komi lots
expect 2 "sundial" "so is a bad clock" say 'name\n' --time-settings sundial
expect 1 "cannot write the log" "a log that cannot be written is told" \
    say 'name\n' --log /dev/null/log

documented() { # every command stands in the manual
    say 'list_commands\n' | sed 's/^= //; /^$/d' | sort >"$dir/commands"
    grep -E '`|^ {4}' doc/gtp.md | grep -oE '[a-z_-]+' | sort -u >"$dir/words"
    [ -s "$dir/commands" ] && ! comm -23 "$dir/commands" "$dir/words" | grep .
}
check "doc/gtp.md names every command" documented

# gammas that are not there: everything but moves works, and the reply says why
missing() { say 'list_commands\n7 genmove b\n8 name\n' --gammas /nonexistent/g; }
export -f missing
expect 0 "^\?7 gammas: .*/nonexistent/g.*make such a file with 'katachi train --features large'" \
    "missing gammas are told in the reply" missing
unscored() { # every question about the end begins with the words of the specification
    [ "$(say 'final_score\nfinal_status A1\nfinal_status_list dead\n' --fast-gammas /nonexistent/f 2>/dev/null |
        grep -c '^? cannot score: gammas of playouts: ')" = 3 ]
}
check "without its gammas it cannot score" unscored
expect 0 "^\?1 gammas of playouts: .*/nonexistent/f" "those of the playouts, too" \
    say '1 genmove b\n' --fast-gammas /nonexistent/f
expect 0 "^=8 Katachi" "and the engine goes on" missing

# gammas for another board: said of those that are meant
drawn_gammas() { # SIZE: a file with large gammas for SIZE, from one game
    printf '(;SZ[%d];B[cc];W[bb];B[bc];W[cb];B[ab];W[aa])' "$1" >"$dir/one.sgf"
    "$KATACHI" train -q -c 1 --held-out 0 --iterations 1 -o "$dir/g$1.gammas" "$dir/one.sgf" >/dev/null
}
drawn_gammas 7
drawn_gammas 13
others() { say "boardsize $2\\ngenmove b\\n" $quick --gammas "$dir/g$1.gammas" 2>&1 | grep gammas; }
expect 0 "your gammas are for 7x7, not for 9x9$" "own gammas for another size" others 7 9
expect 0 "^katachi: there are no gammas of playouts for 13x13; those for 19x19 are used$" \
    "own gammas for this size, and none for its playouts" others 13 13
expect 0 "for 7x7, not for 13x13; there are no gammas of playouts for 13x13" "both" others 7 13
expect 0 "^katachi: there are no gammas for 13x13; those for 19x19 are used$" "installed ones" \
    bash -c 'say "boardsize 13\ngenmove b\n" --playouts 50 --threads 1 2>&1 | grep gammas'

# a small server: the tree takes what the shell allows
small_server() {
    ulimit -v 524288
    say 'genmove b\n' --playouts 20 --threads 1
}
case $KATACHI in
*sanitize* | *tsan*) tap_skip "half a gigabyte is enough" "sanitizer build" ;;
*) expect 0 "^= [A-T]" "half a gigabyte is enough" bash -c "$(declare -f small_server); small_server" ;;
esac

# a network: its queries, and how many of them the cache answered
"$KATACHI" net random --shape 2x8 -o "$dir/a.bin.gz"
asked() {
    say 'genmove b\n1 katachi-counts\n2 katachi-search_info\n' --size 5 --net "$dir/a.bin.gz" $quick
}
export -f asked
export dir quick
expect 0 '^=1 playouts [0-9]+ .* asked [1-9][0-9]* evaluated [1-9][0-9]* remembered 0\.[0-9]+ batch 1' \
    "katachi-counts tells of the network" asked
expect 0 '^network queries [1-9][0-9]*, evaluations [1-9][0-9]* \([0-9.]+ % cached\), 1\.0 a batch$' \
    "so does katachi-search_info" asked

# the program and a network, and nothing else
mkdir -p "$dir/alone" && cp "$KATACHI" "$dir/alone/katachi"
alone() { (cd "$dir/alone" && HOME=$dir/alone XDG_DATA_HOME='' ./katachi "$@" 2>&1); }
scored() {
    printf 'boardsize 5\nplay b c3\nfinal_score\n' | alone gtp --komi 0 --net "$dir/a.bin.gz" $quick
}
if alone show --size 9 >"$dir/shown"; then
    tap_skip "a network scores without gammas" "gammas are installed on this machine"
else
    expect 0 "^= (B\+|W\+|0)" "a network scores without gammas" scored
    expect 0 "no gammas of playouts; the end of a game is judged by random playouts$" "and says how" scored
fi

# a bad network is told at once, although nobody has asked for a move
expect 0 "^katachi: cannot open '/nonexistent/n': .*; check its name" \
    "a network that is not there is told at the start" say 'name\n' --net /nonexistent/n
expect 0 "^= Katachi" "and GTP is answered" say 'name\n' --net /nonexistent/n
head -c 200 "$dir/a.bin.gz" >"$dir/torn.bin.gz"
expect 0 "^katachi: '.*torn.bin.gz' is damaged or cut short" "so is one that is cut short" \
    say 'name\n' --net "$dir/torn.bin.gz"
expect 0 "^katachi: unknown backend 'abacus'" "and a backend that is none" \
    say 'name\n' --net "$dir/a.bin.gz" --backend abacus
expect 0 "^katachi: unknown backend 'abacus'" "without a network as well" say 'name\n' --backend abacus

say '1 play b Q16\nquit\n' --log "$dir/log" >/dev/null
stamp='^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}'
check "--log holds what came in and when" grep -qE "$stamp > 1 play b Q16\$" "$dir/log"
check "and what went out" grep -qE "$stamp < =1" "$dir/log"
check "after what runs" grep -qE "$stamp # Katachi [0-9.]+: [^ ]*katachi gtp --log $dir/log\$" "$dir/log"

talk() { say 'boardsize 23\ngenmove b\n' $quick 2>&1 >/dev/null; }
talk_is_safe() { ! talk | grep -E '^([=?]|info|play)'; }
check "its talk is never taken for a reply" talk_is_safe
expect 0 "^0$" "--quiet: no talk" \
    bash -c "say 'boardsize 23\ngenmove b\n' $quick --quiet 2>&1 >/dev/null | wc -c"

# ends: a signal, a client that goes away
resident() { awk '/^VmRSS/ { print $2 }' "/proc/$1/status"; }
holds() { [ "$(resident "$1")" -gt "$2" ]; }
gone() { ! kill -0 "$1" 2>/dev/null; }
few="--prior uniform --playout-policy uniform --memory 8M --threads 1 --no-early-stop"
runs_until() { # SIGNAL INPUT [MEGABYTES of lines behind it]
    rm -f "$dir/fifo" "$dir/out"
    mkfifo "$dir/fifo"
    "$KATACHI" gtp --move-time 20 $few <"$dir/fifo" >"$dir/out" 2>/dev/null &
    local pid=$! before code more=
    exec 9>"$dir/fifo"
    printf "$2" >&9
    wait_for 10 test -s "$dir/out"
    sleep 0.3
    if [ -n "${3:-}" ]; then
        before=$(resident $pid)
        yes "$(printf '%099999d' 0)" 2>/dev/null | head -c "${3}M" >&9 2>/dev/null &
        more=$!
        wait_for 20 holds $pid $((before + 65000)) && sleep 1
    fi
    kill "-$1" $pid
    wait_for 10 gone $pid
    code=$?
    wait $pid && [ $code = 0 ]
    code=$?
    exec 9>&-
    [ -z "$more" ] || wait "$more"
    return $code
}
check "SIGTERM ends it in order while it waits" runs_until TERM 'name\n'
check "SIGINT ends it in order while it thinks" runs_until INT 'name\ngenmove b\n'
check "also while more lines come than it keeps" runs_until TERM 'name\ngenmove b\n' 90
unread() { # the client reads nothing, and the engine has more to say than a pipe holds
    mkfifo "$dir/asked" "$dir/unread"
    exec 8<>"$dir/unread" 9<>"$dir/asked"
    "$KATACHI" gtp $few <&9 >&8 2>/dev/null &
    local pid=$!
    printf 'boardsize 9\nkata-analyze 1 ownership true movesOwnership true\n' >&9
    sleep 3
    kill -TERM $pid
    wait_for 10 gone $pid
    local code=$?
    kill -KILL $pid 2>/dev/null
    exec 8>&- 9>&-
    return $code
}
check "SIGTERM ends it also while its client does not read" unread
expect 1 "cannot write replies any more" "a client that goes away ends it" \
    bash -c "set -o pipefail; yes name | head -n 50000 | \"$KATACHI\" gtp | head -n 1 >/dev/null"
analysed_for_nobody() { # its reader goes away, its input stays open
    mkfifo "$dir/open"
    "$KATACHI" gtp --size 9 --threads 1 --memory 8M <"$dir/open" 2>/dev/null |
        head -n 2 >"$dir/first" &
    exec 9>"$dir/open"
    local pipeline=$!
    echo "kata-analyze b 5" >&9
    wait_for 20 ended "$pipeline"
    local code=$?
    exec 9>&-
    return $code
}
ended() { ! jobs -r | grep -q .; }
check "so it does in an analysis, without another line of input" analysed_for_nobody
# ---- another game each time ----
two_games() { # OPTION...: the first moves of two games, a game a line
    local moves="genmove b\ngenmove w\ngenmove b\ngenmove w\n"
    say "boardsize 9\n${moves}clear_board\n${moves}quit\n" --quiet --rank 30k --threads 1 "$@" |
        grep '^= .' | paste -d ' ' - - - -
}
check "people meet another game each time" test "$({ two_games; two_games; } | sort -u | wc -l)" = 4
check "a seed repeats it" test "$({ two_games --seed 3; two_games --seed 3; } | sort -u | wc -l)" = 1
tap_end
