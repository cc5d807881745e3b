# katachi gtp and katachi analysis in LizzieYzy, with its window on a virtual display: LIZZIEYZY
# names a copy of github.com/yzyray/lizzieyzy, which is compiled here with Debian's
# libandroid-json-java, libganymed-ssh2-java, libjhlabs-filters-java, libjuniversalchardet-java
# and libswingx-java.  KEEP names a folder for pictures of its window.
. "$(dirname "$0")/../support/tap.sh"
. tests/clients/java.sh
jars=$java/com.android.json.jar:$java/ganymed-ssh2.jar:$java/jhlabs-filters.jar:$java/juniversalchardet.jar:$java/swingx-core.jar
need_window LizzieYzy LIZZIEYZY src/main/java/featurecat/lizzie/analysis/AnalysisEngine.java "$jars"

cp -r "$LIZZIEYZY/src/main" "$dir/yzy"
chmod -R u+w "$dir/yzy"
mkdir "$dir/classes"
cp -r "$dir"/yzy/resources/* "$dir/classes"
# Its web browser and its window for servers need libraries that Debian lacks, and are not opened.
gui=$dir/yzy/java/featurecat/lizzie/gui
echo 'package featurecat.lizzie.gui; class BrowserFrame {
    BrowserFrame(String url, String title, boolean yike) throws java.io.IOException, InterruptedException {}
    void openURL(String url, String title, boolean yike) {}
}' >"$gui/BrowserFrame.java"
echo 'package featurecat.lizzie.gui; public class OnlineDialog extends javax.swing.JDialog {
    static boolean fromBrowser;
    OnlineDialog(java.awt.Window owner) {}
    public void stopSync() {}
    void paste() {}
    void applyChangeWeb(String url) {}
}' >"$gui/OnlineDialog.java"
sed -i -e '/^import me\.friwi/d' -e 's/(UnsupportedPlatformException/(java.io.IOException/' \
    -e '/^ *| CefInitializationException/,/^ *| IOException/d' "$gui/LizzieFrame.java"
# Android's org.json has checked exceptions, does not read from streams, knows neither float nor
# lists, and writes lists as strings.
unchecked_json "$dir/yzy/java"
echo 'package org.json; public class Lists {
    public static java.util.List<Object> of(JSONArray array) {
        java.util.List<Object> list = new java.util.ArrayList<>();
        for (int i = 0; i < array.length(); i++)
            list.add(array.get(i));
        return list;
    }
}' >"$dir/yzy/java/org/json/Lists.java"
grep -rlE 'optFloat|toList\(\)|JSONTokener' "$dir/yzy/java" | xargs sed -i -E \
    -e 's/new JSONTokener\((fp|reader)\)/new JSONTokener(new String(fp.readAllBytes(), "UTF-8"))/' \
    -e 's/((\w+\.)*\w+(\(\))?)\.optFloat\(/(float)\1.optDouble(/g' \
    -e 's/= (.*)\.toList\(\);/= org.json.Lists.of(\1);/' \
    -e 's/m\.forEach\(a -> (.*)add\(new Double\(a.toString\(\)\)\)\);/for (int i = 0; i < m.length(); i++) \1add(m.optDouble(i));/'
sed -i -E 's/request\.put\("(initialStones|moves|analyzeTurns)", (\w+)\)/request.put("\1", new JSONArray(\2))/' \
    "$dir/yzy/java/featurecat/lizzie/analysis/AnalysisEngine.java"
if ! javac -nowarn -encoding UTF-8 -cp "$jars" -d "$dir/classes" $(find "$dir/yzy/java" -name '*.java') \
    tests/clients/{Drive,LizzieYzyDrive}.java 2>"$dir/log"; then
    tap_not_ok "LizzieYzy compiles" "$(grep -A2 error "$dir/log" | head -20)"
    tap_end
fi

drive() { # NAME OPTION...: its name, and what makes katachi bear it
    local name=$1 here=$dir/$1 gtp="$KATACHI gtp --threads 1 --memory 200M --net own ${*:2}"
    local engine='"preload": false, "komi": 7, "width": 9, "height": 9'
    mkdir "$here"
    cat >"$here/config.txt" <<END
{"leelaz": {"engine-settings-list": [
    {"name": "one", "command": "$gtp", "isDefault": true, $engine},
    {"name": "two", "command": "$gtp", "isDefault": false, $engine}]},
 "ui": {"first-time-load": false, "host-name": "$(hostname)", "first-load-katago": false,
        "autoload-default": true, "play-sound": false, "show-ponder-limited-tips": false,
        "analysis-engine-command": "$KATACHI analysis --threads 1 --net own", "analysis-max-visits": 30,
        "estimate-command": "$gtp", "use-zen-estimate": false}}
END
    (cd "$here" && timeout 240 xvfb-run -a -s "-screen 0 1280x1024x24" java -Duser.language=en -Duser.home="$here" \
        -cp "$dir/classes:$jars" LizzieYzyDrive "$here" 2>"$here/errors") >"$here/out"
    [ -n "${KEEP:-}" ] && cp "$here"/*.png "$here/errors" "$KEEP"
    relay "as $name" "$here"
    # Whatever it cannot read ends in a trace of the function that reads.
    if grep -q 'parse\|MoveData\|getBestMovesFromJsonArray' "$here/errors"; then
        tap_not_ok "as $name: it can read every line" "$(grep -B9 -m1 'parse\|MoveData\|getBestMovesFromJsonArray' "$here/errors")"
    else
        tap_ok "as $name: it can read every line"
    fi
}
drive Katachi
drive KataGo --pose-as katago
tap_end
