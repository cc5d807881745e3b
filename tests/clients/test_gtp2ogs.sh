# katachi gtp with gtp2ogs on a server that stands in for OGS: GTP2OGS names a bundle of
# github.com/online-go/gtp2ogs: src/main.ts and what it requires in one file, for instance by esbuild
# (goban-engine is src/engine of github.com/online-go/goban).
. "$(dirname "$0")/../support/tap.sh"
need_node "gtp2ogs"
if [ ! -f "${GTP2OGS:-/nonexistent}" ]; then
    tap_skip "gtp2ogs" "GTP2OGS does not name a bundle of it"
else
    node tests/clients/gtp2ogs.js "$GTP2OGS" "$KATACHI" "$dir"
    exit $?
fi
tap_end
