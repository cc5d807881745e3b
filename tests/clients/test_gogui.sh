# katachi gtp in GoGui, clicked through on a virtual display: GOGUI names a copy of
# github.com/Remi-Coulom/gogui, which is compiled here.
. "$(dirname "$0")/../support/tap.sh"
. tests/clients/java.sh
need_window GoGui GOGUI src/net/sf/gogui/version/Version.java.in

mkdir "$dir/classes" "$dir/home" "$dir/pictures"
cp -r "$GOGUI/src" "$dir/src"
chmod -R u+w "$dir/src"
sed 's/@VERSION@/under test/' "$dir/src/net/sf/gogui/version/Version.java.in" \
    >"$dir/src/net/sf/gogui/version/Version.java"
# its icons are drawn when a release is made
images=$dir/src/net/sf/gogui/images
for icon in "$images"/*.svg; do
    for size in 8x8 16x16 24x24 32x32; do
        cp "$images/image-missing.png" "${icon%.svg}-$size.png"
    done
done
(cd "$dir/src" && tar -cf - $(find . -name '*.png' -o -name '*.properties' -o -name analyze-commands)) |
    tar -C "$dir/classes" -xf -
find "$dir/src" -name '*.java' >"$dir/sources"
if ! javac -nowarn -encoding UTF-8 -d "$dir/classes" "@$dir/sources" tests/clients/{Drive,GoGuiClicks}.java 2>"$dir/log"; then
    tap_not_ok "GoGui compiles" "$(grep error "$dir/log")"
    tap_end
fi
xvfb-run -a -s "-screen 0 1280x1024x24" java -ea -Duser.language=en -Duser.home="$dir/home" \
    -cp "$dir/classes" GoGuiClicks "$KATACHI gtp --playouts 300 --threads 1 --live-gfx" "$dir/pictures" \
    2>"$dir/log"
code=$?
[ $code = 0 ] || tail -20 "$dir/log" | sed 's/^/# /'
[ -n "${KEEP:-}" ] && cp "$dir"/pictures/* "$KEEP"
exit $code
