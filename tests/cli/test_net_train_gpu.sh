# katachi net train on a GPU that is lost: tests/plugin/fragile.c stands in for plug-in and driver.
. "$(dirname "$0")/../support/tap.sh"
BUILD=${BUILD:-$root/build/check}
fragile=$BUILD/tests/plugin/katachi-cudnn.so

case $BUILD in
*sanitize* | *tsan*) tap_skip "a GPU that is lost while a network learns" "sanitizer build" && tap_end ;;
esac
gzip -dc data/sample-9x9.sgf.gz | head -12 >"$dir/some.sgf"
cd "$dir" || exit 2

# train LANES OPTION... -- on a GPU that computes so many lanes' gradients and then no more; as a
# library that is loaded already it is the driver, too
train() {
    LD_PRELOAD=$fragile KATACHI_PLUGINS=$(dirname "$fragile") KATACHI_FRAGILE=$1 \
        "$KATACHI" net train -q -j 1 --shape 1x8 --batch 64 "${@:2}" some.sgf
}

[ -e /dev/nvidiactl ] || # else it is not missing
    expect 1 'no NVIDIA driver' "without a GPU it says what is missing" \
    "$KATACHI" net train -q -b cudnn --rows 64 -o none.bin.gz some.sgf
expect 0 'rows with cudnn' "a GPU comes first" train 1000 --rows 64 --held-out 0.3 -o a.bin.gz
expect 0 'rows with reference' "unless another way is named" \
    train 0 --rows 64 --held-out 0.3 -b reference -o a.bin.gz

expect 0 'games with' "one that lasts" train 1000 --rows 3200 -o whole.bin.gz
expect 1 'fallen off the bus; what was learned before is saved in lost.bin.gz.learn' "one that is lost" \
    train 40 --rows 3200 -o lost.bin.gz
check "leaves no network" [ ! -e lost.bin.gz ]
expect 0 'games with' "and the training goes on" train 1000 --rows 3200 --resume -o lost.bin.gz
check "as if nothing had happened" sh -c \
    'gzip -dc lost.bin.gz >lost && gzip -dc whole.bin.gz >whole && cmp lost whole'
expect 1 'fallen off the bus$' "one that never worked leaves nothing" train 0 --rows 640 -o never.bin.gz
check "to go on from" [ ! -e never.bin.gz.learn ]
tap_end
