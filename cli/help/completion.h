/* completion.h -- what shells need to complete command lines of katachi.
 *
 * The script of each shell only asks the program, on every press of the key, with
 *
 *     katachi help --complete -- WORD...
 *
 * where the last WORD, perhaps empty, is being typed.  The answer is one line for each word that
 * may stand there, a tab and a sentence behind it where there is one, then a last line that says
 * what else may: ":files", ":folders" or ":".  So new commands, options and values need no
 * change here.                                                                */
#ifndef KATACHI_CLI_HELP_COMPLETION_H
#define KATACHI_CLI_HELP_COMPLETION_H

#include "base/choice.h"

#define SHELLS(X) X(SHELL_NONE, "none") X(SHELL_BASH, "bash") X(SHELL_ZSH, "zsh") X(SHELL_FISH, "fish")
typedef enum shell { SHELLS(CHOICE_NUMBER) } shell;

/* Prints the script of a shell. */
void completion_script(shell of);

/* Prints the answer; words[0 .. n - 1], n >= 0, are those behind "katachi". */
void completion_answer(char *const *words, int n);

#endif
