# katachi net improve: play, learn, measure, again; killed at any moment it goes on.
. "$(dirname "$0")/../support/tap.sh"
cd "$dir" || exit 2

run() {
    "$KATACHI" net improve --shape b1c8 --size 5 --games 24 --visits 16 --quick-visits 8 \
        --full-share 0.5 --batch 64 --duel-games 2 --duel-visits 8 --anchor-playouts 8 "$@"
}
expect 0 'generation 0: 24 games of .*' "a generation from random weights" \
    run -q --generations 1 -j 1 -o one
check "its network" "$KATACHI" net info one/nets/00001.bin.gz
check "its games" [ "$(wc -l <one/games/00000/games.sgf)" -eq 24 ]
check "which can be read" "$KATACHI" corpus check one/games/00000/games.sgf
check "its page" grep -q 'Strength by time' one/index.html
check "has games" [ "$(grep -c 'download="game-[0-9]*.sgf"' one/index.html)" -eq 6 ]
check "as SGF" sh -c "sed -n 's/.*x-go-sgf,\([^\"]*\).*/\1/p' one/index.html | head -1 |
    sed 's/%/\\\\x/g' | xargs -0 printf '%b' >sample.sgf && \"$KATACHI\" corpus check sample.sgf"
expect 0 'generation 1 against 0: ' "its duels are told" "$KATACHI" net improve --status -o one
expect 0 '^one: generation 1' "with the words of a worker, too" \
    "$KATACHI" net improve --status --worker one
expect 0 '^generation 1: ' "the same command goes on" run -q --generations 2 -j 1 -o one
run -q --generations 2 -j 1 -o two >/dev/null
check "one thread plays and learns the same" sh -c \
    'gzip -dc one/nets/00002.bin.gz >a && gzip -dc two/nets/00002.bin.gz >b && cmp a b &&
     cmp one/games/00001/games.katachi two/games/00001/games.katachi'

# --backend is for learning, too: from the same games another backend makes another network.
learned_by() { # FOLDER BACKEND
    run -q --generations 1 -j 1 --backend "$2" -o "$1" >/dev/null
}
learns_by_backend() {
    learned_by slow reference && cp -r slow fast &&
        rm fast/nets/00001.bin.gz fast/history.tsv fast/duels.tsv && learned_by fast onednn &&
        cmp slow/games/00000/games.katachi fast/games/00000/games.katachi || return 1
    ! cmp -s <(gzip -dc slow/nets/00001.bin.gz) <(gzip -dc fast/nets/00001.bin.gz)
}
if "$KATACHI" devices --json | tr -d ' \n' | grep -q '"name":"onednn",[^}]*"available":true'; then
    check "the backend that is named learns" learns_by_backend
else
    tap_skip "the backend that is named learns" "no oneDNN"
fi

# Killed again and again, at moments that differ.
killed() { # FOLDER OPTION...
    for tenths in 1 2 3 4 5 6 7 8; do
        kill_after 0.$tenths "$KATACHI" net improve --shape b1c8 --size 5 --games 24 \
            --visits 16 --quick-visits 8 --full-share 0.5 --batch 64 --duel-games 2 --duel-visits 8 \
            --anchor-playouts 8 -q --generations 2 -j 1 "${@:2}" -o "$1" >/dev/null 2>&1
    done
    run -q --generations 2 -j 1 "${@:2}" -o "$1" >/dev/null
}
check "a run that was killed eight times goes on" killed three
check "to the same games" cmp two/games/00001/games.katachi three/games/00001/games.katachi
check "and the same network" sh -c 'gzip -dc three/nets/00002.bin.gz >c && cmp b c'

# A network that fails at the gate does not play; a match goes on after a kill.
gate=(--gate games --gate-games 30 --gate-share 1 --anchor-every 0)
expect 0 'generation 1 won .* of .* against 0, .* fails at the gate; 0 goes on playing' "a gate" \
    run -q --generations 2 -j 1 "${gate[@]}" -o gated
expect 0 'the network of generation 0 has played 0 of 24 games' "who plays is told" \
    "$KATACHI" net improve --status -o gated
check "and linked" cmp gated/latest.bin.gz gated/nets/00000.bin.gz
check "games after it are those of the best network" grep -q 'PB\[00000\]' gated/games/00001/games.sgf
check "a run that was killed at the gate goes on" killed gated2 "${gate[@]}"
check "to the same games and decisions" sh -c \
    'cmp gated/games/00001/games.katachi gated2/games/00001/games.katachi && cmp gated/gate.tsv gated2/gate.tsv'
expect 0 'generation 1 won .* passes the gate and plays' "a test as the gate" \
    run -q --generations 1 -j 1 --gate sprt --gate-elo=-1500,-1000 --gate-games 20 -o tested

# Workers join and leave: one that stays until it is interrupted, and some that are killed.
with_workers() {
    run -q --generations 3 -j 1 -o shared >/dev/null &
    local learner=$!
    wait_for 60 test -s shared/nets/00000.bin.gz -a -s shared/play.json
    "$KATACHI" net improve --worker shared --name stays -j 1 -q 2>/dev/null &
    local stays=$!
    for i in 1 2 3; do
        kill_after 0.$((2 * i)) "$KATACHI" net improve --worker shared -j 1 -q 2>/dev/null
    done
    wait_for 60 sh -c 'cat shared/games/*/stays/games.katachi 2>/dev/null | grep -q .' || return 1
    wait $learner || return 1
    kill -INT $stays
    wait $stays
    [ $? -eq 1 ]
}
check "workers help a run and are killed" with_workers
check "their games count" sh -c \
    '[ "$(cat shared/games/*/*/games.sgf | wc -l)" -gt 0 ] &&
        "$0" corpus check shared/games' "$KATACHI"
expect 1 'name the folder of a run' "a worker without a run" "$KATACHI" net improve --worker one/nets -q
expect 2 'use letters, digits' "a worker's name" "$KATACHI" net improve --worker one --name a/b -q
as_twin() { # while another process writes its games
    cp -r one twins && mkdir -p twins/games/00002/w && flock twins/games/00002/w/games.katachi \
        "$KATACHI" net improve --worker twins --name w -q
}
if command -v flock >/dev/null; then
    expect 2 'games.katachi; .*give each worker a --name of its own' "the name of another worker" as_twin
else
    tap_skip "the name of another worker" "no flock"
fi

expect 0 '^generation 0: ' "a larger network than the one it comes from" "$KATACHI" net improve --from one/nets/00002.bin.gz \
    --shape b3c12 --size 5 --games 4 --visits 8 --quick-visits 4 --batch 64 --duel-games 0 --anchor-every 0 \
    -q --generations 1 -j 1 -o grown
check "learns" sh -c "\"\$KATACHI\" net info grown/nets/00001.bin.gz | grep -q '3 blocks'"
named=$(printf 'caf\351.bin.gz')
cp one/nets/00002.bin.gz "$named"
expect 0 '^generation 0: ' "a network whose name is not UTF-8" "$KATACHI" net improve --from "$named" \
    --size 5 --games 8 --visits 8 --quick-visits 4 --generations 1 --duel-games 0 -o latin -j 1 -q
expect 0 '^generation 0: ' "from a network" "$KATACHI" net improve --from one/nets/00002.bin.gz --size 5 \
    --games 8 --visits 16 --full-share 0.5 --batch 64 --duel-games 0 --anchor-every 0 -q --generations 1 -o four
expect 0 '^generation 1: ' "boards of several sizes, rules and handicap, visits that grow" run -q --size 5,8 --rules aga,chinese \
    --handicap 0.5 --generations 2 --visits-to 32 --visits-generations 1 -j 1 -o mixed
check "all are there" sh -c "grep -q 'SZ\[5\].*RU\[AGA' mixed/games/00000/games.sgf &&
    grep -q 'SZ\[8\].*HA\[2\]' mixed/games/00000/games.sgf && grep -q '\"visits\": \"32\"' mixed/play.json"
expect 2 'games 24, not 25' "another run is not mixed in" run -q --games 25 --generations 3 -o one
expect 1 'start in another folder' "games that teach nothing" \
    run -q --full-share 0 --generations 1 -o eight
expect 2 'no folder for the run; .* -o DIR' "no folder" run --generations 1
expect 2 '--from, or make a new one with --shape' "no network" \
    "$KATACHI" net improve --generations 1 -o five
expect 2 'visits-to must be 0 or at least 16, as --visits, not 15' "visits that become fewer" \
    run --visits 16 --visits-to 15 --generations 1 -o five
expect 2 'gate-games cannot be used without --gate' "a gate without its kind" \
    run --gate-games 10 --generations 1 -o five
expect 2 'gate-elo cannot be used with --gate games' "bounds of another gate" \
    run --gate games --gate-elo 0,30 --generations 1 -o five
expect 2 'visits-generations cannot be used without --visits-to' "visits that do not grow" \
    run --visits-generations 5 --generations 1 -o five
expect 2 'average-steps cannot be used without --average' "steps of another average" \
    run --average-steps 50 --generations 1 -o five

# Games may begin at positions of others, those of workers too.
echo '(;SZ[5];B[bb];W[dd];B[bd];W[db];B[cc];W[cd];B[dc])' >starts.sgf
begun() { grep -cE '[0-9a-zA-Z]\];B\[bb\];W\[dd\]' "$1"; }
from_positions() {
    run -q --generations 1 -j 1 --opening 0 --komi-spread 0 --duel-games 0 --anchor-every 0 \
        --start-games starts.sgf --start-share 1 -o begun >/dev/null &&
        [ "$(begun begun/games/00000/games.sgf)" -ge 10 ] || return 1
    "$KATACHI" net improve --worker begun --name other -j 1 -q --hours 0.001 \
        --start-games starts.sgf --start-share 1 2>/dev/null
    [ "$(begun begun/games/00001/other/games.sgf)" -ge 4 ]
}
check "games begin at positions of others" from_positions
expect 1 'starts.sgf: no game on 6x6' "on boards of each size" \
    run -q --size 5,6 --start-games starts.sgf --generations 1 -o never
expect 2 'start-share cannot be used without --start-games' "a share of nothing" \
    run -q --start-share 1 -o never
check "before there is a folder" [ ! -e never ]

expect 2 'visits cannot be used with --worker' "a worker that wants to play in its own way" \
    timeout 20 "$KATACHI" net improve --worker one --visits 50
expect 2 'name cannot be used without --worker' "the name of no worker" \
    run --name x --generations 1 -o five
expect 2 'pool 20 holds less than a batch of 64 rows' "a pool that is too small" \
    run --pool 20 --generations 1 -o five
expect 2 "unknown backend 'foo'" "a backend that is none" run --backend foo --generations 1 -o five
expect 2 "unknown backend 'foo'" "a worker that waits for a run, too" \
    timeout 20 "$KATACHI" net improve --worker five --backend foo
if "$KATACHI" devices --json | tr -d ' \n' | grep -q '"name":"cudnn",[^}]*"available":true'; then
    tap_skip "a backend that cannot be used is refused" "there is a GPU"
else
    expect 1 'katachi: ' "a backend that cannot be used is refused" \
        run --backend cudnn --generations 1 -o five
fi
check "of all of these nothing is left" [ ! -e five ]
expect 1 'none\.bin\.gz' "a network that is not there" \
    "$KATACHI" net improve --from none.bin.gz --generations 1 -o six
expect 1 "'one/run.json' is JSON, not a network" "nor a file that is no network" \
    "$KATACHI" net improve --from one/run.json --generations 1 -o six
expect 0 '^six: no network yet' "are told of" "$KATACHI" net improve --status -o six
expect 0 '^generation 0: ' "do not bind the folder" \
    run -q --generations 1 -j 1 -o six
expect 1 'run.json: cannot read' "no run to tell of" "$KATACHI" net improve --status -o seven
cp -r one lost && rm lost/run.json
expect 0 '^lost/index.html' "a run whose run.json is lost goes on" run -q --generations 2 -j 1 -o lost
check "and has it again" grep -q '"games": 24' lost/run.json
truncate -s 20 lost/run.json
expect 1 'run.json is damaged .*remove it, and the run goes on' "what to do about a damaged one is said" \
    run -q --generations 2 -j 1 -o lost
rm lost/run.json
head -c 500 one/nets/00002.bin.gz >lost/nets/00002.bin.gz
expect 1 'lost/nets/00002.bin.gz is damaged or cut short; remove it, and the same command makes' \
    "a network that is cut short" run -q --generations 2 -j 1 -o lost
"$KATACHI" net random -q --shape b1c8 -o wild.txt && sed -i '$s/[^ ]*/1e9/g' wild.txt # ownership
gzip -c wild.txt >lost/nets/00002.bin.gz
expect 1 'lost/nets/00002.bin.gz. is damaged, or .* if you trained it, train again with a lower --rate' \
    "a network that has gone wild" run -q --generations 3 -j 1 -o lost
rm lost/nets/00002.bin.gz
expect 0 'generation 2 against 1: ' "is made again, and measured again" run -q --generations 2 -j 1 -o lost
check "which counts once" [ "$(grep -c "^2$(printf '\t')1" lost/duels.tsv)" -eq 1 ]
expect 0 '^generation 2: ' "a run goes on without its gate" sh -c "cp -r gated open && '$KATACHI' net improve \
    --shape b1c8 --size 5 --games 24 --visits 16 --quick-visits 8 --full-share 0.5 --batch 64 --duel-games 2 \
    --duel-visits 8 --anchor-every 0 -q --generations 3 -j 1 -o open && '$KATACHI' net improve --status -o open"
expect 0 'generation 3 against 2: ' "whose matches are told" "$KATACHI" net improve --status -o open
echo nonsense >>one/history.tsv
expect 1 'history\.tsv: line [0-9]+ is damaged' "a damaged history" run -q --generations 3 -o one
tap_end
