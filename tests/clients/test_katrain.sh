# katachi analysis with KaTrain without its windows: KATRAIN names a copy of
# github.com/sanderland/katrain.  Needs Python's chardet.
. "$(dirname "$0")/../support/tap.sh"
for python in python3 /usr/bin/python3 ""; do
    [ -n "$python" ] && "$python" -c 'import chardet' 2>/dev/null && break
done
if [ ! -f "${KATRAIN:-/nonexistent}/katrain/core/engine.py" ]; then
    tap_skip "KaTrain" "KATRAIN does not name a copy of it"
elif [ -z "$python" ]; then
    tap_skip "KaTrain" "python3 is not installed, or without chardet"
else
    "$python" tests/clients/katrain.py "$KATRAIN" "$KATACHI" "$root/data"
    exit $?
fi
tap_end
