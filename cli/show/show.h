/* show.h -- the parts of `katachi show`. */
#ifndef KATACHI_CLI_SHOW_SHOW_H
#define KATACHI_CLI_SHOW_SHOW_H

#include "cli/cli.h"
#include "patterns/gammas/gammas.h"

typedef struct show_settings {
    int top, features, size, move, game;
    const char *group, *position, *output;
    bool json;
    options_given given;
} show_settings;

/* Prints the strongest and weakest gammas of all groups, or of one.  Like the others,
 * returns an exit code.                                                       */
int show_list(const gammas *g, const show_settings *s);

/* Shows a position of the game s->position with the gammas in `path`; NULL: the installed
 * ones of `set` for that board size.                                          */
int show_position(const char *path, const char *set, const show_settings *s);

/* Reports that no group has that name. */
int show_unknown_group(const char *name);

#endif
