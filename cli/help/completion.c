#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/help/completion.h"

/* ---- answers ---- */

/* Words with their sentence, up to its first semicolon or colon: shells show a line for each.
 * Counts them.                                                                */
static void print_offer(void *user, const char *word, const char *sentence)
{
    ++*(int *)user;
    if (sentence)
        printf("%s\t%.*s\n", word, (int)strcspn(sentence, ";:"), sentence);
    else
        puts(word);
}

static void offer_commands(const cli_command *of, const char *typed)
{
    int offered = 0;
    for (const cli_command *const *c = of->children; c && *c; c++)
        if (strncmp((*c)->spec.name, typed, strlen(typed)) == 0)
            print_offer(&offered, (*c)->spec.name, (*c)->spec.sentence);
}

/* Behind help stand its own options, or the names of commands from the root on. */
static void answer_help(char *const *words, int n)
{
    const cli_command *at = &cli_root;
    int offered = 0;
    (void)options_complete(&cli_help.spec, words, n, print_offer, &offered);
    for (int i = 0; i < n - 1 && at; i++)
        if (*words[i] != '-')
            at = cli_child(at, words[i]);
    if (at && !offered)
        offer_commands(at, words[n - 1]);
}

static option_paths answer(char *const *words, int n)
{
    const cli_command *at = &cli_root;
    int offered = 0;
    while (n > 1 && at->children) {
        at = cli_child(at, *words);
        if (!at)
            return PATHS_NONE;
        words++;
        n--;
    }
    if (!at->children && at != &cli_help)
        return options_complete(&at->spec, words, n, print_offer, &offered);
    if (at == &cli_help)
        answer_help(words, n);
    else if (**words == '-')
        (void)options_complete(&at->spec, words, n, print_offer, &offered);
    else
        offer_commands(at, *words);
    return PATHS_NONE;
}

void completion_answer(char *const *words, int n)
{
    static char nothing[] = "";
    static char *const none[] = {nothing};
    static const char *const paths[] = {
        [PATHS_NONE] = ":", [PATHS_FILES] = ":files", [PATHS_FOLDERS] = ":folders"};
    puts(paths[n ? answer(words, n) : answer(none, 1)]);
}

/* ---- scripts ---- */

/* bash splits "--rules=chinese" at the equals sign, and the program understands that.  Where only
 * paths fit, bash completes them itself, for it knows how to quote them.       */
static const char bash[] =
    "# bash completion of katachi, see 'katachi help --help'\n"
    "_katachi() {\n"
    "    local program=${1/#\\~\\//$HOME/} cur=$2 line how= before=\n"
    "    local words=(\"${COMP_WORDS[@]:1:COMP_CWORD-1}\")\n"
    "    [ \"${COMP_WORDS[COMP_CWORD]}\" = '=' ] && words+=('=')\n"
    "    [[ $cur == --*=* ]] && before=${cur%%=*}=\n"
    "    COMPREPLY=()\n"
    "    while IFS= read -r line; do\n"
    "        case $line in\n"
    "        :*) how=$line ;;\n"
    "        *) COMPREPLY+=(\"$before${line%%$'\\t'*}\") ;;\n"
    "        esac\n"
    "    done < <(\"$program\" help --complete -- \"${words[@]}\" \"$cur\" 2>/dev/null)\n"
    "    if [ \"$how\" = :folders ]; then\n"
    "        compopt -o dirnames\n"
    "    elif [ \"$how\" = :files ] && [ ${#COMPREPLY[@]} -eq 0 ]; then\n"
    "        compopt -o default\n"
    "    elif [ \"$how\" = :files ]; then\n"
    "        compopt -o filenames\n"
    "        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$cur\")\n"
    "    fi\n"
    "}\n"
    "complete -F _katachi katachi\n";

static const char zsh[] =
    "#compdef katachi\n"
    "# zsh completion of katachi, see 'katachi help --help'\n"
    "_katachi() {\n"
    "    local program=${(Q)words[1]/#\\~\\//$HOME/} how tab=$'\\t'\n"
    "    local -a lines\n"
    "    lines=(\"${(@f)$(\"$program\" help --complete -- \"${(@Q)words[2,CURRENT-1]}\" "
    "\"${(Q)PREFIX}\" 2>/dev/null)}\")\n"
    "    how=${lines[-1]-}\n"
    "    lines=(\"${(@)lines[1,-2]}\")\n"
    "    lines=(\"${(@)lines//:/\\\\:}\")\n"
    "    lines=(\"${(@)lines/$tab/:}\")\n"
    "    [[ $PREFIX == --*=* ]] && compset -P 1 '*='\n"
    "    local found=1\n"
    "    (( $#lines )) && _describe katachi lines && found=0\n"
    "    case $how in\n"
    "    :files) _files && found=0 ;;\n"
    "    :folders) _files -/ && found=0 ;;\n"
    "    esac\n"
    "    return found\n"
    "}\n"
    "if [ \"$funcstack[1]\" = _katachi ]; then _katachi \"$@\"; else compdef _katachi katachi; fi\n";

static const char fish[] =
    "# fish completion of katachi, see 'katachi help --help'\n"
    "function __katachi_complete\n"
    "    set -l words (commandline -opc)\n"
    "    set -l cur (commandline -ct)\n"
    "    set -l program (string replace -r '^~/' \"$HOME/\" -- $words[1])\n"
    "    set -l before (string match -r -- '^--[^=]*=' $cur)\n"
    "    set -q before[1]; or set before ''\n"
    "    set -l value (string replace -r -- '^--[^=]*=' '' $cur)\n"
    "    set -l lines ($program help --complete -- $words[2..-1] \"$cur\" 2>/dev/null)\n"
    "    for line in $lines[1..-2]\n"
    "        echo -- $before$line\n"
    "    end\n"
    "    set -l paths\n"
    "    switch \"$lines[-1]\"\n"
    "        case :files\n"
    "            set paths (__fish_complete_path \"$value\")\n"
    "        case :folders\n"
    "            set paths (__fish_complete_directories \"$value\")\n"
    "    end\n"
    "    for path in $paths\n"
    "        echo -- $before$path\n"
    "    end\n"
    "end\n"
    "complete -c katachi -f -k -a '(__katachi_complete)'\n";

void completion_script(shell of)
{
    static const char *const scripts[] = {
        [SHELL_NONE] = "", [SHELL_BASH] = bash, [SHELL_ZSH] = zsh, [SHELL_FISH] = fish};
    fputs(scripts[of], stdout);
}
