# The #include lines obey the folder graph, and the check of it sees violations.
. "$(dirname "$0")/../support/tap.sh"

check "the project obeys the folder graph, without circles" scripts/check-includes

violation() { # PATTERN SENTENCE FILE INCLUDE
    rm -rf "$dir/tree"
    mkdir -p "$dir/tree/${3%/*}"
    printf '#include <stdio.h>\n#include "%s"\n' "$4" >"$dir/tree/$3"
    expect 1 "^$3:2: $4: $1" "$2" scripts/check-includes "$dir/tree"
}
violation "board/ stands beside or below sgf_corpus/" "looking up is found" \
    board/x.c sgf_corpus/corpus.h
violation "patterns/ stands beside or below sgf_corpus/" "looking sideways is found" \
    patterns/x.h sgf_corpus/corpus.h
violation "base/ stands beside or below cli/" "base knows nobody" base/x.c cli/cli.h
violation "is not a path from the root" "a bare name is found" board/x.c board.h
violation "is not a path from the root" "an unknown folder is found" board/x.c other/x.h

circle() { # SENTENCE A B
    rm -rf "$dir/tree"
    mkdir -p "$dir/tree/board/game"
    printf '#include "%s"\n' "$3" >"$dir/tree/$2"
    printf '#include "%s"\n' "$2" >"$dir/tree/$3"
    touch "$dir/tree/board/a.c" "$dir/tree/board/b.c"
    expect 1 "^circle: board/a -> board/b -> board/a" "$1" scripts/check-includes "$dir/tree"
}
circle "two headers that include each other are found" board/a.h board/b.h
violation "board/ stands beside or below board/game/" "a folder does not know its wings" \
    board/x.c board/game/game.h

violation "is private to nn/onednn/" "the private headers of a wing are" nn/session.c nn/onednn/plan.h

mkdir -p "$dir/new/board" "$dir/new/weather"
touch "$dir/new/board/x.c" "$dir/new/weather/x.c"
expect 1 "^weather/ is not in" "a folder that the graph lacks is found" scripts/check-includes "$dir/new"

mkdir -p "$dir/good/mm_train" "$dir/empty"
printf '#include "patterns/extract.h"\n#include "base/b.h"\n#include "mm_train/c.h"\n' \
    >"$dir/good/mm_train/x.c"
check "looking down and within the folder is fine" scripts/check-includes "$dir/good"
expect 2 "no sources" "an empty tree is no success" scripts/check-includes "$dir/empty"
tap_end
