/* args.h -- the words that GTP commands take as arguments. */
#ifndef KATACHI_GTP_TEXT_ARGS_H
#define KATACHI_GTP_TEXT_ARGS_H

#include <stdbool.h>

#include "board/board.h"

/* b, w, black, white in any case. */
bool gtp_arg_colour(const char *text, colour *c);

/* A whole number from min to max. */
bool gtp_arg_int(const char *text, int min, int max, int *n);

/* A finite number. */
bool gtp_arg_real(const char *text, double *x);

/* true, false, 1, 0, yes, no in any case. */
bool gtp_arg_bool(const char *text, bool *value);

#endif
