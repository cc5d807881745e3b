/* page.h -- the parts that the pages of a match and of a tournament share:
 * a self-contained HTML page, light or dark as the reader's system is.          */
#ifndef KATACHI_MATCH_PAGE_PAGE_H
#define KATACHI_MATCH_PAGE_PAGE_H

#include <jansson.h>
#include <stdio.h>

#include "match/store/pace.h"
#include "match/plan.h"
#include "match/rating/tally.h"

/* The head of the page, up to <main>, and its end. */
void match_page_begin(FILE *out, const char *title);
void match_page_end(FILE *out);

/* The headline, and what all games have in common. */
void match_page_heading(FILE *out, const char *headline, const match_plan *plan);

/* A table: time and playouts per move, points by colour. */
void match_page_thinking(FILE *out, const char *const *names, const side_tally *sides, int n);

/* Two pictures: seconds and playouts per move as the game goes on; nothing for what
 * is not known.                                                                */
void match_page_pace(FILE *out, const char *const *names, const player_pace *pace, int n);

/* A table of how games ended, and how many of them each player lost in that way. */
void match_page_ends(FILE *out, const int64_t by[END_N], int64_t disagreements, int64_t unjudged,
                     const char *const *names, const side_tally *sides, int n);

/* All games, with links to their records. */
void match_page_games(FILE *out, const match_store *store, const player *players);

/* The settings, as they are in match.json. */
void match_page_settings(FILE *out, const json_t *settings);

#endif
