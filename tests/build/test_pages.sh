# The pages: links, anchors and files that they name are there, and the commands that they and help print have these options.
. "$(dirname "$0")/../support/tap.sh"

command -v python3 >/dev/null || { tap_skip "the pages" "python3 is not here"; tap_end; }
python3 - "$KATACHI" >"$dir/faults" <<'END'
import glob, os, re, subprocess, sys

PAGES = ["README.md", "HACKING.md", "NEWS.md", "data/README.md"] + glob.glob("doc/**/*.md", recursive=True)
FOLDERS = "api base bench board cli data debian desktop doc draw gtp match mcts mm_train nn nn_train patterns " \
          "prediction scripts selfplay sgf_corpus tests web".replace(" ", "|")
EXAMPLE = re.compile("NAME|rulesets|[{*]")  # in HACKING.md: what does not exist yet, and several files at once


def text_of(page):
    return open(page, encoding="utf-8").read()


def anchors(page):
    headings = re.findall(r"^#+ (.*)$", re.sub(r"(?ms)^```.*?^```", "", text_of(page)), re.M)
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}


def links(page):
    for target in re.findall(r"\]\(([^)\s:]+)\)", text_of(page)):
        path, _, anchor = target.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
        if not os.path.exists(path) or (anchor and anchor not in anchors(path)):
            yield target


def files(page):
    for path in re.findall(rf"`((?:{FOLDERS})/[\w./{{}},*-]+)`", text_of(page)):
        if not EXAMPLE.search(path) and not glob.glob(path) and not glob.glob(path + ".*"):
            yield path


def katachi(*words):
    return subprocess.run([sys.argv[1], *words], capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout


def help_of(command, known={}):
    if command not in known:
        known[command] = katachi(*command.split(), "--help=all")
    return known[command]


# Of the commands in the code, up to a comment or another program.
def options(code):
    for words, rest in re.findall(r"katachi ((?:net|bench|corpus) [a-z]+|[a-z]+)((?:(?!katachi |#|\||`).)*)", code):
        for name in re.findall(r" --([a-z][a-z-]*)", rest):
            text = help_of("bench search" if words == "bench" else words)
            if text and name not in ("help", "pick", "no-") and \
                    not re.search(rf"--({name}|{name.removeprefix('no-')})\b", text):
                yield f"katachi {words} --{name}"


for page in PAGES:
    code = re.findall(r"(?m)^ {4}.*$|^(?:\$ )?katachi .*$|`katachi [^`]*`", text_of(page))
    for what, faults in ("link", links(page)), ("file", files(page)), ("option", options("\n".join(code))):
        for fault in faults:
            print(f"{what} {page}: {fault}")
for command in katachi("help", "--list").splitlines():
    for fault in options(help_of(command).partition("\nExamples:\n")[2]):
        print(f"option help of {command}: {fault}")
print("done")
END
none() { grep -q '^done$' "$dir/faults" && ! grep "^$1 " "$dir/faults"; }
check "the links of the pages, and their anchors" none link
check "the files that the pages name" none file
check "the options in the commands of the pages and in the examples of help" none option
tap_end
