# A run of katachi net improve that is killed at random moments and meets a full disk: it goes on,
# has every game that was finished, and comes to the same games and networks as one that was not.
. "$(dirname "$0")/../support/tap.sh"
cd "$dir" || exit 2

settings="--shape b1c8 --size 5 --games 24 --visits 16 --quick-visits 8 --full-share 0.5 --batch 64
    --duel-games 4 --duel-visits 8 --anchor-every 2 --anchor-playouts 8 -q -j 1"
improve() { # shellcheck disable=SC2086 # words
    "$KATACHI" net improve $settings "$@"
}
games() { cat "$1"/games/*/games.sgf 2>/dev/null | wc -l; }
newest() { "$KATACHI" net improve --status -o "$1" | sed -n '1s/.*: generation \([0-9]*\).*/\1/p'; }

# Games become no fewer by a kill; whole ones, as a tail that is torn does not count.
RANDOM=${SEED:-$$}
kill_ten_times() {
    local had=0 kills=0 has
    while [ $kills -lt 10 ]; do
        # shellcheck disable=SC2086
        "$KATACHI" net improve $settings --generations 1000 -o killed >/dev/null 2>said &
        sleep "0.$((RANDOM % 90 + 10))"
        kill -KILL $! && kills=$((kills + 1))
        wait $!
        [ ! -s said ] || { cat said; return 1; }
        has=$(games killed)
        [ "$has" -ge "$had" ] || { echo "kill $kills: $has games, not $had"; return 1; }
        had=$has
    done 2>killed-notes
}
check "ten kills at random moments take no finished game" kill_ten_times

# A small disk of its own, which becomes full again and again.
full_disk() {
    mkdir disk
    # shellcheck disable=SC2016,SC2086
    unshare -Urm bash -c '
        full() { # KILOBYTES
            mount -o "remount,size=$1k" disk || return 1
            "$KATACHI" net improve $settings --generations 1000 -o disk/run >/dev/null 2>said
            [ $? -eq 1 ] && grep -q "No space left on device" said || { cat said; return 1; }
        }
        mount -t tmpfs -o size=1m tmpfs disk || exit 1
        cp -r killed disk/run
        used=$(du -sk disk/run | cut -f 1)
        for more in 4 12 24 40 60 84 112; do
            full $((used + more)) || exit 1
        done
        cp -r disk/run full' && rm -r killed && mv full killed
}
export KATACHI settings
if unshare -Urm mount -t tmpfs tmpfs /mnt 2>/dev/null; then
    before=$(games killed)
    check "a full disk is an error, again and again" full_disk
    check "and takes no finished game" test "$(games killed)" -ge "$before"
else
    tap_skip "a full disk is an error, again and again" "no small disk can be made here"
fi
last=$(($(newest killed) + 1))
check "the run goes on" improve --generations $last -o killed
check "as one that was never stopped" improve --generations $last -o whole
same() {
    for i in $(seq 0 $((last - 1))); do
        cmp "$(printf 'killed/games/%05d/games.katachi' "$i")" \
            "$(printf 'whole/games/%05d/games.katachi' "$i")" || return 1
    done
    for i in $(seq 0 "$last"); do
        gzip -dc "$(printf 'killed/nets/%05d.bin.gz' "$i")" >a
        gzip -dc "$(printf 'whole/nets/%05d.bin.gz' "$i")" | cmp - a || return 1
    done
}
check "to the same games and networks" same
sums() { awk '!/^#/ {n[$1 " " $2] += $3; w[$1 " " $2] += $4} END {for (k in n) print k, n[k], w[k]}' "$1" | sort; }
check "the same duels" alike "$(sums killed/duels.tsv)" "$(sums whole/duels.tsv)"
steps() { grep -v '^#' "$1" | cut -f 1-11 | tac | sort -u -n -k 1,1; }
check "and the same history" alike "$(steps killed/history.tsv)" "$(steps whole/history.tsv)"

# What is removed to save room is not missed, nor does a kill meanwhile matter.
tidy() {
    for i in 1 2 3 4 5; do
        kill_after "0.$((RANDOM % 90 + 10))" "$KATACHI" net improve $settings --window 100 \
            --spare 1000000G --generations 6 -o tidy >/dev/null 2>&1
    done
    improve --window 100 --spare 1000000G --generations 6 -o tidy >said &&
        improve --window 100 --generations 6 -o untidy >/dev/null &&
        [ ! -e tidy/games/00000 ] && [ ! -e tidy/nets/00000.bin.gz ] && [ -e untidy/games/00000 ] &&
        gzip -dc tidy/nets/00006.bin.gz >a && gzip -dc untidy/nets/00006.bin.gz | cmp - a
}
check "games outside the window may be removed" tidy
tap_end
