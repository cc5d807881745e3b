/* match_strength.h -- `katachi match --report`: the players of several matches rated
 * together.                                                                    */
#ifndef KATACHI_CLI_MATCH_MATCH_STRENGTH_H
#define KATACHI_CLI_MATCH_MATCH_STRENGTH_H

#include <stdbool.h>

/* What is printed beside the page: nothing where the page itself goes to standard output. */
typedef enum strength_print { STRENGTH_TEXT, STRENGTH_JSON, STRENGTH_NOTHING } strength_print;

/* Rates the players of n folders, writes the page (NULL: none) and prints a table or a
 * JSON object.  Returns an exit code.                                          */
int match_strength(const char *const *folders, int n, const char *page, strength_print what);

#endif
