# fake_player.sh MODE [MOVE...] -- a GTP program that behaves as badly as told,
# for tests of matches.  It plays its MOVEs in order, then passes.
#
#   good        as it should        crash N     ends at the N-th genmove
#   nostart     ends at once        hang N      is silent from the N-th genmove on
#   banner      greets on stdout    nonsense N  answers the N-th genmove in prose
#   closed N    closes its output at the N-th genmove, but lives
#   error N     "?" to the N-th genmove         chatty      says more than it was asked
#   refuse      "?" to every play   slow S      takes S seconds for a move
#   dead LIST   (comma-separated)   score TEXT  what it says of the end
#   flood       answers without end at genmove  stubborn    does not end by quit
#   bytes N     answers the N-th genmove with bytes that are not UTF-8
#   told LINE   refuses to move unless it was told LINE; fractions LINE: the same, of a program that
#               knows kata-time_settings
#   counts N    knows katachi-counts, and says that each move took N playouts
#   shutdown FILE  at the second genmove somebody ends it, then the process in FILE
mode=$1 value='' heard='' more=''
shift
case $mode in
    bytes | closed | crash | hang | nonsense | error | slow | dead | score | shutdown | told | fractions | counts) value=$1 && shift ;;
    nostart) echo "cannot find my network" >&2 && exit 3 ;;
    banner) echo "Welcome to Fake 1.0" ;;
    stubborn) trap '' TERM INT HUP ;;
esac
moves=0
yes_() { printf '= %s\n\n' "$1"; }
no_() { printf '? %s\n\n' "$1"; }
forever() { while :; do sleep 1; done; }
shut_down() {
    (sleep 0.05 && kill -TERM "$(cat "$value")") </dev/null >/dev/null 2>&1 &
    kill -TERM $$
}

genmove() {
    moves=$((moves + 1))
    case $mode in
        slow) sleep "$value" ;;
        told | fractions) case $heard in *"$value"*) ;; *) no_ "was not told" && return ;; esac ;;
        shutdown) [ "$moves" = 2 ] && shut_down ;;
        flood) yes "= and so on and so on and so on and so on and so on" ;;
    esac
    if [ "$moves" = "$value" ]; then
        case $mode in
            crash) echo "assertion failed" >&2 && kill -SEGV $$ ;;
            hang) forever ;;
            closed) exec >&- && forever ;;
            nonsense) printf 'I think I shall play in the centre.\n\n' && return ;;
            bytes) printf '= \377\376move\n\n' && return ;;
            error) no_ "no idea" && return ;;
        esac
    fi
    move=${1:-pass}
    yes_ "$move"
}

while read -r command rest; do
    heard="$heard$command $rest
"
    case $command in
        name) yes_ fake ;;
        protocol_version) yes_ 2 ;;
        list_commands)
            case $mode in
                fractions) more=$'kata-time_settings\n' ;;
                counts) more=$'katachi-counts\n' ;;
            esac
            printf '= name\ngenmove\nfinal_score\nset_random_seed\n%s\n' "$more" ;;
        boardsize) case $rest in 9 | 5) yes_ ;; *) no_ "unacceptable size" ;; esac ;;
        genmove) genmove "${1:-}" && shift ;;
        play) if [ "$mode" = refuse ]; then no_ "illegal move"; else yes_; fi ;;
        final_status_list)
            if [ "$mode" = dead ]; then yes_ "${value//,/ }"; else no_ "cannot judge"; fi ;;
        final_score) if [ "$mode" = score ]; then yes_ "$value"; else no_ "cannot score"; fi ;;
        clear_board | komi | set_random_seed | time_settings | time_left | kgs-time_settings | kata-time_settings) yes_ ;;
        katachi-counts) yes_ "playouts $value visits $value" ;;
        quit) yes_ && if [ "$mode" = stubborn ]; then forever; else exit 0; fi ;;
        *) no_ "unknown command" ;;
    esac
    [ "$mode" = chatty ] && echo "by the way, I like this game"
done
[ "$mode" = stubborn ] && forever
exit 0
