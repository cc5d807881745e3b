# The modules of the page of katachi web that know neither browser nor server: SGF, trees of
# variations, names of points, overlays.
. "$(dirname "$0")/../support/tap.sh"
need_node "the page's modules"
node --test-reporter=tap tests/web/page_modules.mjs >"$dir/out" 2>&1
code=$?
grep -E '^((not )?ok |    |  [a-z])' "$dir/out" | sed 's/^ /# /'
tap_count=$(grep -cE '^(not )?ok ' "$dir/out")
[ $code -eq 0 ] || { tap_failed=1; [ "$tap_count" -gt 0 ] || tap_not_ok "the modules load" "$(cat "$dir/out")"; }
tap_end
