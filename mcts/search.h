/* search.h -- a tree search for the best move of a position.
 *
 * A search keeps its tree from call to call and reuses the part that is still
 * reachable.  It is used by one thread, the caller's; inside, search_run works
 * with settings.threads OpenMP threads.  `stop` may be set by any thread.
 *
 *     search_create(&s, &settings, &err);
 *     search_run(s, game, BLACK, &limits, &err);
 *     search_decide(s, &decision);             the move, or resignation
 *     search_analyze(s, NULL, &analysis);         what was found
 *
 * All win rates and leads are from the view of the side to move at the root.   */
#ifndef KATACHI_MCTS_SEARCH_H
#define KATACHI_MCTS_SEARCH_H

#include <stdatomic.h>

#include "base/status.h"
#include "board/game/game.h"
#include "mcts/search_settings.h"
#include "nn/outputs.h"

typedef struct search search;

/* A search without a tree; `settings` are copied (its strings are borrowed).
 * Gammas are read when the first position of a board size is searched.  The
 * caller ends it with search_destroy, which accepts NULL.                     */
go_status search_create(search **out, const search_settings *settings, go_error *err);
void search_destroy(search *s);

/* Reads the network, where the settings need one, so that what is wrong with its
 * file or with the name of the backend is known before the first move.  It is
 * kept for boards of all sizes.  GO_EINVAL; and as nn_model_read.             */
go_status search_read_net(search *s, go_error *err);

/* Reads what positions of `size` need, so that the first move is not late.
 * GO_EIO and GO_EFORMAT name the file and the paths tried.  When the gammas
 * come from another size, search_notice says so.                              */
go_status search_prepare(search *s, int size, go_error *err);

enum { SEARCH_NOTICE_MAX = 1024 };

/* A sentence for the user about what the search works with now, or NULL: whose
 * gammas are used, what computes the network, what failed to, a setting without
 * effect.  Borrowed until the next call.                                      */
const char *search_notice(search *s);

/* False where the network is computed by another backend than the one that was
 * asked for by name.                                                          */
bool search_backend_as_asked(const search *s);

/* Other settings from the next search on. */
go_status search_configure(search *s, const search_settings *settings, go_error *err);
const search_settings *search_configured(const search *s);

/* Throws the tree away (new game, same knowledge). */
void search_clear(search *s);

/* ---- searching ---- */

/* Moves at the root (or deeper) not to be looked at. */
typedef struct search_restriction {
    uint8_t colour;
    point at;
    int depth; /* applies to the first `depth` plies; 1: the root only */
} search_restriction;

typedef struct search_limits {
    /* each 0: no such limit; the settings' own limits are not looked at */
    int64_t playouts, visits;
    double seconds;     /* the time planned */
    double max_seconds; /* when the best move is unclear, at most; >= seconds or 0 */
    bool moves_ownership; /* count who owns the points behind each move of the root */
    bool exact;         /* do not stop before, even if the choice cannot change (analysis) */

    const atomic_bool *stop; /* the search ends soon after this becomes true; may be NULL */

    /* called by the caller's thread about every report_seconds while the search
     * runs; false ends it.  search_analyze may be called from inside.            */
    bool (*report)(void *user, search *s);
    void *user;
    double report_seconds;

    const search_restriction *avoid; /* borrowed */
    int n_avoid;
    const point *allow; /* the only moves to look at, when n_allow > 0 */
    int n_allow, allow_depth;
    uint8_t allow_colour;
} search_limits;

/* The limits that the settings name. */
search_limits search_limits_default(const search_settings *settings);

/* Searches the position of the game with `to_move` to play (any colour, whose
 * turn it is does not matter).  Without any limit it runs until stopped.
 * GO_EIO, GO_EFORMAT: the knowledge could not be read; GO_ENOMEM.  With a
 * network also as network_create and network_evaluate (mcts/evaluate/network.h).            */
go_status search_run(search *s, const game *g, colour to_move, const search_limits *limits,
                     go_error *err);

/* What the network alone says of the position, shown in a symmetry of 0 .. 7.
 * GO_EUNSUPPORTED: the settings have none; else as search_run.                */
go_status search_evaluate_network(search *s, const game *g, colour to_move, int symmetry,
                             nn_result *out, go_error *err);

typedef struct search_counts {
    int64_t playouts;  /* new ones in the last search */
    int64_t visits;    /* of the root */
    int64_t nodes;     /* in the tree */
    int64_t bytes, bytes_max;
    double seconds;
    int max_depth;
    double mean_playout; /* moves */
    int prunings;      /* times the tree was full */
    int64_t net_queries; /* questions to the network in the last search: positions, */
    int64_t net_evaluated; /* those that it had not answered before, */
    int64_t net_batches;   /* and in how many calls */
} search_counts;

search_counts search_counted(const search *s);

/* The share of the questions to the network that were answered from memory, and
 * how many positions a call had on average; 0 where there were none.          */
double search_counts_cached(const search_counts *c);
double search_counts_batch(const search_counts *c);

/* ---- what was found ---- */

enum { SEARCH_MAX_PV = 64, SEARCH_MAX_MOVES = BOARD_MAX_AREA + 1 };

typedef struct search_move {
    point at;
    int64_t visits;
    double winrate;     /* 0 .. 1 for the side to move at the root, draws half */
    double lcb;         /* lower confidence bound of it */
    double prior;       /* 0 .. 1 */
    double lead;        /* mean score with komi, points for the side to move */
    double lead_stdev;  /* of single playouts, or as the network thinks */
    double rave;        /* win rate of the playouts with this move, -1: none */
    int n_pv;           /* >= 1: pv[0] is the move itself */
    point pv[SEARCH_MAX_PV];
    int64_t pv_visits[SEARCH_MAX_PV];
} search_move;

typedef struct search_analysis {
    colour to_move;
    int64_t visits;
    double winrate, lead, lead_stdev; /* of the root */
    int n_moves;
    search_move *move; /* [n_moves], best first: the order of the choice */
    /* indexed by y * size + x; [size * size] of prior is the pass */
    float ownership[BOARD_MAX_AREA];   /* -1 white .. 1 black at the end, by playouts, by the
                                        * network, or by both as they are mixed */
    float criticality[BOARD_MAX_AREA]; /* how much owning it goes with winning (Coulom 2009) */
    float prior[BOARD_MAX_AREA + 1];
    /* when the limits asked for it, else NULL: ownership behind each move, that of
     * move[i] from [i * size * size] on; of a move without visits that of all  */
    float *move_ownership;
    /* what the network alone said of the root, with dynamic komi if there is some;
     * NULL: it was not asked.  Borrowed until the next search.                  */
    const nn_result *raw;
} search_analysis;

typedef struct analysis_options {
    int max_moves, min_moves;  /* 0: no limit; moves without visits come after
                                * the others when min_moves asks for them      */
} analysis_options;

/* Fills an analysis of the last (or running) search.  `options` may be NULL.
 * `a` must be zeroed before its first use and released at the end; it may be
 * used again and again.  GO_ENOMEM; GO_EINVAL when nothing was searched yet.  */
go_status search_analyze(search *s, const analysis_options *options, search_analysis *a,
                         go_error *err);
void search_analysis_release(search_analysis *a);

typedef struct search_decision {
    point at;      /* the move, or PASS */
    bool resign;   /* hopeless for long enough: the game may be given up */
    double winrate, lead;
} search_decision;

/* The move to play after search_run, by the settings (visits or LCB,
 * temperature, strength, passing, resignation).  The game given to search_run
 * must still be as it was.  Where the game may be at its end this judges the
 * dead stones (final_status.h), which takes some hundredths of a second.      */
void search_decide(search *s, search_decision *out);

#endif
