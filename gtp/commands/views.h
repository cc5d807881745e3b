/* views.h -- what a search knows, drawn for GoGui's board.
 *
 * Two forms of GoGui's: "dboard", a number from -1 (white) to 1 (black) for each
 * point, row by row from the top; and "gfx", lines such as COLOR #RRGGBB POINTS,
 * LABEL POINT TEXT, VAR, INFLUENCE and TEXT.                                 */
#ifndef KATACHI_GTP_COMMANDS_VIEWS_H
#define KATACHI_GTP_COMMANDS_VIEWS_H

#include "gtp/player/state.h"

typedef void gtp_view(const gtp_engine *e, const search_analysis *a, FILE *out);

gtp_view gtp_view_ownership, gtp_view_criticality; /* dboard */

/* gfx: priors in shades of red, those of 1 % and more with their percentage. */
gtp_view gtp_view_policy;

/* gfx: how much stronger or weaker than the average legal move each is, in
 * hundreds of Elo.                                                           */
gtp_view gtp_view_gammas;

gtp_view gtp_view_visits; /* gfx: visits per mille, and the win rate as influence */
gtp_view gtp_view_pv;     /* gfx: the best line */
gtp_view gtp_view_search; /* gfx: best line, owners, and a line of text; for live graphics */

#endif
