# katachi gtp with the GTP client of the Sabaki GUI (npm package @sabaki/gtp),
# which scripts/fetch-sabaki puts under build/.
. "$(dirname "$0")/../support/tap.sh"
modules=$root/build/npm/node_modules
need_node "Sabaki's GTP client"
if [ ! -d "$modules/@sabaki/gtp" ]; then
    tap_skip "Sabaki's GTP client" "@sabaki/gtp is not there; scripts/fetch-sabaki gets it"
else
    node tests/cli/sabaki.js "$modules" "$KATACHI" >"$dir/out"
    code=$?
    cat "$dir/out"
    tap_count=$(grep -cE '^(not )?ok ' "$dir/out")
    [ $code -eq 0 ] || tap_failed=1
fi
tap_end
