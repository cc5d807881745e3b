# The #include lines obey the folder graph, and the check of it sees violations.
. "$(dirname "$0")/../support/tap.sh"

check "the project obeys the folder graph" scripts/check-includes

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

mkdir -p "$dir/good/mm_train" "$dir/empty"
printf '#include "patterns/a.h"\n#include "base/b.h"\n#include "mm_train/c.h"\n' \
    >"$dir/good/mm_train/x.c"
check "looking down and within the folder is fine" scripts/check-includes "$dir/good"
expect 2 "no sources" "an empty tree is no success" scripts/check-includes "$dir/empty"
tap_end
