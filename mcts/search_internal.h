/* search_internal.h -- the inside of a search, for search*.c, worker*.c, noise.c,
 * look.c and decide.c only.                                                  */
#ifndef KATACHI_MCTS_SEARCH_INTERNAL_H
#define KATACHI_MCTS_SEARCH_INTERNAL_H

#include "board/game/benson.h"
#include "mcts/evaluate/evaluator.h"
#include "mcts/tree/gumbel.h"
#include "mcts/move_owners.h"
#include "mcts/search.h"
#include "mcts/tree/select.h"
#include "nn/outputs.h"
#include "patterns/gammas/policy.h"

enum { SEARCH_MAX_DEPTH = 512 };

/* Counts of one thread that others may read while it runs: written by their
 * owner only, so that no atomic addition is needed.                           */
typedef _Atomic uint32_t tally;

static inline uint32_t tally_get(const tally *t)
{
    return atomic_load_explicit(t, memory_order_relaxed);
}
static inline void tally_add(tally *t, uint32_t n)
{
    atomic_store_explicit(t, tally_get(t) + n, memory_order_relaxed);
}

/* The same for reals. */
static inline void sum_add(_Atomic double *sum, double x)
{
    atomic_store_explicit(sum, atomic_load_explicit(sum, memory_order_relaxed) + x,
                          memory_order_relaxed);
}

typedef struct worker_sums {
    tally ends;              /* playouts looked at for the counts below */
    tally black_wins;
    tally black_owns[BOARD_MAX_POINTS];
    tally white_owns[BOARD_MAX_POINTS];
    tally winner_owns[BOARD_MAX_POINTS];
    tally moves;             /* of playouts */
    tally max_depth;
    _Atomic double lead, lead_square;
    tally answers;           /* of the network looked at for the next two */
    _Atomic double net_variance;              /* of the score */
    _Atomic double net_owns[BOARD_MAX_AREA];  /* [y * size + x]: black's share less white's */
} worker_sums;

typedef struct worker {
    search *s;
    rng random;
    policy *policy;          /* NULL: uniform priors */
    void *evaluator;
    board board;
    tree_node *path[SEARCH_MAX_DEPTH + 1]; /* root first */
    board_move moves[SEARCH_MAX_DEPTH];  /* moves[i] leads from path[i] to path[i + 1] */
    uint64_t keys[SEARCH_MAX_DEPTH + 1];   /* for superko */
    int depth;
    int passes;                            /* in a row, none for the button */
    colour button;                         /* who has it; EMPTY: nobody */
    uint8_t first[BOARD_MAX_POINTS];       /* who played there first, for RAVE */
    bool forbidden[BOARD_MAX_POINTS];
    float prior[BOARD_MAX_AREA + 1];
    nn_position *root_position, *position; /* as the network sees them; NULL without one */
    nn_result answer;                      /* the network's, on `position` */
    worker_sums sums;
    move_owners *owners;                   /* NULL: nobody asks for them */
} worker;

/* Where the tree's root is in a game. */
typedef struct root_place {
    bool known;
    int size;
    uint64_t start;          /* key of the start position */
    rules rules;
    double komi;
    board_move *steps;        /* [n_steps], owned */
    size_t n_steps, capacity;
    colour to_move;
} root_place;

struct search {
    search_settings settings;
    nn_model *model;         /* the network, for all sizes; NULL: none yet */
    knowledge knowledge;     /* size 0: none yet */
    const evaluator_type *type;
    select_rule *rule;
    tree tree;
    worker **workers;        /* [n_workers] */
    int n_workers;
    root_place place;
    playout *judge;          /* of the end of the game; made when first needed */

    /* the search under way, or the last one */
    const game *game;        /* borrowed until the next search */
    search_limits limits;
    board board;             /* at the root */
    colour to_move;
    bool net_values;         /* the network is asked about the leaves */
    bool net_edges;          /* and its answer gives them their edges at once */
    gumbel gumbel;           /* of the root; not used: gumbel.n is 0 */
    bool no_gumbel;          /* it is set, but the number of playouts is not known */
    go_error failure;        /* what ended the search; status GO_OK: nothing */
    bool counts_territory;   /* prisoners and territory rather than area */
    bool exact_ends;         /* two passes in the tree end the game, counted as it stands */
    double offset;           /* black's points beside the area: komi, handicap, prisoners */
    double handicap_offset;  /* dynamic komi, for the values only */
    bool settled[3][BOARD_MAX_POINTS]; /* [colour]: in pass-alive regions, not played in */
    bool refused[BOARD_MAX_POINTS];    /* not to be looked at nor chosen at the root */
    double began, deadline, hard_deadline;
    double last_report;
    _Atomic int64_t playouts, started;
    atomic_bool halt, full;
    int prunings;
    bool running;
    double seconds;
    int hopeless[3];         /* [colour]: own decisions in a row below the threshold */
    int game_moves;
    int handicap;
    int passes;              /* in a row before the root */
    char notice[SEARCH_NOTICE_MAX]; /* what search_notice says */
    bool root_answered;        /* the network was asked about the root, */
    nn_result root_answer;     /* and said this */
    network_counts net_before; /* when the search began */
    network_counts net_used;   /* by the search, once it is over */
};

/* search_root.c: makes the position of the game the root, with what the tree knows
 * of it already.  GO_ENOMEM.                                                  */
go_status search_place_root(search *s, const game *g, colour to_move, go_error *err);

/* ---- worker.c ---- */

go_status worker_create(worker **out, search *s, int number, go_error *err);
void worker_destroy(worker *w);

/* Gets ready for a search from the root. */
void worker_begin(worker *w);

/* One descent: select, expand, evaluate, back up. */
void worker_simulate(worker *w);

/* Gives the root its edges if it has none, and its own value where a network
 * tells it.                                                                   */
void worker_expand_root(worker *w);

/* Marks the moves that the limits forbid to c at `depth` plies from the root in
 * `forbidden`.  False, with nothing written: none.                            */
bool worker_forbids(const search_limits *l, int depth, colour c,
                    bool forbidden[BOARD_MAX_POINTS]);

/* worker_edges.c: writes the moves of w->board for c with their priors, likeliest
 * first, and returns how many; for those of a network w->answer is there.     */
int worker_edges(worker *w, colour c, tree_edge edge[BOARD_MAX_AREA + 1]);

/* ---- worker_net.c ---- */

/* Gets ready to ask about positions below the root. */
go_status worker_net_begin(worker *w, go_error *err);

/* Asks about the position after the first n moves of the line: w->answer, and
 * w->position.  False: that failed, and the search has been told to end.      */
bool worker_net_ask(worker *w, int n);

/* The answer as values, as priors, as counts. */
net_opinion worker_net_opinion(const worker *w);
void worker_net_prior(worker *w);
void worker_net_count(worker *w);

/* The dead stones of w->board by the answer on a position with the same stones. */
void worker_net_dead(const worker *w, bool dead[BOARD_MAX_POINTS]);

/* counts.c: what the network was asked since the search began. */
network_counts net_counts_since_start(const search *s);

/* ---- look.c ---- */

/* The root's children by the order of the choice: writes up to SEARCH_MAX_MOVES
 * visited ones that are not refused into out[] and returns how many.          */
int look_order(const search *s, tree_node **out);

/* Lower confidence bound of a child's value for c. */
double look_lcb(const search *s, const tree_node *child, colour c);

#endif
