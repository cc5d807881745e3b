# The program as a whole: overview, help, manual pages, exit codes.
. "$(dirname "$0")/../support/tap.sh"

expect 0 "Usage: katachi COMMAND" "without arguments it gives an overview" "$KATACHI"
expect 0 "^  help  *explains a command" "the overview lists the commands" "$KATACHI" --help
expect 2 "'versoin' is not a command of katachi; did you mean katachi version" \
    "a misspelt command is guessed" "$KATACHI" versoin
expect 2 "is not a command of katachi; 'katachi help' lists them" \
    "a command far from all is not guessed" "$KATACHI" xyzzyxyzzy
expect 2 "did you mean katachi analyze or katachi analysis" "an unfinished command, too" \
    "$KATACHI" anal
expect 2 "unknown option '--jsn'; did you mean --json" "a misspelt option is guessed" \
    "$KATACHI" version --jsn
expect 2 "See 'katachi version --help'" "misuse points to the help" "$KATACHI" version --bad-one
expect 0 "^katachi [0-9]" "--version works" "$KATACHI" --version
expect 2 "'nothing' is not a command of katachi" "help on no command is misuse" "$KATACHI" help nothing
expect 2 "did you mean katachi net train" "help guesses, too" "$KATACHI" help net trian
expect 2 "unexpected word 'x': katachi version has" "words behind a command" "$KATACHI" help version x
expect 0 "^Usage: katachi corpus stats" "help behind a group explains its commands" "$KATACHI" corpus help stats
expect 2 "is not a command of katachi corpus" "and knows no others" "$KATACHI" corpus help nonsuch
expect 1 "cannot write to standard output: No space left" "a full disk is reported" \
    sh -c "\"$KATACHI\" version >/dev/full"
zcat data/sample-9x9.sgf.gz | head -n 20 >"$dir/games.sgf"
expect 1 "cannot write to standard output: No space left" "also of a command that writes a file" \
    sh -c "\"$KATACHI\" net train -q --rows 16 --batch 8 --shape b1c8 -o \"$dir/n.bin\" \
        \"$dir/games.sgf\" >/dev/full"

narrow_help() { # in a terminal of 40 columns
    python3 - "$KATACHI" <<'END'
import fcntl, os, pty, struct, sys, termios
ready, go = os.pipe()
pid, terminal = pty.fork()
if pid == 0:
    os.read(ready, 1)
    os.execv(sys.argv[1], [sys.argv[1], "match", "--help"])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 40, 0, 0))
os.write(go, b"x")
seen = b""
try:
    while piece := os.read(terminal, 65536):
        seen += piece
except OSError:
    pass
lines = [line for line in seen.decode().splitlines() if "katachi match" not in line] # examples
sys.exit(len(lines) < 60 or max(map(len, lines)) > 40)
END
}
if command -v python3 >/dev/null; then
    check "help fits a narrow terminal" narrow_help
else
    tap_skip "help fits a narrow terminal" "python3 is not installed"
fi
expect 0 'A TIME is in seconds' "the manual page says what a TIME is" "$KATACHI" help --man match
expect 0 '^\\fBkatachi\\fR COMMAND ' "that of the program says how it is called" "$KATACHI" help --man
expect 0 '^\$XDG_CONFIG_HOME/katachi/config' "and which files it reads" "$KATACHI" help --man
all_commands() { # on the page of the program, with the names of their own pages
    "$KATACHI" help --man | sed -n 's/^\\fB\(.*\)\\fR(1)$/\1/p' | sed 's/\\-/-/g' >"$dir/paged" &&
        "$KATACHI" help --list | sed 's/^/katachi-/; s/ /-/g' | diff - "$dir/paged"
}
check "and lists all commands" all_commands
# a stream that was closed before the start leaves its number to no file
learn() { "$KATACHI" train "$dir/games.sgf" --held-out 0 --threads 1 -o "$dir/$1.gammas"; }
learn_unheard() { learn unheard 2>&-; }
check "a training" learn heard
check "with standard error closed" learn_unheard
check "has the same result" cmp "$dir/heard.gammas" "$dir/unheard.gammas"
play_unheard() { echo name | "$KATACHI" gtp --quiet --log "$dir/log" >&-; }
expect 1 "cannot write replies any more" "an engine with standard output closed" play_unheard
expect 0 '^1$' "does not reply into its log" grep -c "= Katachi" "$dir/log"

with_python "--json prints one object and nothing else" "" "$KATACHI" version --json

expect 0 '^version$' "help --list names the commands" "$KATACHI" help --list
while read -r command; do
    expect 0 "^Usage: katachi $command" "katachi $command --help" "$KATACHI" $command --help
    expect 0 '^\.SH SYNOPSIS' "manual page of $command" "$KATACHI" help --man $command
    expect 2 "unknown option '--no-such-option'" "$command refuses an unknown option" \
        "$KATACHI" $command --no-such-option
done < <("$KATACHI" help --list)

mkdir -p "$dir/config/katachi"
configured() { XDG_CONFIG_HOME=$dir/config "$KATACHI" "$@"; }
echo 'version.json = yes' >"$dir/config/katachi/config"
expect 0 '"compiler"' "the configuration file is read" configured version
echo 'corpus stats.json = perhaps' >"$dir/config/katachi/config"
expect 2 'katachi/config line 1: json expects yes or no' "a bad configuration is named" \
    configured corpus stats "$dir/games.sgf"
echo 'thraeds = 4' >"$dir/config/katachi/config"
expect 1 "line 1: no command has an option 'thraeds'; did you mean 'threads'?" "a key that nobody knows" \
    configured corpus stats "$dir/games.sgf"
echo 'annalyze.rank = 5k' >"$dir/config/katachi/config"
expect 1 "line 1: there is no command 'annalyze'; did you mean 'analyze'?" "a command that there is not" \
    configured corpus stats "$dir/games.sgf"
echo 'net train.hour = 2' >"$dir/config/katachi/config"
expect 1 "line 1: net train has no option 'hour'; did you mean 'hours'?" "an option of another command" \
    configured corpus stats "$dir/games.sgf"
for line in 'tune.set = ucb-c=0:1' 'gtp.override-config = maxVisits=5'; do
    echo "$line" >"$dir/config/katachi/config"
    expect 1 "cannot be set in this file" "nor ${line%% =*}, whose text would not last" \
        configured "${line%%.*}"
done
printf '%s\n' 'train.min-count = 5' 'net train.batch = 0' >"$dir/config/katachi/config"
expect 2 '^katachi: missing argument' "train and net train are different commands in it" \
    configured train
expect 2 'config line 2: batch expects' "each with its own options" configured net train
expect 0 '^Usage: katachi net train' "a fault in it keeps no command from explaining itself" \
    configured net train --help
expect 0 '^Usage: katachi COMMAND' "nor the program" configured help
expect 0 '^katachi [0-9]' "nor its version from being told" configured --version
tap_end
