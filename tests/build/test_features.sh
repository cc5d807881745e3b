# A library that was installed after the first make is used by the next.
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
tap_end
