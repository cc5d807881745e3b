# Completion of command lines: what the program offers, and that real shells show it.
. "$(dirname "$0")/../support/tap.sh"

KATACHI=$(realpath "$KATACHI")
offers() { "$KATACHI" help --complete -- "$@"; }
offers_only() { # WORDS-WITH-COMMAS WORD... -- the answer to the command line is exactly this
    local wanted=$1
    shift
    [ "$(offers "$@" | cut -f1 | paste -sd ' ')" = "$wanted" ]
}

# ---- the program ----

check "commands" offers_only "version :" versi
check "commands of a command" offers_only "test train :" net t
check "commands behind help" offers_only "test train :" help net t
check "shells behind help --completion" offers_only "none bash zsh fish :" help --completion ""
check "nothing behind an unknown command" offers_only ":" versoin ""
check "options" offers_only "--json :" version --js
check "what is on can be turned off" offers_only "--no-lcb :" gtp --no-lc
check "words of a choice" offers_only "rule gumbel :" gtp --root ""
check "rules" offers_only "chinese chinese-ogs chinese-kgs :" gtp --rules chi
check "values behind =" offers_only "katachi katago :" gtp --pose-as=ka
check "= as a word of its own" offers_only "katachi katago :" gtp --pose-as = ka
check "yes or no for a flag with =" offers_only "yes no :" gtp --ponder=
check "the last part of a list" offers_only "score,resign :" corpus stats --result score,re
check "a value is not an option" offers_only ":" gtp --log --rules chi
check "networks and files" offers_only "own own-9x9 own-13x13 own-19x19 people-9x9 :files" gtp --net ""
check "as in KataGo, one dash" offers_only "own own-9x9 own-13x13 own-19x19 people-9x9 :files" gtp -model ""
check "files behind a letter" offers_only ":files" net train -j 2 -o ""
check "folders" offers_only ":folders" match --output ""
check "inputs are files" offers_only ":files" corpus stats --quiet ga
check "inputs begin with a dash behind --" offers_only ":files" corpus stats -- -
check "no files where nothing is taken" offers_only ":" gtp ""
check "no values for numbers" offers_only ":" gtp --threads ""
expect 0 $'^--json\tprint one JSON object' "sentences explain options" offers version --json
expect 0 '^:$' "no word at all is an empty one" offers

backends() { # those that katachi devices lists
    local wanted
    wanted=$("$KATACHI" devices --json | grep -o '"name": "[^"]*"' | cut -d'"' -f4 | paste -sd ' ')
    [ -n "$wanted" ] && offers_only "$wanted :" gtp --backend ""
}
check "backends are those of katachi devices" backends

every_command() {
    local command
    while read -r command; do
        offers $command -- | grep -q '^--help' && offers $command "" | tail -1 | grep -q '^:' || {
            echo "$command"
            return 1
        }
    done < <("$KATACHI" help --list)
}
check "every command has an answer" every_command

# ---- shells ----

mkdir -p "$dir/bin" "$dir/here/folder"
ln -s "$KATACHI" "$dir/bin/katachi"
touch "$dir/here/one.sgf" "$dir/here/two words.sgf"
export PATH=$dir/bin:$PATH
for shell in bash zsh fish; do
    "$KATACHI" help --completion $shell >"$dir/$shell"
done

tab() { # SHELL LINE -- what the shell shows or offers
    (
        cd "$dir/here" || exit
        case $1 in
        fish) HOME=$dir fish -N -c "source $dir/fish; complete -C \"$2\"" ;;
        *) python3 "$root/tests/cli/press_tab.py" "$1" "$dir/$1" "$2" ;;
        esac
    )
}

for shell in bash zsh fish; do
    if ! command -v $shell >/dev/null; then
        tap_skip "completion in $shell" "$shell is not installed"
        continue
    elif [ $shell != fish ] && ! command -v python3 >/dev/null; then
        tap_skip "completion in $shell" "python3 is not installed"
        continue
    fi
    check "$shell reads its script" $shell -n "$dir/$shell"
    shows() { expect 0 "$1" "$shell: $2" tab $shell "$3"; }
    shows 'version' "commands" "katachi versi"
    shows 'train' "commands behind help" "katachi help net "
    shows '--playouts' "options" "katachi gtp --play"
    shows 'chinese-ogs' "values" "katachi gtp --rules chi"
    shows 'chinese-ogs' "values behind =" "katachi gtp --rules=chi"
    shows 'own-9x9' "networks" "katachi gtp --net "
    shows 'one\.sgf' "and files" "katachi gtp --net "
    shows 'own-9x9' "networks behind =" "katachi gtp --net="
    shows 'one\.sgf' "and files" "katachi gtp --net="
    shows 'two(\\)? words.sgf' "files with blanks" "katachi corpus stats two"
    shows 'folder/' "folders" "katachi match --output "
    if tab $shell "katachi match --output " 2>&1 | grep -q sgf; then
        tap_not_ok "$shell: no files where a folder is wanted"
    else
        tap_ok "$shell: no files where a folder is wanted"
    fi
done
tap_end
