# The page of katachi web in a real browser: games, reviews, overlays, lost servers, hostile files.
# Needs chromium, node, and the npm packages that scripts/fetch-browser-driver puts under build/npm (or
# KATACHI_NODE_MODULES names their folder).
. "$(dirname "$0")/../support/tap.sh"
modules=${KATACHI_NODE_MODULES:-$root/build/npm/node_modules}
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
need_node "the page in a browser"
if [ -z "$browser" ]; then
    tap_skip "the page in a browser" "chromium is not installed"
elif [ ! -d "$modules/playwright-core" ] || [ ! -d "$modules/axe-core" ]; then
    tap_skip "the page in a browser" "playwright-core is not there; scripts/fetch-browser-driver gets it"
elif ! "$KATACHI" version | grep -q "libmicrohttpd: yes"; then
    tap_skip "the page in a browser" "built without libmicrohttpd"
else
    # browsers make the folders that these name
    HOME=$dir XDG_CONFIG_HOME=$dir/config XDG_CACHE_HOME=$dir/cache \
        node tests/web/browser/run.mjs "$modules" "$browser" "$KATACHI" "$dir" >"$dir/out" 2>&1
    code=$?
    cat "$dir/out"
    tap_count=$(grep -cE '^(not )?ok ' "$dir/out")
    [ $code -eq 0 ] || tap_failed=1
fi
tap_end
