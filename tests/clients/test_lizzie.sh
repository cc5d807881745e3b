# katachi gtp in Lizzie, with its window on a virtual display: LIZZIE names a copy of
# github.com/featurecat/lizzie, which is compiled here with Debian's libandroid-json-java,
# libjhlabs-filters-java and libjuniversalchardet-java.
. "$(dirname "$0")/../support/tap.sh"
. tests/clients/java.sh
jars=$java/com.android.json.jar:$java/jhlabs-filters.jar:$java/juniversalchardet.jar
need_window Lizzie LIZZIE src/main/java/featurecat/lizzie/Lizzie.java "$jars"

cp -r "$LIZZIE/src/main" "$dir/lizzie"
chmod -R u+w "$dir/lizzie"
mkdir "$dir/classes"
cp -r "$dir"/lizzie/resources/* "$dir/classes"
# Its window for servers needs libraries that Debian lacks, and is not opened.  Android's org.json
# has checked exceptions, does not read from streams and is not iterable.
echo 'package featurecat.lizzie.gui; public class OnlineDialog extends javax.swing.JDialog {}' \
    >"$dir/lizzie/java/featurecat/lizzie/gui/OnlineDialog.java"
unchecked_json "$dir/lizzie/java"
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
    relay "posing as $1" "$here"
}
drive katago
drive leelaz
tap_end
