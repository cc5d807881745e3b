/* search.h -- the best move of a position by tree search.  Stable since 0.1, except for
 * the names and defaults of settings, which may change.
 *
 *     katachi_search_new(&search, &err);
 *     katachi_search_set(search, "playouts", "2000", &err);
 *     katachi_search_think(search, game, katachi_game_to_move(game), &err);
 *     int point = katachi_search_best(search);
 *
 * The tree is kept between calls and reused as the game continues.  Win rates and leads
 * are from the view of the side that was to move.                              */
#ifndef KATACHI_SEARCH_H
#define KATACHI_SEARCH_H

#include <katachi/game.h>

KATACHI_BEGIN

enum {
    KATACHI_RESIGN = -1,
    KATACHI_MAX_LINE = 64 /* moves of an expected line */
};

typedef struct katachi_search katachi_search;

/* A search with the default settings: playouts guided by the installed gammas.  Its tree may
 * take a quarter of the memory, at most 4 GB; less if even that is not there, as under
 * `ulimit -v`.  KATACHI_ENOMEM.                                                */
katachi_status katachi_search_new(katachi_search **out, katachi_error *err);
void katachi_search_free(katachi_search *search);

/* Sets an option of `katachi gtp` (without dashes) for later searches: "playouts",
 * "visits" or "move-time" (at least one is needed), "threads", "net" (a file: evaluate with
 * this network; "own": with the one that came with katachi), "memory", "seed" and so on.
 * KATACHI_EINVAL: no such setting, or a bad value.  KATACHI_EIO, KATACHI_EFORMAT: the opening
 * book cannot be read; gammas and networks are read by katachi_search_think.   */
katachi_status katachi_search_set(katachi_search *search, const char *name, const char *value,
                                  katachi_error *err);

/* Searches the game's position with `to_move` to play, up to a limit of the settings.
 * KATACHI_EINVAL: there is no limit, no such backend, or no network where the settings need one.
 * KATACHI_EIO, KATACHI_EFORMAT: gammas or network cannot be read.  KATACHI_EUNSUPPORTED: this
 * machine or build cannot use the backend.                                     */
katachi_status katachi_search_think(katachi_search *search, const katachi_game *game,
                                    katachi_colour to_move, katachi_error *err);

/* Ends the running search soon, or the next one at once.  The only function that another
 * thread may call.                                                             */
void katachi_search_stop(katachi_search *search);

/* The move to play: a point, the pass, or KATACHI_RESIGN.  Call it after
 * katachi_search_think, with game and settings unchanged since; without a search it
 * returns KATACHI_RESIGN.                                                      */
int katachi_search_best(katachi_search *search);

/* ---- results of the last search ---- */

typedef struct katachi_finding {
    long visits;
    double win_rate; /* 0 .. 1, draws half */
    double lead;     /* mean margin at the end, in points, komi included */
    int moves;       /* the number tried */
} katachi_finding;

typedef struct katachi_candidate {
    int point;
    long visits;
    double win_rate, lead;
    double prior;               /* probability before the search, 0 .. 1 */
    int line_length;            /* 1 or more */
    int line[KATACHI_MAX_LINE]; /* the expected moves: this one, the answer, ... */
} katachi_candidate;

/* The position's values; all 0 without a result. */
void katachi_search_finding(const katachi_search *search, katachi_finding *out);

/* The i-th best move, from 0.  Returns 0 if there are fewer, else 1. */
int katachi_search_candidate(const katachi_search *search, int i, katachi_candidate *out);

/* Who owns each point at the end, from 1 (black) to -1 (white), in owner [size * size];
 * all 0 if the last search failed; untouched before the first one.              */
void katachi_search_ownership(const katachi_search *search, float *owner);

/* ---- the end of a game ---- */

/* Estimates by playouts, reading and the network, if there is one, which stones are dead if both
 * sides stop now, and the score.  It is the same each time, whatever the seed and the threads, but
 * other gammas, playouts or networks may find something else.
 *   dead   out  [size * size] 1 for dead stones, else 0; may be NULL
 *   score  out  may be NULL; like katachi_game_score with those, but by reading who owns each
 *               point: under territory rules it leaves out points that must be filled once
 *               the dame are gone, and finds sekis
 * A game on a board of another size than the last search's ends the results of that.
 * Errors as for katachi_search_think, but it needs no limit.                   */
katachi_status katachi_search_final(katachi_search *search, const katachi_game *game,
                                    unsigned char *dead, double *score, katachi_error *err);

KATACHI_FINISH

#endif
