/* page.h -- the parts that the pages about matches, tournaments and several folders
 * share: self-contained HTML, light or dark as the reader's system is.          */
#ifndef KATACHI_MATCH_PAGE_PAGE_H
#define KATACHI_MATCH_PAGE_PAGE_H

#include <stdio.h>

#include "base/io/atomic_file.h"
#include "match/plan.h"
#include "match/rating/rating.h"
#include "match/rating/tally.h"
#include "match/store/pace.h"

/* Opens index.html in the folder of a match. */
go_status match_page_open(atomic_file **out, const match_store *store, go_error *err);

/* The page up to its headline and the line below that; and its end. */
void match_page_begin(FILE *out, const char *title, const char *headline, const char *below);
void match_page_end(FILE *out);

/* A table of ratings: the last cells of its head and of a row; then its end, which says
 * what the ratings of `whom` mean and what the first move is worth.            */
void match_page_rating_head(FILE *out);
void match_page_rating(FILE *out, const rating *elo, const match_tally *t);
void match_page_rating_end(FILE *out, const char *whom, const rating *first_move);

/* What a page shows of the players beside their results: arrays of n. */
typedef struct page_players {
    int n;
    const char **names;
    side_tally *sides;
    player_pace *pace;
} page_players;

/* Arrays for n players, all 0, and the end of them, also after an error.  GO_ENOMEM. */
go_status match_page_players_make(page_players *p, int n, go_error *err);
void match_page_players_free(page_players *p);

/* A table of how games ended, and how many of them each player lost in that way. */
void match_page_ends(FILE *out, const int64_t by[END_N], int64_t disagreements, int64_t unjudged,
                     int64_t repeats, const page_players *p);

enum { MATCH_PAGE_GAMES = 1000 }; /* listed at most */

/* The rest of the page, to its end: tables and charts of time and playouts per move,
 * the last games with links to their records, and the settings of match.json.  */
void match_page_details(FILE *out, const page_players *p, const match_store *store,
                        const player *players, const json_t *settings);

#endif
