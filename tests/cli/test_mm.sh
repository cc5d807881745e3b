# katachi mm: a file in the format of Coulom's mm, fitted by itself.
. "$(dirname "$0")/../support/tap.sh"

# Shape A beats B three times and loses once: gamma 1.52138 and its inverse (doc/mm.md).
{
    printf '! 2\n1\n2 shape\n!\n'
    for winner in 0 0 0 1; do printf '#\n%d\n0\n1\n' $winner; done
} >"$dir/two.mm"
for solver in lbfgs mm; do
    expect 0 '^ *0 +1\.52137[0-9]* +72\.90 +3 +shape$' "$solver finds the gamma of the winner" \
        "$KATACHI" mm --quiet --solver $solver --import "$dir/two.mm"
    expect 0 '"gamma": 0\.657298[0-9]*' "$solver finds the gamma of the loser, as JSON" \
        "$KATACHI" mm --quiet --solver $solver --json --import "$dir/two.mm"
done
from_standard_input() { "$KATACHI" mm --quiet --import - <"$dir/two.mm" | grep -q ' 1\.52137'; }
check "the file may come from standard input" from_standard_input
# with p = 2 the equation is 3 g^3 - g^2 - g - 5 = 0
expect 0 ' 1\.40917[0-9]* ' "a stronger prior pulls towards 1" \
    "$KATACHI" mm --quiet --prior 2 --import "$dir/two.mm"

expect 2 'name a file with --import' "nothing to fit is misuse" "$KATACHI" mm
expect 2 '"newton"|newton' "an unknown solver is misuse" \
    "$KATACHI" mm --solver newton --import "$dir/two.mm"
gzip -k "$dir/two.mm"
expect 0 '4 competitions' "a compressed file is read, too" "$KATACHI" mm --import "$dir/two.mm.gz"
compressed_file() { "$KATACHI" mm -q -i - <"$dir/two.mm.gz" | grep -q ' 1\.52137'; }
compressed_pipe() { gzip -c "$dir/two.mm" | "$KATACHI" mm -q -i - | grep -q ' 1\.52137'; }
check "on standard input, too" compressed_file
check "and from a pipe" compressed_pipe
head -c 40 "$dir/two.mm.gz" >"$dir/cut.mm.gz"
expect 1 'cut.mm.gz. is damaged or cut short' "and one that is cut short refused" \
    "$KATACHI" mm --import "$dir/cut.mm.gz"
expect 1 'no-such.mm' "a missing file is named" "$KATACHI" mm --import "$dir/no-such.mm"
printf '! 4\n2\n2 a\n2 b\n!\n#\n0 2\n0 2\n1 3\n#\n0 3\n0 3\n1 2\n' >"$dir/even.mm"
expect 0 '^ *2 +1 +0\.00 +1 +b$' "as good as gamma 1 is 0 Elo, not -0" \
    "$KATACHI" mm --quiet --prior 1e-6 --import "$dir/even.mm"
# Each of 300 players beats the next: strengths that no number holds, far beyond where a fit may end early.
{
    printf '! 300\n1\n300 player\n!\n'
    for ((i = 0; i < 299; i++)); do printf '#\n%d\n%d\n%d\n' $i $i $((i + 1)); done
} >"$dir/ladder.mm"
beyond_numbers() {
    "$KATACHI" mm -q --json --prior 1e-6 --tolerance 1e-3 --import "$dir/ladder.mm" >"$dir/ladder" &&
        awk '/"largest_step"/ { small = $2 + 0 <= 1e-3 } /"converged": true/ { told = 1 }
             /"gamma": 1.797[0-9]*e[+]?308/ { most = 1 } /"gamma":/ { n++ }
             END { exit !(small && told && most && n == 300) }' "$dir/ladder"
}
check "gammas beyond all numbers are found, and shown as the largest" beyond_numbers
expect 0 'stopped after 1 iteration before reaching the tolerance' "an early end is told" \
    "$KATACHI" mm -q --iterations 1 --import "$dir/two.mm"
expect 0 'because rounding hides any gain; a log gamma would' "and an end that rounding forces" \
    "$KATACHI" mm -q --tolerance 1e-12 --prior 1e-6 --import "$dir/ladder.mm" --iterations 100000
# as many features as the format allows, one gamma each: two thousand million pairs of them
awk 'BEGIN { n = 65536; print "! " n "\n" n; for (i = 0; i < n; i++) print "1 f"; print "!"
             for (i = 0; i + 3 < n; i += 4) printf "#\n%d %d\n%d %d\n%d %d\n", i, i + 1, i, i + 1, i + 2, i + 3 }' \
    >"$dir/wide.mm"
case $KATACHI in *sanitize*) limit=150 ;; *) limit=15 ;; esac # seconds of processor time
expect 0 '16384 competitions, 65536 gammas' "not every pair of features is tried" \
    bash -c "ulimit -t $limit; exec '$KATACHI' mm -q --iterations 1 --import '$dir/wide.mm'"
printf '#\n0\n0\n7\n' >>"$dir/two.mm"
expect 1 'two.mm, line 24: a number outside 0 \.\. 1' "a fault is named with its line" \
    "$KATACHI" mm --import "$dir/two.mm"
expect 1 'No space left on device' "a full disk is told" \
    bash -c "printf '! 1\n1\n1 a\n!\n#\n0\n0\n' | '$KATACHI' mm --import - >/dev/full"
tap_end
