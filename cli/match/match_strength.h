/* match_strength.h -- `katachi match --report`: several matches put together. */
#ifndef KATACHI_CLI_MATCH_MATCH_STRENGTH_H
#define KATACHI_CLI_MATCH_MATCH_STRENGTH_H

#include <stdbool.h>

/* Rates the players of n folders and writes the page (NULL: none), then a table or a
 * JSON object on standard output.  Returns an exit code.                        */
int match_strength(const char *const *folders, int n, const char *page, bool json);

#endif
