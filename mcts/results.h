/* results.h -- the results of a search and its cost, as numbers.  Win rates and leads are
 * those of the side to move at the root.                                      */
#ifndef KATACHI_MCTS_RESULTS_H
#define KATACHI_MCTS_RESULTS_H

#include "board/board.h"
#include "nn/outputs.h"

enum { SEARCH_MAX_PV = 64, SEARCH_MAX_MOVES = BOARD_MAX_AREA + 1 };

typedef struct search_move {
    point at;
    point original;     /* the move that was searched: this one, or that of which it is a copy */
    int symmetry;       /* that turns the original into this one; 0: it is no copy */
    int64_t visits;
    double winrate;     /* 0 .. 1, a draw counts half */
    double lcb;         /* its lower confidence bound */
    double prior;       /* 0 .. 1 */
    double lead;        /* in points, komi included: mean score and what it misses (settled.h) */
    double lead_stdev;  /* of single playouts, or as the network predicts */
    colour proven;      /* who is proven to win; EMPTY: nobody */
    int n_pv;           /* >= 1: pv[0] is the move itself */
    point pv[SEARCH_MAX_PV];
    int64_t pv_visits[SEARCH_MAX_PV];
} search_move;

/* Do a win rate and a lead of one side clearly name different leaders? */
static inline bool search_at_odds(double winrate, double lead)
{
    return (winrate > 0.505 && lead <= -0.5) || (winrate < 0.495 && lead >= 0.5);
}

typedef struct search_analysis {
    colour to_move;
    int64_t visits;
    double winrate, lead, lead_stdev; /* of the root */
    colour proven;                    /* as for a move */
    int n_moves;
    search_move *move; /* [n_moves], best first: in the order of choice */
    /* indexed by y * size + x; [size * size] of prior is the pass */
    float ownership[BOARD_MAX_AREA];   /* -1 white .. 1 black at the end, from playouts, the
                                        * network, or the mixture of both */
    float criticality[BOARD_MAX_AREA]; /* covariance of owning it and winning (Coulom 2009) */
    float prior[BOARD_MAX_AREA + 1];
    /* ownership after each move, move[i] from [i * size * size] on (without visits: that
     * of the root); NULL unless limits.moves_ownership is set                 */
    float *move_ownership;
    /* the network's answer for the root, with dynamic komi if there is any; NULL: not
     * evaluated.  Borrowed until the next search.                             */
    const nn_result *raw;
} search_analysis;

typedef struct analysis_options {
    int max_moves, min_moves; /* 0: no limit; unvisited moves fill up to min_moves */
    bool symmetric; /* if one of several symmetric moves was searched for all (root-symmetry),
                     * copies of it for the others follow, and each has its own prior */
} analysis_options;

typedef struct search_decision {
    point at;    /* the move, or PASS */
    bool resign; /* hopeless for long enough to resign */
    double winrate, lead;
} search_decision;

typedef struct search_counts {
    int64_t playouts;      /* of the last search */
    int64_t visits;        /* of the root */
    int64_t bytes;         /* of the tree in use: nodes, edges and what is known of positions */
    int64_t bytes_max;
    double seconds;
    int max_depth;
    double mean_playout;   /* moves */
    int prunings;          /* times the tree was full */
    int64_t net_queries;   /* positions asked of the network in the last search, */
    int64_t net_evaluated; /* those of them not cached, */
    int64_t net_batches;   /* and the batches they were evaluated in */
} search_counts;

#endif
