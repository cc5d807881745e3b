#!/usr/bin/env bash
# The GPU plug-in from outside: what is said where it cannot be used, and, where it
# can, the golden answers in half precision and in float32.
. "$(dirname "$0")/../support/tap.sh"

nets=$root/../shared/nets
plugin=$(dirname "$KATACHI")/katachi-cudnn.so

expect 0 '^cudnn ' 'devices lists the backend cudnn' "$KATACHI" devices
KATACHI_PLUGINS=$dir expect 0 '^cudnn +an NVIDIA GPU' 'a wrong KATACHI_PLUGINS harms nothing' \
    "$KATACHI" devices
check "a network to measure" "$KATACHI" net random --shape 2x16 -o "$dir/net.bin"

gpu=
"$KATACHI" bench net --backend cudnn --seconds 0.1 "$dir/net.bin" >/dev/null 2>&1 && gpu=1
plays() { # OPTION... -- what a move says to people
    echo 'genmove b' | "$KATACHI" gtp --size 5 --playouts 2 --net "$dir/net.bin" "$@" 2>&1 >/dev/null
}
silent() { [ -z "$(plays "$@")" ]; }
no_word_of_it() { plays | grep -q 'computed by [a-z0-9]* on the CPU' && ! plays | grep -q cudnn; }
if [ -z "$gpu" ]; then
    expect 0 '^katachi: the network [^ ]+ is computed by [a-z0-9]+ on the CPU, for cudnn cannot' \
        'the search says in one sentence what it takes instead' plays --backend cudnn
    expect 0 ', for cudnn cannot be used: ' '--quiet does not hide that' plays -q --backend cudnn
    check 'but all else' silent -q
    check 'nobody who did not ask for a GPU hears of it' no_word_of_it
    expect 1 'install|nvidia-smi|build' 'without a GPU a sentence tells what to do' \
        "$KATACHI" bench net --backend cudnn --seconds 0.1 "$dir/net.bin"
fi

if [ -f "$plugin" ]; then
    check 'the plug-in exports its table' sh -c \
        "nm -D --defined-only '$plugin' | grep -q katachi_nn_plugin"
    check 'the program itself needs no CUDA' sh -c \
        "! readelf -d '$KATACHI' | grep NEEDED | grep -qE 'cuda|cudnn|cublas'"
else
    tap_skip 'the plug-in exports its table' "no $(basename "$plugin") in this build"
    tap_skip 'the program itself needs no CUDA' "no $(basename "$plugin") in this build"
fi

for golden in "$nets"/golden/*.json; do
    if [ ! -e "$golden" ]; then
        tap_skip 'golden answers on the GPU' '../shared/nets/golden is not there'
        break
    fi
    stem=$(basename "$golden" .json)
    net=$(find "$nets" -name "${stem#kata-}*.gz" | head -n 1)
    if [ -z "$gpu" ]; then
        tap_skip "golden answers of $stem on the GPU" 'no usable GPU'
    elif [ ! -f "$net" ]; then
        tap_skip "golden answers of $stem on the GPU" "no network for it in ../shared/nets"
    else
        check "golden answers of $stem in half precision" \
            "$KATACHI" net check --backend cudnn --golden "$golden" "$net"
        check "golden answers of $stem in float32" \
            "$KATACHI" net check --backend cudnn32 --golden "$golden" "$net"
    fi
done
tap_end
