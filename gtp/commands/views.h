/* views.h -- what a search knows, drawn for GoGui's board.
 *
 * Two forms of GoGui's: "dboard", a number from -1 (white) to 1 (black) for each
 * point, row by row from the top; and "gfx", lines such as COLOR #RRGGBB POINTS,
 * LABEL POINT TEXT, VAR, INFLUENCE and TEXT.                                 */
#ifndef KATACHI_GTP_COMMANDS_VIEWS_H
#define KATACHI_GTP_COMMANDS_VIEWS_H

#include "gtp/player/state.h"

/* dboard of value[size * size]. */
void gtp_view_values(const gtp_engine *e, const float *value, FILE *out);

/* gfx: priors in shades of red, those of 1 % and more with their percentage. */
void gtp_view_policy(const gtp_engine *e, const search_analysis *a, FILE *out);

/* gfx: how much stronger or weaker than the average legal move each is, in
 * hundreds of Elo.                                                           */
void gtp_view_gammas(const gtp_engine *e, const search_analysis *a, FILE *out);

/* gfx: visits of each move, per mille, and its win rate as influence. */
void gtp_view_visits(const gtp_engine *e, const search_analysis *a, FILE *out);

/* gfx: the best line. */
void gtp_view_pv(const gtp_engine *e, const search_analysis *a, FILE *out);

/* gfx: best line, owners, and a line of text; for live graphics. */
void gtp_view_search(const gtp_engine *e, const search_analysis *a, FILE *out);

#endif
