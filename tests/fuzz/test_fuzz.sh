# Runs every fuzz target for $FUZZ_SECONDS on its seeds alone, see scripts/fuzz; a finding leaves
# its input in build/fuzz-clang/findings.
. "$(dirname "$0")/../support/tap.sh"

seconds=${FUZZ_SECONDS:-0}
export FUZZ_CORPUS=$dir/corpus # what hours of fuzzing have learned takes minutes to read
for source in tests/fuzz/fuzz_*.c; do
    name=$(basename "$source" .c)
    if [ ! -x "build/fuzz-clang/tests/fuzz/$name" ] || [ "$seconds" -eq 0 ]; then
        tap_skip "$name" "not built, or no time given in FUZZ_SECONDS"
    else
        check "$name runs $seconds s without a finding" scripts/fuzz "${name#fuzz_}"
    fi
done
tap_end
