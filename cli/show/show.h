/* show.h -- the parts of `katachi show`. */
#ifndef KATACHI_CLI_SHOW_SHOW_H
#define KATACHI_CLI_SHOW_SHOW_H

#include "cli/cli.h"
#include "patterns/gammas/gammas.h"

typedef struct show_settings {
    int top, features, size, move, game;
    const char *group, *position, *output;
    bool json;
} show_settings;

/* The strongest and weakest gammas of all groups, or of one.  Like the others,
 * returns an exit code.                                                      */
int show_list(const gammas *g, const show_settings *s);

/* A position of the game s->position; the gammas from `path`, or those of `set`
 * that came with katachi for the size of that game.                          */
int show_position(const char *path, const char *set, const show_settings *s);

/* Misuse: no group has that name. */
int show_unknown_group(const char *name);

#endif
