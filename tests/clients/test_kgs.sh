# katachi gtp in the order of commands of KGS's client: see kgs.py, also about what it is not.
. "$(dirname "$0")/../support/tap.sh"
if ! command -v python3 >/dev/null; then
    tap_skip "a session of KGS's client" "python3 is not installed"
    tap_end
fi
python3 tests/clients/kgs.py "$KATACHI"
exit $?
