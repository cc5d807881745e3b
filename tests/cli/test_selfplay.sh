# `katachi selfplay --net`: games of a network against itself, in a folder that can be continued.
. "$(dirname "$0")/../support/tap.sh"

net=$dir/net.bin.gz
"$KATACHI" net random --shape 2x16 -q -o "$net"
games() { # NUMBER FOLDER OPTION...: fast games on 5x5
    ${how:-} "$KATACHI" selfplay --net "$net" --size 5 --komi 0.5 --komi-spread 0 --visits 30 --quick-visits 12 --gumbel-moves 8 \
        --games "$1" -o "$dir/$2" -q "${@:3}"
}
record() { echo "$dir/$1/games.katachi"; }

# ---- games ----

expect 0 'a: 6 games, [0-9]+ moves, [0-9]+ of them with a target' "a network plays itself" \
    games 6 a -j 1
expect 0 "6 +games" "the games are SGF" "$KATACHI" corpus stats -q "$dir/a/games.sgf"
expect 0 "0 +broken" "and can be played again" \
    "$KATACHI" corpus check -q "$dir/a/games.sgf"
check "with what the search thought" grep -q 'SBKV\[' "$dir/a/games.sgf"
named=$dir/$(printf 'caf\351.bin.gz')
cp "$net" "$named"
"$KATACHI" selfplay --net "$named" --size 5 --visits 8 --quick-visits 4 --games 1 -j 1 -q -o "$dir/latin" >/dev/null
check "a network's name that is not UTF-8 is mended for them" grep -aqF 'PB[caf?]' "$dir/latin/games.sgf"
games 6 b -j 1 >/dev/null
check "the same seed gives the same games" cmp "$(record a)" "$(record b)"
games 6 c -j 1 --seed 2 >/dev/null
check "another seed gives others" sh -c "test -s '$(record c)' && ! cmp -s '$(record a)' '$(record c)'"
games 6 d -j 2 >/dev/null
sorted() { sort "$dir/$1/games.sgf"; }
check "two threads play the same games" alike "$(sorted a)" "$(sorted d)"
games 6 e --parallel 3 >/dev/null
check "so do three at a time" alike "$(sorted a)" "$(sorted e)"
expect 0 'black scored [0-9.]+ %, draws' "the summary tells black's score" games 6 a -j 1
expect 0 'z: 4 games' "AlphaZero's way" "$KATACHI" selfplay --net "$net" --size 5 --komi 0.5 --visits 30 \
    --quick-visits 12 --root alphazero --temperature 0.8 --games 4 -o "$dir/z" -q
with_python "sizes, rules and komi can be mixed, and the summary is JSON" "
assert o['games'] == 12 and o['run']['games'] == 12 and sum(o['ends'].values()) == 12
assert o['moves'] > 50 and 0 < o['recorded'] < o['moves'] and o['run']['evaluations'] > 300
sgf = open('$dir/m/games.sgf').read()
assert 'SZ[5]' in sgf and 'SZ[6]' in sgf and 'RU[Tromp-Taylor]' in sgf and 'RU[AGA]' in sgf
assert 'RU[koSIMPLEscoreAREAtaxALLsui1]' in sgf
assert len(set(g.split('KM[')[1].split(']')[0] for g in sgf.splitlines())) > 3" \
    games 12 m --size 5,6 --rules tromp-taylor,aga,koSIMPLEscoreAREAtaxALLsui1 --komi 3 --komi-spread 4 --json
with_python "a game may be stopped, and is counted then" "
assert o['ends']['too long'] > 0 and o['moves'] <= 15" games 3 short --moves 5 --json
with_python "wrong resignations are counted where nobody resigns" "
assert o['played_out'] == 20 and o['ends']['resignation'] == 0
assert 0 < o['would_have_resigned'] <= 20 and 0 < o['wrong_resignations'] <= 20" \
    games 20 out --play-out 1 --resign-threshold 0.5 --resign-moves 1 --json
with_python "otherwise a side resigns" "assert o['ends']['resignation'] > 5" \
    games 20 resign --play-out 0 --resign-threshold 0.5 --resign-moves 1 --json

# ---- a folder that is continued ----

games 3 f -j 1 >/dev/null
expect 0 'f: 6 games.*' "a folder is continued" games 6 f -j 1
check "as if it had not been stopped" cmp "$(record a)" "$(record f)"
check "its SGF, too" cmp "$dir/a/games.sgf" "$dir/f/games.sgf"
expect 0 'f: 6 games' "and left alone when it has the games" games 6 f -j 1
truncate -s -7 "$(record f)"
expect 0 'games.katachi ended in the middle of a game' "a torn tail is cut off, with a notice" games 6 f -j 1
check "and its game is played again" cmp "$(record a)" "$(record f)"
truncate -s -100 "$dir/f/games.sgf"
games 6 f -j 1 >/dev/null
check "torn SGF is written again" cmp "$dir/a/games.sgf" "$dir/f/games.sgf"
mkdir "$dir/mine"
echo '(;GM[1]SZ[9]PB[Mine];B[aa])' >"$dir/mine/games.sgf"
expect 2 'mine/games.sgf holds games of something else' "games of somebody's are not overwritten" games 1 mine
check "nor is anything written beside them" test "$(ls "$dir/mine")" = games.sgf
games 1 first -j 1 >/dev/null
for bytes in 16 100; do # killed between the first game's SGF and the game
    truncate -s $bytes "$(record first)"
    games 6 first -j 1 >/dev/null 2>&1
    check "a run goes on whose first game is torn after $bytes bytes" cmp "$dir/a/games.sgf" "$dir/first/games.sgf"
done
rm "$dir/f/games.sgf"
games 6 f -j 1 >/dev/null
check "lost SGF, too" cmp "$dir/a/games.sgf" "$dir/f/games.sgf"

killed() { # a run killed at five moments has every game that it had finished, and goes on
    for i in 1 2 3 4 5; do
        how=exec games 40 k -j 2 >/dev/null 2>&1 & # $! is the program, not a shell around it
        sleep "0.$((i * 13 % 10))"
        kill -9 $! 2>/dev/null
        wait $! 2>/dev/null
    done
    games 40 k -j 2 && games 40 whole -j 1 && test "$(sorted k)" = "$(sorted whole)"
}
check "a run that is killed again and again loses nothing" killed
stopped_early() { # while it plays its first game, of searches that take minutes
    how=exec games 1 early --visits 500000 --full-share 1 --size 19 -j 1 >/dev/null 2>&1 &
    local run=$!
    wait_for 60 has_header early || return 1
    kill -INT $run
    wait $run
    [ $? -eq 1 ]
}
has_header() { test -s "$(record "$1")"; }
check "one that is stopped in a long search ends soon" stopped_early
check "and leaves no empty SGF file of its first game" [ "$(ls "$dir/early")" = games.katachi ]

# A network that tells absurd scores, as one whose learning goes wrong: its games can be read.
"$KATACHI" net random -q --shape b1c8-mish -o "$dir/plain.txt"
sed '6s/.*/1000000/; 8s/.*/1000000/' "$dir/plain.txt" >"$dir/absurd.txt" # mean score and lead
check "leads of thousands of points are played" "$KATACHI" selfplay -q --net "$dir/absurd.txt" \
    --size 5 --visits 8 --quick-visits 4 --games 3 -o "$dir/absurd"
expect 0 'absurd: 4 games' "and the run goes on" "$KATACHI" selfplay -q --net "$dir/absurd.txt" \
    --size 5 --visits 8 --quick-visits 4 --games 4 -o "$dir/absurd"

# Leela Zero's networks know of no komi and no score.  This one has a block of 4 channels.
leela() { # SIZE
    awk -v area=$(($1 * $1)) 'function line(n, x, k) { for (k = 0; k < n; k++) printf "%s ", x; print "" }
        BEGIN {
            print 1
            line(4 * 18 * 9, 0.01); line(4, 0); line(4, 0); line(4, 1)
            for (i = 0; i < 2; i++) { line(4 * 4 * 9, 0.01); line(4, 0); line(4, 0); line(4, 1) }
            line(2 * 4, 0.1); line(2, 0); line(2, 0); line(2, 1)
            line(2 * area * (area + 1), 0.001); line(area + 1, 0)
            line(4, 0.1); line(1, 0); line(1, 0); line(1, 1)
            line(256 * area, 0.001); line(256, 0); line(256, 0.01); line(1, 0)
        }'
}
leela 9 >"$dir/leela.txt"
leela_games() { # SIZE OPTION...
    "$KATACHI" selfplay -q --net "$dir/leela.txt" --visits 8 --quick-visits 4 --games 1 --moves 20 \
        --size "$1" -o "$dir/leela" "${@:2}"
}
expect 2 'plays only on 9x9, not on 5x5' "a network for another size is refused" leela_games 5
expect 2 'plays only on 9x9, not on 5x5' "also as the second one" leela_games 9,5
expect 2 'handicap: a board of 5x5 is too small' "stones where none are placed" games 9 stones --handicap 0.5
check "and makes no folder" test ! -e "$dir/stones"
expect 2 'handicap: the network .*leela.txt does not know of komi' "and stones without a komi" \
    leela_games 9 --handicap 0.5
check "before there is a folder" test ! -e "$dir/leela"
check "it plays on its own size" leela_games 9
check "and tells no leads" sh -c "grep -q 'SBKV\[' '$dir/leela/games.sgf' && ! grep -q ']V\[' '$dir/leela/games.sgf'"

# ---- games that begin at positions of others ----

cat >"$dir/starts.sgf" <<'END'
(;SZ[5];B[bb];W[dd];B[bd];W[db];B[cc];W[cd];B[dc])
(;SZ[5];B[cc];W[cd];B[bd];W[dc];B[cb];W[db];B[bc])
END
games 12 s --start-games "$dir/starts.sgf" --start-share 1 --opening 0 >/dev/null
check "games begin as others do" \
    test "$(grep -cE ';B\[(bb|cc)\];W\[(dd|cd)\]' "$dir/s/games.sgf")" -ge 6
check "and not all at the same move" \
    test "$(sed 's/SBKV.*//; s/.*\(KM[^;]*\)//' "$dir/s/games.sgf" | sort -u | wc -l)" -ge 4
games 12 e2 --even 1 --opening 0.2 >/dev/null
check "komi can be what makes them even" \
    test "$(grep -o 'KM\[[^]]*' "$dir/e2/games.sgf" | sort -u | wc -l)" -ge 3
expect 1 'starts.sgf: no game on 6x6' "a size without games to begin with" \
    games 1 none --size 5,6 --start-games "$dir/starts.sgf"
expect 1 'no-such.sgf' "a missing collection" games 1 none --start-games "$dir/no-such.sgf"
check "neither makes a folder" test ! -e "$dir/none"
expect 2 'start-share cannot be used without --start-games' "a share of nothing" games 1 none --start-share 1
expect 2 'start-games cannot be used without --net' "games of gammas begin empty" \
    "$KATACHI" selfplay --size 5 --start-games "$dir/starts.sgf"
expect 2 'even: the network .*leela.txt does not know of komi' "an even komi needs a network that knows it" \
    leela_games 9 --even 1

# ---- errors ----

expect 2 'no folder for the games .* -o DIR' "without -o there is no place for the games" \
    "$KATACHI" selfplay --net "$net"
expect 2 'sharpness cannot be used with --net' "an option of gammas" games 1 x --sharpness 2
expect 2 'visits cannot be used without --net' "an option of networks" \
    "$KATACHI" selfplay --size 5 --visits 10
expect 2 'noise cannot be used with --root gumbel' "an option of AlphaZero's way" \
    games 1 x --noise 0.1
expect 2 'gumbel-moves cannot be used with --root alphazero' "and one of the other" \
    games 1 x --root alphazero --gumbel-moves 4
expect 2 'features chooses the installed gammas' "a set beside gammas" \
    "$KATACHI" selfplay --size 5 -f fast -g x.gammas
expect 2 'several board sizes .* --net' "several sizes need a network" "$KATACHI" selfplay --size 5,7
expect 2 'area scoring' "territory scoring is refused" games 1 x --rules japanese
expect 2 'rules such as' "so are unknown rules" games 1 x --rules no-such
expect 2 'quick-visits 50 is more' "and quick searches that are slow" games 1 x --quick-visits 50
expect 2 "unknown backend 'foo'" "and a backend that is none" games 1 x --backend foo
little_memory() { (ulimit -v 4000000 && games 1 huge --visits 1000000 -j 1); }
case $KATACHI in
*sanitize* | *tsan*) tap_skip "searches that do not fit into memory" "sanitizer build" ;;
*) expect 1 'searches of 1000000 visits; use fewer --visits' "searches that do not fit into memory" little_memory ;;
esac
if "$KATACHI" devices --json | tr -d ' \n' | grep -q '"name":"cudnn",[^}]*"available":true'; then
    tap_skip "a backend that cannot be used is refused" "there is a GPU"
else
    expect 1 'katachi: ' "a backend that cannot be used is refused" games 1 x --backend cudnn
fi
check "nothing was written" test ! -e "$dir/x"
expect 0 'is computed by reference' "it says what computes the network" "$KATACHI" selfplay --net "$net" \
    --size 5 --visits 8 --quick-visits 4 --games 1 --backend reference -o "$dir/told"
expect 0 '^told: 0' "but not with --quiet" sh -c "cd '$dir' && '$KATACHI' selfplay --net '$net' --size 5 \
    --visits 8 --quick-visits 4 --games 1 --backend reference -q -o quiet 2>&1 | grep -c computed | sed 's/^/told: /'"
expect 1 'no-such.bin.gz' "a network that is not there is named" \
    "$KATACHI" selfplay -q --net "$dir/no-such.bin.gz" -o "$dir/y" --games 1
echo "(;FF[4])" >"$dir/foreign" && mkdir "$dir/g" && cp "$dir/foreign" "$dir/g/games.katachi"
expect 1 'g/games.katachi is not a file of games written by' "a foreign file is left alone" games 1 g
check "it is as it was" cmp "$dir/foreign" "$dir/g/games.katachi"
cp -r "$dir/a" "$dir/h"
printf 'x' | dd of="$(record h)" bs=1 seek=80 conv=notrunc 2>/dev/null
expect 1 'h/games.katachi is damaged: game 1, at byte 16.*head -c 16' "damage is an error" games 8 h
in_use() { flock "$(record a)" "$KATACHI" selfplay -q --net "$net" --size 5 --games 9 -o "$dir/a"; }
expect 2 'another process is writing .*a/games.katachi' "two processes do not write one folder" in_use
deleted() { # the folder, while games are played
    how=exec games 1000000 gone -j 1 >/dev/null 2>"$dir/errors" &
    local run=$!
    wait_for 60 grep -qs SZ "$dir/gone/games.sgf" || return 1
    rm -r "$dir/gone"
    wait $run
    [ $? -eq 1 ] && grep -q 'gone/games.sgf was deleted while it was being written' "$dir/errors" && ! [ -e "$dir/gone" ]
}
check "a run whose folder is deleted does not go on for nothing" deleted
full() { (ulimit -f 8 && trap '' XFSZ && games 200 full); }
expect 1 'cannot write .*full/games' "a full disk is an error" full
expect 0 'full: [0-9]+ games' "from which the run goes on" games 5 full
tap_end
