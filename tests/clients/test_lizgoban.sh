# katachi gtp with the engine part of LizGoban: LIZGOBAN names a copy of
# github.com/kaorahi/lizgoban.
. "$(dirname "$0")/../support/tap.sh"
need_node "LizGoban"
if [ ! -f "${LIZGOBAN:-/nonexistent}/src/engine.js" ]; then
    tap_skip "LizGoban" "LIZGOBAN does not name a copy of it"
else
    node tests/clients/lizgoban.js "$LIZGOBAN" "$KATACHI" "$dir"
    exit $?
fi
tap_end
