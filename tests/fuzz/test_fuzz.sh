# Runs every fuzz target for $FUZZ_SECONDS on its seeds; a crash leaves its
# input in build/fuzz-clang/.
. "$(dirname "$0")/../support/tap.sh"

seconds=${FUZZ_SECONDS:-0}
for source in tests/fuzz/fuzz_*.c; do
    [ -f "$source" ] || continue
    name=$(basename "$source" .c)
    program=build/fuzz-clang/tests/fuzz/$name
    seeds=tests/fuzz/seeds/${name#fuzz_}
    if [ ! -x "$program" ] || [ "$seconds" -eq 0 ]; then
        tap_skip "$name" "not built, or no time given in FUZZ_SECONDS"
        continue
    fi
    mkdir -p "$dir/$name"
    check "$name runs $seconds s without a fault" "$program" -max_total_time="$seconds" \
        -timeout=25 -rss_limit_mb=4096 -max_len=65536 -print_final_stats=1 \
        -artifact_prefix="build/fuzz-clang/$name-" "$dir/$name" $([ -d "$seeds" ] && echo "$seeds")
done
tap_end
