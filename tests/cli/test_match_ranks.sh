# katachi match as a task farm: rank 0 hands out games, the others play.
. "$(dirname "$0")/../support/tap.sh"

need_ranks "a match on three ranks" katachi
fake="bash tests/support/fake_player.sh"
match="match --size 5 --opening-moves 0 --quiet"

expect 0 'loser +6 +0 +0 +6' "three ranks play a match" $mpirun -n 3 "$ranked" $match -n 6 \
    -a "name=loser:$fake good resign" -b "name=winner:$fake good C3" -o "$dir/farm"
check "each game once" test "$(wc -l <"$dir/farm/results.jsonl")" -eq 6
check "with its record" test "$(zcat "$dir/farm/games.sgf.gz" | grep -c 'C\[game')" -eq 6
expect 0 'loser +8 +0 +0 +8' "one process goes on with it" "$KATACHI" $match -n 8 \
    -a "name=loser:$fake good resign" -b "name=winner:$fake good C3" -o "$dir/farm"
expect 0 'loser +10 +0 +0 +10' "and two ranks again" $mpirun -n 2 "$ranked" $match -n 10 \
    -a "name=loser:$fake good resign" -b "name=winner:$fake good C3" -o "$dir/farm"
expect 0 'loser +10 +0 +0 +10' "a match that is complete is only shown" $mpirun -n 2 "$ranked" \
    $match -n 10 -a "name=loser:$fake good resign" -b "name=winner:$fake good C3" -o "$dir/farm"
expect 0 'odd +2 +0 +0 +2' "a player that answers with any bytes loses" $mpirun -n 2 "$ranked" $match \
    -n 2 -a "name=odd:$fake bytes 2 A1" -b "name=winner:$fake good C3" -o "$dir/bytes"
expect 1 'P cannot play: it ended' "a player that does not start on another rank is named" \
    $mpirun -n 2 "$ranked" $match -n 2 -a "$fake good" -b "name=P:/no/such/program" -o "$dir/no"
tune() { $mpirun -n 3 "$ranked" tune --size 5 --opening-moves 0 --quiet -n 8 "$@"; }
expect 0 '^8 games against foe' "three ranks tune a player" tune -o "$dir/tune" --set word='resign|C3' \
    --player "name=p:$fake good {word}" --against "name=foe:$fake good"
same_in_pairs() {
    sed -n 's/.*"game":\([0-9]*\),.*"keys":"\([^"]*\)".*/\1 \2/p' "$dir/tune/results.jsonl" |
        sort -n | awk '{k[$1] = $2} END {for (i = 1; i < 8; i += 2) if (k[i] == "" || k[i] != k[i + 1]) exit 1}'
}
check "and each pair has its settings" same_in_pairs
one_message() {
    $mpirun -n 3 "$ranked" $match -a katachi:playuots=1 -b "$fake good" -o "$dir/x" >"$dir/log" 2>&1
    [ $? -ne 0 ] && [ "$(grep -c "did you mean 'playouts'" "$dir/log")" -eq 1 ] && [ ! -e "$dir/x" ]
}
check "misuse is told once, not by every rank" one_message
expect 2 'rank 1 of 2: unknown key .playuots' "by rank 0, also if only another rank fails" $mpirun -n 1 \
    "$ranked" $match -a katachi -b "$fake good" -o "$dir/y" : -n 1 "$ranked" $match -a katachi:playuots=1 \
    -b "$fake good" -o "$dir/y"
tap_end
