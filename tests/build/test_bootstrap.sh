# Missing packages: without those of the program nothing is built, without the others it is.
. "$(dirname "$0")/../support/tap.sh"

expect 0 '' "a compiler of two words is found" env CC="env gcc" scripts/bootstrap --check
expect 1 'these packages first: gcc' "one that is missing is not" env CC=no-such-compiler scripts/bootstrap --check
expect 1 'these packages first: pkg-config libarchive' "so is pkg-config, which can be another" \
    env PKG_CONFIG=no-such-pkg-config scripts/bootstrap --check
expect 2 '^  *scripts/bootstrap --check' "what it does not know installs nothing" scripts/bootstrap --help

# A system that is not Debian, with the pkg-config modules that it is given.
mkdir "$dir/bin"
for command in sh env id; do
    ln -s "$(command -v $command)" "$dir/bin/$command"
done
system() { # MODULES COMMAND...
    printf '#!/bin/sh\ncase " %s " in *" $2 "*) exit 0 ;; esac\nexit 1\n' "$1" >"$dir/bin/pkg-config"
    chmod +x "$dir/bin/pkg-config"
    shift
    env -u CI PATH="$dir/bin" CC=sh "$@"
}
modules="libarchive libzstd zlib jansson gsl"
expect 0 'not a Debian system' "it names what is missing" system "$modules" scripts/bootstrap
expect 0 'Going on without them' "and goes on if the program can be built" system "$modules" scripts/bootstrap
expect 1 'cannot be built without: libgsl-dev' "but not without GSL" system "${modules% gsl}" scripts/bootstrap
expect 1 'libcmocka-dev' "nor where everything is tested" system "$modules" env CI=1 scripts/bootstrap
tap_end
