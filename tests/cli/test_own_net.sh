# --net own: the network that came with katachi, for the size of the board, wherever a
# network is named.
. "$(dirname "$0")/../support/tap.sh"

# ---- where there are two small ones, and no data/ of a source tree in the way ----

KATACHI=$(realpath "$KATACHI")
mkdir -p "$dir/share/katachi" "$dir/none" "$dir/bin"
net() { "$KATACHI" net random --shape 1x8 --seed "$2" -o "$dir/share/katachi/$1.bin.gz"; }
net own-9x9 9 2>/dev/null
net own-19x19 19 2>/dev/null
cd "$dir/none" || exit 2
export XDG_DATA_HOME=$dir/share
gtp() { # COMMANDS: what gtp says of its networks, in turn
    printf "$1" | "$KATACHI" gtp --playouts 3 --threads 1 "${@:2}" 2>&1 |
        sed -n 's/.*the network random-b1c8-s\([0-9]*\) is.*/\1/p' | tr '\n' ' '
}
says() { [ "$(gtp "$2" "${@:3}")" = "$1" ]; }

check "gtp takes the network for the board's size" says "9 " 'genmove b\n' --net own --size 9
check "and another one when the size changes" says "9 19 9 19 " \
    'genmove b\nboardsize 15\ngenmove b\nboardsize 7\ngenmove b\nboardsize 19\ngenmove b\n' \
    --net own --size 9
# A network's values are not mixed with the mean of the position, from the first analysis on.
lines_agree() {
    printf 'kata-search_analyze b 1000\nclear_cache\nkata-search_analyze b 1000\n' |
        "$KATACHI" gtp --size 9 --net own --playouts 20 --threads 1 --seed 1 2>/dev/null |
        sed -n '/^info/p' | uniq -c | grep -q '^ *2 info'
}
check "the first analysis knows what judges on this size" lines_agree
check "a size in the name is kept" says "9 " 'boardsize 19\ngenmove b\n' --net own-9x9
check "a session can turn to it" says "9 " \
    'genmove b\nkata-set-param net own\ngenmove w\n' --size 9
expect 0 'random-b1c8-s9' "analyze takes it" \
    "$KATACHI" analyze --net own --visits 2 "$root/data/sample-9x9.sgf.gz"
expect 0 '"id": *"a"' "so does analysis" sh -c \
    "echo '{\"id\":\"a\",\"moves\":[],\"rules\":\"chinese\",\"boardXSize\":9,\"boardYSize\":9,\"maxVisits\":3}' |
     \"$KATACHI\" analysis -model own"
expect 0 'random-b1c8-s19, 19x19' "bench net measures that of 19x19" "$KATACHI" bench net -t 0.01 own
expect 0 'random-b1c8-s9, 9x9' "or that of --size" "$KATACHI" bench net --size 9 -t 0.01 own
expect 0 'own-9x9.bin.gz' "net info says which file it is" "$KATACHI" net info own-9x9
expect 0 'made for +boards of the size in its name' "and what it is for" "$KATACHI" net info own-9x9
expect 0 'random-b1c8-s19' "and takes a --size, too" "$KATACHI" net info own
expect 2 'write own-9x9' "net check asks for the size" \
    "$KATACHI" net check --golden "$dir/none.json" own
expect 0 'own' "a player of a match is called own" "$KATACHI" match --quiet --size 5 -n 2 \
    --opening-moves 0 -o "$dir/match" --a katachi:net=own,playouts=4 --b katachi:name=b,playouts=4

# ---- where there is none ----

mkdir -p "$dir/apart/bin" # with no share/ beside it
cp "$KATACHI" "$dir/bin/katachi"
cp "$KATACHI" "$dir/apart/bin/katachi"
export XDG_DATA_HOME=$dir/none
alone() { "$dir/apart/bin/katachi" "$@"; }
if alone net info own-9x9 >"$dir/found" 2>&1 || alone net info own-19x19 >"$dir/found" 2>&1; then
    tap_skip "without one, the error says where it was looked for" "one is installed here"
else
    expect 1 "no network own-9x9 is installed .*$dir/none/katachi/own-9x9.bin.gz.*make install.*net train" \
        "without one, the error says where it was looked for" alone net info own-9x9
    expect 0 "^\? no network own-9x9 is installed" "gtp answers with it" \
        sh -c "echo genmove b | $dir/apart/bin/katachi gtp --size 9 --net own"
    rm "$dir/share/katachi/own-19x19.bin.gz"
    expect 1 "no network own-19x19 is installed" "a small one is not taken for a large board" \
        "$dir/bin/katachi" net info --size 19 own
fi

# ---- those in data/ ----

unset XDG_DATA_HOME
cd "$root" || exit 2
predicts() { # SIZE: at least a fifth of the moves of some games; by lot it would be one in fifty
    local share
    share=$("$KATACHI" net test -q -n 20 own data/sample-$1x$1.sgf.gz |
        sed -n '0,/top-1/s/^ *top-1 *\([0-9]*\).*/\1/p')
    [ "${share:-0}" -ge 20 ]
}
small_enough() { [ "$(stat -c %s "$1")" -le 3145728 ]; }
for size in 9 13 19; do
    file=data/own-${size}x$size.bin.gz
    if [ ! -s $file ]; then
        tap_skip "$file can be read" "it is not there yet"
        continue
    fi
    expect 0 "^file +$file" "$file can be read" "$KATACHI" net info own-${size}x$size
    check "$file has at most 3 MB" small_enough $file
    [ ! -s data/sample-${size}x$size.sgf.gz ] || check "$file predicts moves of games" predicts $size
    expect 0 '^= [A-T]' "$file plays" \
        sh -c "echo genmove b | $KATACHI gtp --size $size --net own --playouts 3"
done
tap_end
