# katachi net improve under mpirun: workers get networks and send games in messages.
. "$(dirname "$0")/../support/tap.sh"

need_ranks "a run on three ranks" katachi
mpirun="$mpirun -n 3"
cd "$dir" || exit 2
improve="net improve --shape b1c8 --size 5 --games 60 --visits 16 --quick-visits 8 --full-share 0.5
    --batch 64 --duel-games 2 --duel-visits 8 --anchor-every 0 -q -j 1"
run() { $mpirun "$ranked" $improve "$@"; }
export TMPDIR=$dir/tmp
mkdir tmp
expect 0 'generation 2: ' "three generations on three ranks" run --generations 3 -o run
check "the network of the last one" "$KATACHI" net info run/nets/00003.bin.gz
check "workers played" [ "$(cat run/games/*/rank-00[12]/games.sgf | wc -l)" -gt 20 ]
check "games that can be read" "$KATACHI" corpus check run/games
check "workers leave no files" [ -z "$(ls -A tmp)" ]
expect 0 'generation 3: ' "the run goes on" run --generations 4 -o run
expect 2 '--from, or make a new one with --shape' "misuse ends all" \
    $mpirun "$ranked" net improve -q --generations 1 -o other

# The match of a gate takes longer than the games: workers do not go on for ever meanwhile.
expect 0 'gate' "a run with a gate" run --generations 2 --gate games --gate-games 60 --duel-visits 50 -o gated
games=$(cat gated/games/00000/games.sgf gated/games/00000/rank-00[12]/games.sgf | wc -l)
check "workers send twice the games of a generation at most" [ "$games" -ge 60 -a "$games" -le 200 ]

# A rank that cannot begin leaves the others to it.
expect_without_one() {
    ${mpirun% -n 3} -n 2 "$ranked" $improve --generations 1 -o fewer : \
        -n 1 env TMPDIR=/nonexistent "$ranked" $improve --generations 1 -o fewer >said 2>&1
    cat said
    grep -q 'cannot create the folder' said && "$KATACHI" net info fewer/nets/00001.bin.gz
}
check "a rank without a folder is missed by nobody" timeout 100 bash -c \
    "$(declare -f expect_without_one); $(declare -p mpirun ranked improve KATACHI); expect_without_one"

# Under mpirun each rank is a worker of a folder that it shares with others.
expect 0 '' "three workers of a shared folder" timeout 60 $mpirun "$ranked" net improve --worker fewer -q \
    -j 1 --hours 0.001 --name joe
check "with a folder each" [ "$(ls -d fewer/games/*/joe-[012] | wc -l)" -eq 3 ]

# An interrupt of mpirun reaches all ranks.
interrupted() {
    $mpirun --mca odls_base_sigkill_timeout 5 "$ranked" $improve -o endless >said 2>&1 &
    local run=$!
    wait_for 60 test -s endless/nets/00001.bin.gz || { kill -KILL $run; return 1; }
    kill -INT $run
    wait $run
    [ $? -ne 0 ]
}
check "an interrupt ends all" interrupted

# In a generation without end: what was finished is there, and the next time other games are played.
stopped() { # WORKER that has played after it
    $mpirun --mca odls_base_sigkill_timeout 20 "$ranked" $improve --games 1000000 -o long >said 2>&1 &
    local run=$! had
    had=$(cat long/games/00000/games.sgf 2>/dev/null | wc -l)
    wait_for 60 bash -c "[ \"\$(cat long/games/00000/games.sgf 2>/dev/null | wc -l)\" -gt $((had + 40)) ]"
    kill -INT $run
    wait $run
    [ -s "long/games/00000/$1/games.sgf" ] || { cat said; ls -R long/games; return 1; }
}
check "an interrupted rank brings the games that it has finished" stopped rank-001
check "another time under another name" stopped rank-001-1
check "with other games" [ "$(head -n 20 long/games/00000/rank-001/games.sgf)" != \
    "$(head -n 20 long/games/00000/rank-001-1/games.sgf)" ]

# What rank 0 cannot tell its workers ends them, too.
expect_end() {
    $mpirun "$ranked" $improve --games 2000 --generations 1 -o broken >said 2>&1 &
    local run=$! code
    wait_for 60 test -s broken/games/00000/rank-001/games.katachi || return 1
    echo '{}' >broken/play.json
    wait_for 100 bash -c "! kill -0 $run 2>/dev/null" || { kill -KILL $run; return 1; }
    wait $run
    code=$?
    cat said
    [ $code -ne 0 ] && grep -q 'play.json' said
}
check "orders that cannot be read end all, with a sentence" expect_end
check "and the run can be seen" "$KATACHI" net improve --status -o endless
tap_end
