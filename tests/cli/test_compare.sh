# katachi compare: one command from a network to an answer with its interval.
. "$(dirname "$0")/../support/tap.sh"
KATACHI=$(realpath "$KATACHI")

compare() { "$KATACHI" compare --quiet --size 5 --opening-moves 0 -j 1 -t 0.02 -n 2 "$@"; }
random_net() { "$KATACHI" net random -q --shape 1x16 --seed "$1" -o "$2"; }
random_net 1 "$dir/tiny.bin.gz"
random_net 2 "$dir/mini.bin.gz"
expect 1 'no-such.bin.gz' "a missing network is named" \
    compare --net "$dir/no-such.bin.gz" -o "$dir/none"
expect 2 '\-\-net expects at most two' "two networks are the most" \
    compare --net a --net b --net c -o "$dir/none"
expect 0 'On 5x5, 0.02 s a move, tiny against playouts: .* \(95 %: .*\) in 2 games' \
    "the answer is one sentence" compare --net "$dir/tiny.bin.gz" -o "$dir/out"
check "with a page" test -s "$dir/out/index.html"
expect 0 '"elo_95"' "and as JSON, without playing again" \
    compare --json --net "$dir/tiny.bin.gz" -o "$dir/out"
check "two games were played" test "$(wc -l <"$dir/out/results.jsonl")" -eq 2
expect 0 'with 95 % certainty' "what the interval means" \
    compare --net "$dir/tiny.bin.gz" -o "$dir/out"
expect 0 'same command with --games 8|To play with' "and what to do next" \
    compare --net "$dir/tiny.bin.gz" -o "$dir/out"
won() { # eight games, all of which the network won
    cp "$dir/tiny.bin.gz" "$dir/a b.bin.gz"
    set -- compare --net "$dir/a b.bin.gz" --set evaluator=mixed,lambda=0.25,visits=4 -n 8 -o "$dir/won"
    "$@" >/dev/null && sed -i -E 's/("black":\{"player":0.*"winner":)"[a-z]*"/\1"black"/
        s/("black":\{"player":1.*"winner":)"[a-z]*"/\1"white"/' "$dir/won/results.jsonl" && "$@"
}
expect 0 "To play with a b: katachi gtp --net='$dir/a b.bin.gz' --evaluator=mixed --lambda=0.25$" \
    "and the settings to play with" won
expect 0 'a b against playouts: won all \(95 %: above \+[0-9]* Elo\) in 8 games; the stronger one is a b\.$' \
    "it won all, which is no number" won
expect 0 'tiny against mini: .* in 2 games' "two networks" \
    compare --net "$dir/tiny.bin.gz" --net "$dir/mini.bin.gz" -o "$dir/two"
expect 2 'holds a match whose player 2' "the folder of another comparison is refused" \
    compare --net "$dir/tiny.bin.gz" -o "$dir/two"
random_net 3 "$dir/tiny.bin.gz"
expect 2 'was played with other contents of .*tiny.bin.gz' "so is a network that has changed" \
    compare --net "$dir/tiny.bin.gz" -o "$dir/out"

mkdir -p "$dir/config/katachi"
echo "compare.net = $dir/other.bin.gz" >"$dir/config/katachi/config"
expect 1 'other.bin.gz' "a configuration file may name the network" \
    env XDG_CONFIG_HOME="$dir/config" "$KATACHI" compare -o "$dir/none"

# ---- without arguments: the shipped network, in a folder of its own name ----

mkdir -p "$dir/share/katachi" "$dir/here"
random_net 4 "$dir/share/katachi/own-9x9.bin.gz"
cd "$dir/here" || exit 2
export XDG_DATA_HOME=$dir/share
expect 0 'own against playouts: .* in 2 games' "without --net, the shipped network" compare
expect 0 'compare-own-playouts-5x5-0.02s-j1/index.html' "the folder is named after the players" compare
expect 0 'compare-own-playouts-5x5-0.02s-j1-evaluator=network/index.html' "and after further settings" \
    compare --set evaluator=network
expect 2 'both networks are own; name two different ones' "one network twice" \
    compare --net own --net own
expect 2 'both networks are own, also called own-9x9; name two' "or by two names" \
    compare --net own --net own-9x9
ln -s "$dir/tiny.bin.gz" "$dir/link.bin.gz"
expect 2 'also called' "or through a link" compare --net "$dir/tiny.bin.gz" --net "$dir/link.bin.gz"
said() { "$KATACHI" compare --opening-moves 0 -j 1 -t 0.02 -n 2 --size 5 2>&1; }
expect 0 'already has 2 games; none was played; --games N plays more' "it says that the games are there already" said
expect 0 'own against playouts on 9x9' "on 9x9 if nothing else is said" \
    "$KATACHI" compare -t 0.01 -n 1 -j 1
random_net 5 "$dir/share/katachi/people-7x7.bin.gz"
expect 0 'people-7x7 against playouts on 7x7' "on the size that the network's name tells" \
    "$KATACHI" compare --net people-7x7 -t 0.01 -n 1 -j 1
expect 0 'default 0.2 s;.*' "with short moves" "$KATACHI" compare --help
tap_end
