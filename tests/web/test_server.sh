# katachi web: who may ask the server, and what it answers.
. "$(dirname "$0")/../support/tap.sh"

if ! "$KATACHI" version | grep -q 'libmicrohttpd: yes'; then
    expect 2 'apt-get install libmicrohttpd-dev' "without libmicrohttpd it says what is missing" \
        "$KATACHI" web
    tap_end
fi
expect 1 "no-such: cannot show: No such file" "a folder that is not there" \
    "$KATACHI" web --no-browser "$dir/no-such"
expect 1 "README.md.* no game found" "a file that is no game" "$KATACHI" web --no-browser README.md
: >"$dir/empty.sgf"
expect 1 "the file is empty" "an empty file" "$KATACHI" web --no-browser "$dir/empty.sgf"
expect 1 "null is neither a folder nor a file" "a device" "$KATACHI" web --no-browser /dev/null
head -c 9000000 /dev/zero >"$dir/long.sgf"
expect 1 "long.sgf is larger than 8 MB" "a file that the page would refuse" \
    "$KATACHI" web --no-browser "$dir/long.sgf"
expect 1 "cannot open 'no-such.bin.gz'" "a network that is not there" "$KATACHI" web --no-browser --net no-such.bin.gz
expect 1 "cannot open 'no-such.gammas'" "gammas that are not there" "$KATACHI" web --no-browser --gammas no-such.gammas
expect 1 "cannot open 'no-such.book'" "a book that is not there" "$KATACHI" web --no-browser --book no-such.book
expect 2 "rank has no effect here" "a rank, which the page asks for" "$KATACHI" web --no-browser --rank 5k
expect 2 "move-time has no effect here" "seconds per move, which the page asks for" "$KATACHI" web --no-browser --move-time 3
expect 2 "unknown backend 'gpu9'" "a backend that is none" "$KATACHI" web --no-browser --backend gpu9
expect 2 "is not a numeric address" "an address that is none" \
    "$KATACHI" web --no-browser --listen example
expect 1 "cannot listen on 192.0.2.1, port 8361: Cannot assign" "an address of another machine" \
    "$KATACHI" web --no-browser --listen 192.0.2.1
serve() { # VARIABLE=VALUE... -- until it waits for the browser; no desktop but one in the variables
    : >"$dir/served"
    env DISPLAY= WAYLAND_DISPLAY= "$@" "$KATACHI" web >"$dir/served" 2>&1 &
    local server=$!
    wait_for 60 grep -q 'Ctrl-C ends the program' "$dir/served"
    kill -INT $server
    wait $server
    local code=$?
    cat "$dir/served"
    return $code
}
without_address() { # nobody could open the page
    env DISPLAY= WAYLAND_DISPLAY= "$(command -v timeout)" 60 "$KATACHI" web >/dev/full
}
expect 1 "cannot print the address of the page: No space left" "an address that cannot be printed" without_address
mkdir "$dir/desktop" "$dir/bare"
printf '#!/bin/sh\necho "$1" >"%s/opened"\n' "$dir" >"$dir/desktop/xdg-open"
chmod +x "$dir/desktop/xdg-open"
expect 0 "the page opens in the browser" "a desktop opens the page" serve DISPLAY=:7 PATH="$dir/desktop:$PATH"
check "the browser is told the address with its token" \
    wait_for 20 grep -qs '^http://.*/?token=.' "$dir/opened"
expect 0 "open this address in a browser" "a desktop that has nothing to open it" serve DISPLAY=:7 PATH="$dir/bare"
expect 0 "open this address in a browser" "no desktop" serve PATH="$dir/desktop:$PATH"
if ! command -v python3 >/dev/null; then
    tap_skip "requests, sessions and attacks" "python3 is not installed"
    tap_end
fi
python3 tests/web/talk.py "$KATACHI" "$dir" $((tap_count + 1))
exit $?
