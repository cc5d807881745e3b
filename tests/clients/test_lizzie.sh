# katachi gtp in Lizzie, with its window on a virtual display: LIZZIE names a copy of
# github.com/featurecat/lizzie, which is compiled here with Debian's libandroid-json-java,
# libjhlabs-filters-java and libjuniversalchardet-java.
. "$(dirname "$0")/../support/tap.sh"
java=/usr/share/java
jars=$java/com.android.json.jar:$java/jhlabs-filters.jar:$java/juniversalchardet.jar
if [ ! -f "${LIZZIE:-/nonexistent}/src/main/java/featurecat/lizzie/Lizzie.java" ]; then
    tap_skip "Lizzie" "LIZZIE does not name a copy of it"
    tap_end
elif ! command -v javac >/dev/null || ! command -v xvfb-run >/dev/null; then
    tap_skip "Lizzie" "javac or xvfb-run is not installed"
    tap_end
elif ! ls ${jars//:/ } >/dev/null 2>&1; then
    tap_skip "Lizzie" "its libraries are not in $java"
    tap_end
fi

cp -r "$LIZZIE/src/main" "$dir/lizzie"
chmod -R u+w "$dir/lizzie"
mkdir "$dir/classes"
cp -r "$dir"/lizzie/resources/* "$dir/classes"
# Its window for servers needs libraries that Debian lacks, and is not opened.  Android's org.json
# has checked exceptions, does not read from streams and is not iterable.
echo 'package featurecat.lizzie.gui; public class OnlineDialog extends javax.swing.JDialog {}' \
    >"$dir/lizzie/java/featurecat/lizzie/gui/OnlineDialog.java"
mkdir -p "$dir/lizzie/java/org/json"
echo 'package org.json; public class JSONException extends RuntimeException {
    public JSONException(String why) { super(why); }
    public JSONException(String why, Throwable cause) { super(why, cause); }
    public JSONException(Throwable cause) { super(cause); }
}' >"$dir/lizzie/java/org/json/JSONException.java"
sed -i -e 's/new JSONTokener(fp)/new JSONTokener(new String(fp.readAllBytes(), "UTF-8"))/' \
    -e 's/m.forEach(a -> \(.*\)add(new Double(a.toString())));/for (int i = 0; i < m.length(); i++) \1add(m.optDouble(i));/' \
    "$dir"/lizzie/java/featurecat/lizzie/{Config,theme/Theme}.java
if ! javac -nowarn -encoding UTF-8 -cp "$jars" -d "$dir/classes" $(find "$dir/lizzie/java" -name '*.java') \
    tests/clients/{Drive,LizzieDrive}.java 2>"$dir/log"; then
    tap_not_ok "Lizzie compiles" "$(grep -A2 error "$dir/log" | head -20)"
    tap_end
fi

drive() { # KATAGO-OR-LEELAZ
    local here=$dir/$1
    mkdir "$here"
    cat >"$here/config.txt" <<END
{"leelaz": {"engine-command": "$KATACHI gtp --quiet --pose-as $1 --threads 1 --memory 200M",
            "network-file": "none", "engine-command-list": []},
 "ui": {"board-size": 9}}
END
    (cd "$here" && xvfb-run -a -s "-screen 0 1280x1024x24" java -Duser.language=en -Duser.home="$here" \
        -cp "$dir/classes:$jars" LizzieDrive "$1" "$here/window.png" 2>"$here/errors") >"$here/out"
    [ -n "${KEEP:-}" ] && cp "$here/window.png" "$KEEP/lizzie-$1.png"
    grep -q '^1\.\.' "$here/out" || sed 's/^/# /' "$here/errors"
}
for name in katago leelaz; do
    drive $name
    while read -r line; do
        case $line in
        "ok "*) tap_ok "posing as $name: ${line#* - }" ;;
        "not ok "*) tap_not_ok "posing as $name: ${line#* - }" ;;
        "# "*) echo "$line" ;;
        esac
    done <"$dir/$name/out"
    [ "$(tail -1 "$dir/$name/out" | cut -c1-3)" = "1.." ] || tap_not_ok "Lizzie comes to its end" "$name"
done
tap_end
