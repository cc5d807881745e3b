# The sum of the test results, and what counts as a failure.
. "$(dirname "$0")/../support/tap.sh"

results_of() { # SCRIPT-TEXT... -- runs these as test scripts
    local i=0
    for text; do
        echo "$text" >"$dir/script$((i += 1))"
    done
    scripts/run-tests no-build $(seq -f "$dir/script%g" $i)
}
good="echo ok 1 - a; echo 1..1"
expect 0 '^2 passed, 0 failed, 0 skipped$' "results are added up" results_of "$good" "$good"
expect 0 '^1 passed, 0 failed, 1 skipped$' "skipped tests are counted" \
    results_of "echo ok 1 - a; echo ok 2 - b '# SKIP' no c; echo 1..2"
expect 0 ' b # SKIP no c' "and say why" results_of "echo ok 1 - a; echo ok 2 - b '# SKIP' no c; echo 1..2"
expect 1 '^2 passed, 1 failed, ' "a failure is one" \
    results_of "$good" "echo ok 1 - a; echo not ok 2 - b; echo 1..2; exit 1"
expect 1 '^1 passed, 1 failed, ' "so is a crash" results_of "echo ok 1 - a; echo 1..1; kill -SEGV \$\$"
expect 1 '^1 passed, 1 failed, ' "and a test that ends before its plan" results_of "echo ok 1 - a; echo 1..2"
expect 1 '^0 passed, 1 failed, ' "and one without a plan" results_of "exit 0"
slow() { TEST_SECONDS=1 results_of "echo ok 1 - a; echo 1..2; sleep 20"; }
expect 1 '# stopped after 1 s' "one that does not end is stopped" slow
expect 1 '^1 passed, 1 failed, ' "and a failure" slow
expect 1 '^0 passed, 0 failed, ' "no tests are no success" results_of
no_folder() { # for temporary files: nothing runs, and nothing is written elsewhere
    echo "touch '$dir/ran'; $good" >"$dir/script1"
    TMPDIR=$dir/none scripts/run-tests no-build "$dir/script1" >"$dir/out" 2>&1
    [ $? -eq 2 ] && grep -q 'none' "$dir/out" && [ ! -e "$dir/ran" ]
}
check "without a folder for temporary files no test runs" no_folder
tap_end
