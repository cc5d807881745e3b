/* args.h -- the arguments of GTP commands. */
#ifndef KATACHI_GTP_TEXT_ARGS_H
#define KATACHI_GTP_TEXT_ARGS_H

#include <stdbool.h>

#include "base/status.h"
#include "board/board.h"

/* b, w, black or white, in upper or lower case. */
bool gtp_arg_colour(const char *text, colour *c);

/* A whole number from min to max. */
bool gtp_arg_int(const char *text, int min, int max, int *n);

/* A finite number. */
bool gtp_arg_real(const char *text, double *x);

/* GTP_KOMI: a number of points, never -0. */
#define GTP_KOMI "a number of points from -10000 to 10000"
bool gtp_arg_komi(const char *text, double *komi);

/* The syntax error "expected ..., not '...'". */
go_status gtp_syntax(go_error *err, const char *expected, const char *got);

enum { GTP_MOST = 1000000000 }; /* of anything counted */

/* Reads an argument or fails with a syntax error.  A count is 0 .. GTP_MOST, and `of_what`
 * describes it, such as "a number of moves".                                  */
go_status gtp_need_colour(const char *text, colour *c, go_error *err);
go_status gtp_need_bool(const char *text, bool *value, go_error *err);
go_status gtp_need_count(const char *text, const char *of_what, int *n, go_error *err);

#endif
