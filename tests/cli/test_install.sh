# make install and uninstall into an empty folder, and the programs of doc/library.md,
# which know nothing but what is installed.
. "$(dirname "$0")/../support/tap.sh"

# Installs the build under test: nothing is compiled again.  Folders may have blanks in their names.
to="$dir/root/my apps/katachi"
BUILD=${BUILD:-$root/build/release}
CC=gcc
command -v gcc >/dev/null || CC=clang
libs="$(pkg-config --libs libarchive libzstd zlib gsl) -fopenmp -lm"
pkg-config --exists uchardet && libs+=" $(pkg-config --libs uchardet)"
echo '#include <oneapi/dnnl/dnnl.h>' | $CC -E -x c - >/dev/null 2>&1 && libs+=" -ldnnl"
run() {
    B=$BUILD PREFIX="/my apps/katachi" DESTDIR=$dir/root VERSION=0.1.0 LIBS=$libs scripts/install "$1" \
        api/katachi/*.h
}

check "make install" run install
desktop="share/applications/katachi.desktop share/icons/hicolor/scalable/apps/katachi.svg"
"$KATACHI" version | grep 'libmicrohttpd: yes' >/dev/null || desktop=
for file in bin/katachi $desktop lib/libkatachi.a lib/libkatachi.so.0 lib/pkgconfig/katachi.pc \
    include/katachi/katachi.h share/man/man1/katachi.1 share/man/man1/katachi-version.1 \
    share/bash-completion/completions/katachi share/zsh/site-functions/_katachi \
    share/fish/vendor_completions.d/katachi.fish share/doc/katachi/README.md \
    share/katachi/sample-9x9.sgf.gz; do
    check "$file is installed" test -s "$to/$file"
done
all_data() {
    local file
    for file in data/*.gz data/*.zst; do
        cmp "$file" "$to/share/katachi/${file#data/}" || return
    done
    [ ! -e "$to/share/katachi/README.md" ] && cmp data/README.md "$to/share/doc/katachi/data/README.md"
}
check "gammas, networks and games are installed" all_data
check "the installed program runs" "$to/bin/katachi" version
expect 0 'gammas: large' "in another place than PREFIX it finds its gammas" \
    env -u XDG_DATA_HOME HOME="$dir" sh -c 'cd / && "$1/bin/katachi" predict "$1/share/katachi/sample-9x9.sgf.gz"' sh "$to"
links_lead_somewhere() { # all but those with a colon, to other sites
    local page link missing
    missing=$(cd "$to/share/doc/katachi" &&
        grep -or --include='*.md' '](\([^)#:]*\)[)#]' . | while IFS=: read -r page link; do
            link=${link#??} link=${page%/*}/${link%?}
            [ -e "$link" ] || echo "$page: $link is missing"
        done)
    echo "$missing"
    [ -f "$to/share/doc/katachi/README.md" ] && [ -z "$missing" ]
}
check "the links of the installed pages lead to installed files" links_lead_somewhere

# Without DESTDIR the loader is told of the library.
loader_is_told() {
    mkdir "$dir/sbin" && printf '#!/bin/sh\ntouch "%s/told"\n' "$dir" >"$dir/sbin/ldconfig" &&
        chmod +x "$dir/sbin/ldconfig" && [ ! -e "$dir/told" ] &&
        PATH=$dir/sbin:$PATH B=$BUILD PREFIX=$dir/here DESTDIR= VERSION=0.1.0 LIBS=$libs scripts/install \
            install api/katachi/*.h && [ -e "$dir/told" ] && rm -r "$dir/here"
}
check "the loader is told of the new library" loader_is_told

# What make hands to the script, word by word.
by_make() { # ARGUMENT... -- folders, and the libraries that programs need
    env -u MAKEFLAGS -u MAKELEVEL make -n "$@" | tail -2 |
        sed 's/ scripts\/install .*/ printenv PREFIX DESTDIR LIBS/' | sh
}
make_keeps_blanks() {
    [ "$(by_make install PREFIX="/my apps/katachi" DESTDIR="/tmp/a b" LDLIBS="-lz -ljansson")" = "/my apps/katachi
/tmp/a b
-lz" ]
}
check "make hands on folders with blanks" make_keeps_blanks
no_sysroot() { # the folder in which the libraries for another processor lie on this machine
    [ "$(PKG_CONFIG_SYSROOT_DIR=/arm by_make install PREFIX=/usr DESTDIR=/tmp/a LDLIBS="-L/arm/usr/lib -lz" | tail -1)" = -lz ]
}
check "programs for another system do not look where this one keeps its libraries" no_sysroot
expect 2 'absolute path, not ~/katachi' "a folder below ~ that no shell has expanded is refused" \
    env B="$BUILD" PREFIX='~/katachi' DESTDIR= scripts/install install
expect 2 'LIBDIR must be a path below PREFIX, .*not /usr/lib64' "an absolute LIBDIR, which would be put below PREFIX, is refused" \
    env B="$BUILD" PREFIX=/usr DESTDIR="$dir/absolute" LIBDIR=/usr/lib64 scripts/install install
with_program() { # SCRIPT DESTDIR -- installs this as the program
    mkdir -p "$dir/stub" && touch "$dir/stub/libkatachi.a" "$dir/stub/libkatachi.so" &&
        printf '#!/bin/sh\n%s\n' "$1" >"$dir/stub/katachi" && chmod +x "$dir/stub/katachi" &&
        B=$dir/stub PREFIX=/usr DESTDIR=$2 VERSION=0.1.0 LIBS= scripts/install install
}
expect 1 '' "a program that cannot write its manual pages is not installed in silence" \
    with_program "exit 1" "$dir/half"
own_settings() { # TEXT -- a file of settings with this text
    mkdir -p "$dir/settings/katachi" && echo "$1" >"$dir/settings/katachi/config" &&
        ! XDG_CONFIG_HOME=$dir/settings "$KATACHI" corpus stats data/sample-9x9.sgf.gz | grep '^300 games' &&
        XDG_CONFIG_HOME=$dir/settings DESTDIR=$dir/settled PREFIX=/usr B=$BUILD VERSION=0.1.0 LIBS= \
            scripts/install install && diff -r "$to/share" "$dir/settled/usr/share" && rm -r "$dir/settled"
}
check "the settings of who installs do not change what is installed" own_settings "json = yes"
check "nor do faults in them" own_settings "json"
emulated() { # the program is not executable, as that for another processor is not
    mkdir -p "$dir/arm/build" && touch "$dir/arm/build/libkatachi.a" "$dir/arm/build/libkatachi.so" &&
        echo 'echo "$*"' >"$dir/arm/build/katachi" &&
        B=$dir/arm/build RUNNER="env sh" PREFIX=/usr DESTDIR=$dir/arm VERSION=0.1.0 LIBS= scripts/install install &&
        grep -qx 'help --man' "$dir/arm/usr/share/man/man1/katachi.1"
}
check "the program for another processor writes its pages in an emulator" emulated
no_page() {
    with_program "echo libmicrohttpd: no" "$dir/no-page" && [ -x "$dir/no-page/usr/bin/katachi" ] &&
        [ ! -e "$dir/no-page/usr/share/applications" ]
}
check "without the page there is no entry for desktops, which would open nothing" no_page

formats() { [ -z "$(man --warnings -l "$1" 2>&1 >/dev/null)" ]; }
if command -v man >/dev/null && command -v groff >/dev/null; then
    check "the manual page formats without a warning" formats "$to/share/man/man1/katachi-help.1"
else
    tap_skip "the manual page formats without a warning" "man or groff is not installed"
fi

# ---- the library ----

names_of() { # NM-OPTIONS FILE -- the names that it shows
    nm $1 --defined-only "$2" | awk 'NF == 3 { print $3 }' | sort -u
}
declared() { # the functions of the headers; katachi_progress is a type
    grep -oh 'katachi_[a-z_]*(' "$to"/include/katachi/*.h | tr -d '(' | grep -vx katachi_progress | sort -u
}
exports() { # NM-OPTIONS FILE
    declared >"$dir/declared" && [ -s "$dir/declared" ] && names_of "$@" | diff "$dir/declared" -
}
examples() { # each C program of the page into a file of the name in its first line
    awk -v dir="$dir" '/^```/ { file = ""; inside = !inside; next }
        inside && !file { split($2, name, " "); file = dir "/" name[1] }
        inside { print > file }' "$to/share/doc/katachi/doc/library.md"
    test -s "$dir/predict.c" && test -s "$dir/play.c" && test -s "$dir/evaluate.c"
}
pkg() { PKG_CONFIG_PATH=$to/lib/pkgconfig pkg-config --define-variable=prefix="$to" "$@" katachi; }
plain="-std=c11 -O1 -Wall -Wextra -pedantic -Werror"
shared() { eval "$CC $plain '$dir/$1.c' $(pkg --cflags --libs) -o '$dir/$1'"; }
static() { # libkatachi.a; the libraries of others stay shared
    eval "$CC $plain '$dir/$1.c' $(pkg --static --cflags --libs | sed s/-lkatachi/-l:libkatachi.a/) \
        -o '$dir/$1-static'" &&
        ! ldd "$dir/$1-static" | grep libkatachi
}
headers_alone() {
    local header
    for header in "$to"/include/katachi/*.h; do
        echo "#include <katachi/${header##*/}>" >"$dir/alone.c"
        eval "$CC -std=c99 -Wall -Wextra -pedantic -Werror $(pkg --cflags) -c '$dir/alone.c' \
            -o '$dir/alone.o'" || return
    done
}
from_cxx() {
    printf '#include <katachi/katachi.h>\nint main() { return katachi_point(9, "J1") != 80; }\n' \
        >"$dir/alone.cc"
    eval "g++ -std=c++11 -Wall -Wextra -pedantic -Werror '$dir/alone.cc' $(pkg --cflags --libs) \
        -o '$dir/alone'" && "$dir/alone"
}
# The prediction of the installed program for the same move.
same_prediction() {
    "$1" "$game" >"$dir/predicted" &&
        "$to/bin/katachi" show --position "$game" --move 20 >"$dir/shown" &&
        [ "$(awk '$1 == 20 { print $4, $7 }' "$dir/predicted")" = \
            "$(sed -n 's/^played: .*, \(.*\) %, rank \([0-9]*\) of.*/\1 \2/p' "$dir/shown")" ]
}
against_itself() {
    "$1" 5 30 self "$dir/played.sgf" >"$dir/out" && tail -1 "$dir/out" | grep -q ' by .* points' &&
        "$to/bin/katachi" corpus check "$dir/played.sgf"
}
against_user() { printf 'C3\nc3\nundo\nC3\npass\n' | "$1" 5 30 black | grep 'c3 is not a move here'; }
network_view() {
    "$1" "$dir/net.bin.gz" "$game" 20 >"$dir/out" && grep -q ' to move$' "$dir/out" &&
        [ "$(grep -c '^[A-HJ]\?[1-9pas]* .* %$' "$dir/out")" = 5 ]
}

export XDG_DATA_HOME=$to/share LD_LIBRARY_PATH=$to/lib
programs="the programs of doc/library.md"
case "$BUILD" in
*sanitize* | *tsan*) tap_skip "$programs" "sanitizer build" ;;
*)
    check "the shared library exports the functions of its headers, no more" exports -D "$to/lib/libkatachi.so"
    check "the static library exports the functions of its headers, no more" exports -g "$to/lib/libkatachi.a"
    check "$programs are found" examples
    check "each header stands alone, in C99" headers_alone
    if command -v g++ >/dev/null; then
        check "the headers are C++, too" from_cxx
    else
        tap_skip "the headers are C++, too" "g++ is not installed"
    fi
    game=$to/share/katachi/sample-9x9.sgf.gz
    "$to/bin/katachi" net random --shape 2x16 -o "$dir/net.bin.gz" 2>/dev/null
    cd "$dir" || exit 2 # where there is no data/
    for kind in shared static; do
        suffix=$([ $kind = static ] && echo -static)
        for program in predict play evaluate; do
            check "$program.c compiles, $kind" $kind $program
        done
        check "predict agrees with katachi show, $kind" same_prediction "$dir/predict$suffix"
        check "play plays against itself, $kind" against_itself "$dir/play$suffix"
        check "play plays against a user, $kind" against_user "$dir/play$suffix"
        check "evaluate asks a network, $kind" network_view "$dir/evaluate$suffix"
    done
    expect 1 "predict: .*none.sgf" "an error is a sentence" "$dir/predict" none.sgf
    cd "$root" || exit 2
    ;;
esac

check "make uninstall" run uninstall
check "nothing is left" test -z "$(find "$dir/root" -type f -o -type l)"
tap_end
