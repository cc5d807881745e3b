# katachi gtp on a real CGOS server: CGOS names a copy of github.com/zakki/cgos,
# GAMES how many games are played, SECONDS_EACH the clock of a side.
# Needs Python's sqlite3 and passlib.
. "$(dirname "$0")/../support/tap.sh"
if [ ! -d "${CGOS:-/nonexistent}/server-python" ]; then
    tap_skip "games on a CGOS server" "CGOS does not name a copy of its server"
elif ! /usr/bin/python3 -c 'import passlib, sqlite3' 2>/dev/null; then
    tap_skip "games on a CGOS server" "/usr/bin/python3 has no passlib"
else
    /usr/bin/python3 tests/clients/cgos.py "$CGOS" "$KATACHI" "${GAMES:-2}" "${SECONDS_EACH:-20}" "$dir"
    exit $?
fi
tap_end
