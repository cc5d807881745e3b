# katachi gtp against GNU Go (Debian package gnugo): whole games in which both
# programs must take every move of the other and see the same stones.
. "$(dirname "$0")/../support/tap.sh"
gnugo=$(PATH=$PATH:/usr/games command -v gnugo)
if [ -z "$gnugo" ]; then
    tap_skip "games against GNU Go" "gnugo is not installed"
    tap_end
fi

# start_players -- descriptors to and from Katachi (3, 4) and GNU Go (5, 6)
start_players() {
    mkfifo "$dir"/{k,g}.{in,out}
    "$KATACHI" gtp --playouts 60 --threads 1 --memory 16M --quiet \
        <"$dir/k.in" >"$dir/k.out" 2>"$dir/k.err" &
    "$gnugo" --mode gtp --level 1 --chinese-rules --seed 1 <"$dir/g.in" >"$dir/g.out" 2>/dev/null &
    exec 3>"$dir/k.in" 4<"$dir/k.out" 5>"$dir/g.in" 6<"$dir/g.out"
}

# ask K|G COMMAND -- sets $reply to the text of the answer; fails on "?"
ask() {
    local to=3 from=4 line
    [ "$1" = G ] && to=5 from=6
    echo "$2" >&$to
    reply=
    while IFS= read -r -t 60 line <&$from && [ -n "$line" ]; do
        reply+=$line
    done
    case "$reply" in
    "= "*) reply=${reply#= } ;;
    "="*) reply= ;;
    *) echo "# $1: $2 -> $reply"; return 1 ;;
    esac
}
both() { ask K "$1" && ask G "$1"; }

sorted_stones() { ask "$1" "list_stones $2" && tr ' ' '\n' <<<"${reply^^}" | sort | tr '\n' ' '; }
same_stones() {
    for c in black white; do
        [ "$(sorted_stones K $c)" = "$(sorted_stones G $c)" ] || return 1
    done
}

# play_game BLACK WHITE -- sets $moves
play_game() {
    local player=$1 other=$2 colour=b passes=0
    moves=0
    while [ $passes -lt 2 ] && [ $moves -lt 200 ]; do
        ask "$player" "genmove $colour" || return 1
        [ "${reply,,}" = resign ] && return 0
        [ "${reply,,}" = pass ] && passes=$((passes + 1)) || passes=0
        moves=$((moves + 1))
        ask "$other" "play $colour $reply" || return 1
        [ $colour = b ] && colour=w || colour=b
        local swap=$player
        player=$other other=$swap
    done
    [ $moves -lt 200 ]
}

start_players
for size in 5 9; do
    for black in K G; do
        [ $black = K ] && white=G || white=K
        if both "boardsize $size" && both clear_board && both "komi 7" &&
            play_game $black $white; then
            tap_ok "a game on ${size}x$size with $black as Black: $moves moves"
        else
            tap_not_ok "a game on ${size}x$size with $black as Black"
        fi
        if same_stones; then tap_ok "both see the same stones"; else tap_not_ok "other stones"; fi
    done
done
same_handicap() { both clear_board && both "fixed_handicap 3" && same_stones; }
check "fixed handicap is where GNU Go puts it" same_handicap
both quit
tap_end
