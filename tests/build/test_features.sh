# Which optional libraries make finds; one that was installed after the first make is used by the next.
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
tap_end
