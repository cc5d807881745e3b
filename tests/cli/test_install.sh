# make install and uninstall into an empty folder, and a program of another
# author that uses the installed library.
. "$(dirname "$0")/../support/tap.sh"

# Installs the build under test: nothing is compiled again.
to=$dir/root/opt/katachi
run() {
    B=$BUILD PREFIX=/opt/katachi DESTDIR=$dir/root VERSION=0.1.0 \
        LIBS="libarchive libzstd zlib jansson gsl" scripts/install "$1" $headers
}
headers=$(ls {base,board,patterns,sgf_corpus,mm_train}/*.h)
BUILD=${BUILD:-$root/build/release}
CC=gcc
command -v gcc >/dev/null || CC=clang

check "make install" run install
for file in bin/katachi lib/libkatachi.a lib/libkatachi.so.0 lib/pkgconfig/katachi.pc \
    include/katachi/board/board.h share/man/man1/katachi.1 share/man/man1/katachi-version.1 \
    share/bash-completion/completions/katachi share/doc/katachi/README.md \
    share/katachi/sample-9x9.sgf.gz; do
    check "$file is installed" test -s "$to/$file"
done
check "the installed program runs" "$to/bin/katachi" version

formats() { [ -z "$(man --warnings -l "$1" 2>&1 >/dev/null)" ]; }
if command -v man >/dev/null && command -v groff >/dev/null; then
    check "the manual page formats without a warning" formats "$to/share/man/man1/katachi-help.1"
else
    tap_skip "the manual page formats without a warning" "man or groff is not installed"
fi

cat >"$dir/user.c" <<'END'
#include <board/board.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    board *b = malloc(sizeof *b);
    board_init(b, 9);
    board_play(b, BLACK, board_point(b, 2, 2));
    printf("%d\n", b->n_empty);
    free(b);
}
END
export PKG_CONFIG_PATH=$to/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=
use_library() {
    $CC "$dir/user.c" $(pkg-config --define-variable=prefix="$to" --cflags --libs katachi) \
        -o "$dir/user" && [ "$(LD_LIBRARY_PATH=$to/lib "$dir/user")" = 80 ]
}
case "$BUILD" in
*sanitize* | *tsan*) tap_skip "a program uses the library through pkg-config" "sanitizer build" ;;
*) check "a program uses the library through pkg-config" use_library ;;
esac

check "make uninstall" run uninstall
check "nothing is left" test -z "$(find "$dir/root" -type f -o -type l)"
tap_end
