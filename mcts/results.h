/* results.h -- what a search has found and what it took, as numbers.
 *
 * Win rates and leads are from the view of the side to move at the root.      */
#ifndef KATACHI_MCTS_RESULTS_H
#define KATACHI_MCTS_RESULTS_H

#include "board/board.h"
#include "nn/outputs.h"

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
    /* ownership behind each move, that of move[i] from [i * size * size] on (without
     * visits: that of all); NULL unless the limits want it                    */
    float *move_ownership;
    /* what the network alone said of the root, with dynamic komi if there is some;
     * NULL: it was not evaluated.  Borrowed until the next search.              */
    const nn_result *raw;
} search_analysis;

void search_analysis_release(search_analysis *a);

typedef struct analysis_options {
    int max_moves, min_moves; /* 0: no limit; moves without visits come after the
                               * others when min_moves asks for them           */
} analysis_options;

typedef struct search_decision {
    point at;    /* the move, or PASS */
    bool resign; /* hopeless for long enough: the game may be given up */
    double winrate, lead;
} search_decision;

typedef struct search_counts {
    int64_t playouts;      /* new ones in the last search */
    int64_t visits;        /* of the root */
    int64_t nodes;         /* in the tree */
    int64_t bytes, bytes_max;
    double seconds;
    int max_depth;
    double mean_playout;   /* moves */
    int prunings;          /* times the tree was full */
    int64_t net_queries;   /* to the network in the last search: positions, */
    int64_t net_evaluated; /* those that were not cached, */
    int64_t net_batches;   /* and in how many calls */
} search_counts;

/* The share of the queries to the network that were cached, and how many positions a
 * call had on average; 0 where there were none.                               */
double search_counts_cached(const search_counts *c);
double search_counts_batch(const search_counts *c);

#endif
