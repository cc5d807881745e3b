# `katachi book`: from games to a book, and a player that plays by it.
. "$(dirname "$0")/../support/tap.sh"

expect 2 '^katachi: no output file; .* -o FILE' "a file to write is asked for" "$KATACHI" book data/sample-9x9.sgf.gz
check "a book is made of the games that come along" \
    "$KATACHI" book --quiet --games 5 -o "$dir/a.book" data/sample-9x9.sgf.gz
expect 0 "black wins': if both sides go on with the best answers" "it explains its win rates" head -3 "$dir/a.book"
check "it says what it is, and begins with the empty board" \
    sh -c 'head -1 "$1" | grep -q "opening book" && grep -q "^9 | " "$1"' sh "$dir/a.book"
expect 0 'positions with answers from' "how much there is, is told" \
    "$KATACHI" book --games 5 -o "$dir/b.book" data/sample-9x9.sgf.gz
check "the same games give the same book" cmp "$dir/a.book" "$dir/b.book"
answers_in() { # MARGIN -- how many answers a book of such a margin has
    "$KATACHI" book --quiet --games 2 --margin "$1" -o "$dir/margin$1.book" data/sample-9x9.sgf.gz >/dev/null 2>&1 &&
        sed '/^#/d; s/#.*//; s/.*| //' "$dir/margin$1.book" | wc -w
}
check "a wide margin takes more answers" test "$(answers_in 1)" -gt "$(answers_in 0)"
check "a compressed book is read, too" \
    sh -c '"$1" book --quiet --games 5 -o "$2/c.book.gz" data/sample-9x9.sgf.gz &&
        printf "boardsize 9\ngenmove b\n" | "$1" gtp --quiet --playouts 50 --book "$2/c.book.gz" |
        grep -q "^= [A-J][1-9]"' sh "$KATACHI" "$dir"
expect 1 'no move was played in 100000 games' "too much asked is told" \
    "$KATACHI" book --games 100000 -o "$dir/none.book" data/sample-9x9.sgf.gz
for i in {1..30}; do echo '(;SZ[9];B[ee];W[cc])'; done >"$dir/unknown.sgf"
expect 1 'no move was played in 20 games or more whose result or search values are known' \
    "games that say nothing about who is ahead are no games for a book" \
    "$KATACHI" book -o "$dir/none.book" "$dir/unknown.sgf"
check "and nothing is written" test ! -e "$dir/none.book"
expect 1 'no usable game: 300 filtered out, 0 broken; use wider filters' "filters that leave no game are told" \
    "$KATACHI" book --size 19 -o "$dir/none.book" data/sample-9x9.sgf.gz
echo '(;SZ[9]RE[B+1]AB[ee];W[cc])' >"$dir/handicap.sgf"
expect 1 'no game begins on the empty board' "and so are games that all begin with stones" \
    "$KATACHI" book --games 1 -o "$dir/none.book" "$dir/handicap.sgf"
check "nothing is written then, either" test ! -e "$dir/none.book"

answer() { # BOOK: the first move of black
    printf 'boardsize 9\ngenmove b\n' | "$KATACHI" gtp --quiet --playouts 100 --threads 1 --book "$1" |
        tr -d '\n '
}
printf '9 | A1\n' > "$dir/odd.book"
expect 0 '==[AJ][19]$' "genmove plays the answer, in one of the corners" answer "$dir/odd.book"
printf '9 | A1 | B2\n' > "$dir/bad.book"
expect 0 "bad.book,line1:nomoveis'|'" "what is wrong in a book is told" answer "$dir/bad.book"
expect 0 'cannotopen' "a book that is not there is told" answer "$dir/no.book"
zcat data/sample-9x9.sgf.gz | head -n 1 >"$dir/one.sgf"
expect 0 "16  positions with answers from 1 game, written" "one game is no games" \
    "$KATACHI" book --games 1 -o "$dir/one.book" "$dir/one.sgf"
expect 0 "from 1 game: .*# 1 game, black" "nor in the book" sh -c 'tr "\n" " " <"$1"' sh "$dir/one.book"
tap_end
