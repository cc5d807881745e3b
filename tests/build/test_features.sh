# Which optional libraries make finds; one that was installed after the first make is used by the next.
# The compiler's flags, and what is built again when they change.  What make bench runs.
. "$(dirname "$0")/../support/tap.sh"

# A compiler that only notes what it is given.
cat >"$dir/cc" <<'END'
#!/bin/sh
while [ $# -gt 0 ]; do
    case $1 in
    -c) echo "$2" >>"${0%/*}/compiled" ;;
    -o) : >"$2" ;;
    esac
    shift
done
END
chmod +x "$dir/cc"
mkdir "$dir/b"
touch "$dir/b/packages"
build() { # LIBRARIES -- what make compiles where these optional libraries are installed
    : >"$dir/compiled"
    env -u MAKEFLAGS -u MAKELEVEL make -s CC="$dir/cc" B="$dir/b" HAVE="$1" DNNL= CUDA= \
        FOLDERS="base web" "$dir/b/internal.a" && sort "$dir/compiled"
}
no_page() { build "" >"$dir/without" && grep -q '^base/status.c' "$dir/without" && ! grep web/ "$dir/without"; }
check "without libmicrohttpd there is no page" no_page
expect 0 '^$' "what is compiled stays so" build ""
expect 0 '^web/app.c' "with it, its users are compiled" build libmicrohttpd

# When make builds again what is there.
again() { # FLAGS [FILE] -- what is compiled with these flags, without this file
    : >"$dir/compiled"
    CFLAGS=$1 env -u MAKEFLAGS -u MAKELEVEL make -s CC="$dir/cc" AR="$dir/ar" B="$dir/c" HAVE= DNNL= CUDA= \
        FOLDERS=base LEFT_OUT="${2:-}" "$dir/c/internal.a" && sort "$dir/compiled"
}
printf '#!/bin/sh\nshift\necho "$@" >"$1"\n' >"$dir/ar" && chmod +x "$dir/ar"
mkdir "$dir/c" && touch "$dir/c/packages"
quoted="-DNAME='a \"b\" \\c'"
expect 0 '^base/status.c' "the first make compiles" again ""
expect 0 '^$' "the second has nothing to do" again ""
expect 0 '^base/status.c' "with other flags all is compiled again" again "$quoted"
expect 0 '^$' "those flags, too, are known the next time" again "$quoted"
expect 0 '^$' "a file that has gone compiles nothing" again "$quoted" base/utf8.c
gone() { grep -q base/status.o "$dir/c/internal.a" && ! grep base/utf8.o "$dir/c/internal.a"; }
check "and is in no archive" gone
page() { # FILE... -- takes the files of the page into the program where it consists of these
    env -u MAKEFLAGS -u MAKELEVEL make -s B="$dir/c" CUDA= OF_PAGE="$*" "$dir/c/web/page_files.c"
}
page_again() {
    page web/page/main.js web/page/api.js && : >"$dir/c/web/page_files.c" &&
        page web/page/main.js web/page/api.js && [ ! -s "$dir/c/web/page_files.c" ] &&
        page web/page/main.js && [ -s "$dir/c/web/page_files.c" ]
}
check "without one of its files the page is taken in again" page_again

# features HEADER -- what is compiled in if oneDNN's header holds this and there is no other
features() {
    mkdir -p "$dir/include/oneapi/dnnl"
    echo "$1" >"$dir/include/oneapi/dnnl/dnnl.h"
    [ -n "$1" ] || rm -r "$dir/include/oneapi"
    printf 'include Makefile\nshow:\n\t@echo features: $(FEATURES).\n' |
        env -u MAKEFLAGS -u MAKELEVEL make -s -f - show CC="gcc -nostdinc -I$dir/include" HAVE=
}
expect 0 '^features: -DHAVE_DNNL' "oneDNN 2 is used" features '#define DNNL_VERSION_MAJOR 2'
expect 0 '^features: -DHAVE_DNNL' "so is oneDNN 3" features '#define DNNL_VERSION_MAJOR 3'
expect 0 '^features: *\.$' "oneDNN 4, which nobody has seen, is not" features '#define DNNL_VERSION_MAJOR 4'
expect 0 '^features: *\.$' "nor is oneDNN where it is not installed" features ''

flags() { # VARIABLE=VALUE... -- how the board, which has flags of its own, is compiled
    env -u MAKEFLAGS -u MAKELEVEL make -n V=1 B="$dir/flags" CUDA= "$@" "$dir/flags/board/board.o" |
        grep -e '-c board/board.c'
}
all_flags() {
    local line
    line=$(flags "$@") && for flag in -Ione -Dtwo -Iapi -DNDEBUG -std=gnu11 -fopenmp -fno-tree-vectorize; do
        grep -qe " $flag" <<<"$line" || { echo "no $flag: $line"; return 1; }
    done
}
check "flags on the command line are added to the project's" all_flags CPPFLAGS=-Ione CFLAGS=-Dtwo
CPPFLAGS=-Ione CFLAGS=-Dtwo check "so are those of the environment" all_flags
expect 0 ' -O3 .* -O0 ' "flags of the user come after the project's, which they can change" flags CFLAGS=-O0
warnings() { # OUTCOME FLAGS -- whether warnings are errors; the compiler is one that is tested
    printf '#!/bin/sh\necho 12\n' >"$dir/gcc-12" && chmod +x "$dir/gcc-12"
    [ "$(flags CC="$dir/gcc-12" CFLAGS="$2" | grep -c -e -Werror)" = "$1" ]
}
check "warnings are errors" warnings 1 ""
check "with other flags, of which compilers may warn, they are not" warnings 0 -flto
page_flags() {
    env -u MAKEFLAGS -u MAKELEVEL make -n V=1 B="$dir/flags" CUDA= HAVE=libmicrohttpd CFLAGS=-flto \
        "$dir/flags/web/page_files.o" | grep -e '-flto .*-fno-lto .*page_files.c '
}
check "the assembler's names of the page are kept from -flto" page_flags
hidden_names() {
    env -u MAKEFLAGS -u MAKELEVEL make -n V=1 B="$dir/flags" CUDA= CC=gcc CFLAGS=-flto "$dir/flags/libkatachi.a" |
        grep -e '-r -nostdlib -flinker-output=nolto-rel '
}
check "so is the static library, whose other names could not be hidden" hidden_names
off() { # VALUE -- switches with this value
    printf 'include Makefile\nshow:\n\t@echo "$(NAME)/$(Q)"\n' |
        env -u MAKEFLAGS -u MAKELEVEL make -s -f - show CUDA= CC=gcc PORTABLE="$1" MPI="$1" V="$1"
}
for value in 0 no ''; do
    expect 0 '^release/@$' "PORTABLE, MPI and V are off with '$value'" off $value
done
assertions() { # in the tests, although another make calls theirs
    CFLAGS=-Dtwo env -u MAKEFLAGS -u MAKELEVEL make -n V=1 NAME=none CUDA= check-fast |
        grep -e '-c board/board.c' >"$dir/line" && grep -q -e '-Dtwo ' "$dir/line" && ! grep DNDEBUG "$dir/line"
}
check "with flags in the environment, tests still have assertions" assertions

plugin() { env -u MAKEFLAGS -u MAKELEVEL make -s B="$dir/plug-in" "$@" plugin; }
expect 0 'is not built: left out by CUDA=$' "CUDA= leaves the plug-in out" plugin CUDA=
expect 0 "is missing in $dir\$" "where CUDA is not, make says so" plugin CUDA_HOME="$dir"
no_config() { # else its programs would have no flags, and a misspelt sanitizer would find nothing
    ! env -u MAKEFLAGS -u MAKELEVEL make -n CONFIG=asan B="$dir/asan" CUDA= program >"$dir/said" 2>&1 &&
        grep -q 'no CONFIG=asan; use release, check, sanitize' "$dir/said"
}
check "a configuration that there is not is refused" no_config

no_mpi() { # another MPI's mpicc knows nothing of --showme
    printf '#!/bin/sh\nexit 1\n' >"$dir/mpicc" && chmod +x "$dir/mpicc" &&
        ! PATH=$dir:$PATH env -u MAKEFLAGS -u MAKELEVEL make -n MPI=1 B="$dir/mpi" program >"$dir/said" 2>&1 &&
        grep -q 'needs the compiler mpicc of Open MPI' "$dir/said"
}
check "MPI=1 without Open MPI says what is missing" no_mpi

no_repository() { # a source archive that was unpacked somewhere
    mkdir "$dir/unpacked" && cp Makefile "$dir/unpacked" &&
        ! GIT_CEILING_DIRECTORIES=$dir env -u MAKEFLAGS -u MAKELEVEL make -s -C "$dir/unpacked" dist >"$dir/said" 2>&1 &&
        grep -q 'need a git repository' "$dir/said" && [ ! -e "$dir/unpacked/build" ]
}
check "make dist without a repository makes no empty archive" no_repository

cat >"$dir/measure" <<'END'
#!/bin/sh
[ "$1" = help ] && exec "$KATACHI" "$@"
echo "$@"
"$KATACHI" "$@" --help | sed q | grep -qv ' [A-Z][A-Z]*\.\.\.$' # else an argument is missing
END
chmod +x "$dir/measure"
benches() { # what make bench runs, to the last one
    env -u MAKEFLAGS -u MAKELEVEL make -n CUDA= bench | sed -n '/help --list/,$p' |
        sed "s#build/katachi#'$dir/measure'#g" | sh
}
expect 0 '^bench search$' "make bench leaves out what needs games, and goes on" benches
tap_end
