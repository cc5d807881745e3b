/* usual_gammas.h -- the gammas that a command uses for a size of board. */
#ifndef KATACHI_CLI_USUAL_GAMMAS_H
#define KATACHI_CLI_USUAL_GAMMAS_H

#include "patterns/gammas/gammas.h"

/* Reads `path`; NULL: the shipped gammas of `set` for boards of `size`, or for the nearest size
 * that has some, which is told on standard error.                             */
go_status usual_gammas(gammas **out, const char *path, const char *set, int size, go_error *err);

#endif
