# The same games, fitted as compressed games and as the exported lists of teams
# read by `katachi mm`, give the same gammas: two ways through the code.
. "$(dirname "$0")/../support/tap.sh"

fit() {
    "$KATACHI" train --quiet --features "$1" --exact --max-games 12 --min-count 4 --held-out 0 \
        --tolerance 1e-12 --iterations 3000 --export "$dir/teams.mm" -o "$dir/games.gammas" \
        data/sample-9x9.sgf.gz &&
        "$KATACHI" mm --quiet --import "$dir/teams.mm" --tolerance 1e-6 > "$dir/teams.gammas"
}
largest_difference() { # of a log gamma
    paste <(grep -E '^[0-9]' "$dir/games.gammas" | cut -d' ' -f1) \
        <(grep -v '^#' "$dir/teams.gammas" | awk '{print $2}') |
        awk 'NF != 2 { exit 1 }
             { d = log($1 / $2); if (d < 0) d = -d; if (d > worst) worst = d }
             END { print NR, worst; exit !(NR > 100 && worst < 1e-4) }'
}
for features in fast large; do
    check "games with $features features are fitted both ways" fit $features
    check "and both come to the same gammas" largest_difference
done
expect 1 'cannot write' "a place where nothing can be written is told" \
    "$KATACHI" train --quiet --export "$dir/no/such.mm" -o "$dir/x" data/sample-9x9.sgf.gz
tap_end
