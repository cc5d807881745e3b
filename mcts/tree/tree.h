/* tree.h -- the search tree: an arena of fixed size, shared by all threads.
 *
 * The arena is an array of 64-byte units, addressed by index.  A node is one
 * unit; the nodes of a position's moves lie together in segments of eight, so
 * that a loop over them is a walk through neighbouring cache lines.  The moves
 * themselves ("edges") are a compact array sorted by prior, made when a node is
 * expanded.  Their nodes are opened a segment at a time, the likeliest first,
 * since most moves of most positions are never visited.  For the same reason a
 * node may begin with some of its edges and get the others when they are wanted.
 *
 * Threads share the tree without locks: counts are atomic, a node is expanded
 * by the thread that changed its state from LEAF to BUSY, and edges that have
 * nodes never change.  tree_keep, which prunes and packs, must run alone.
 *
 * Playouts are summed up: values are sums over visits from black's view, in fixed
 * point, so that sums do not depend on the order of threads.
 *
 * The evaluations of a network are averaged instead (average.h).  A node that has been
 * visited is then only an edge of a graph, with visits and a prior of its own, and
 * linked to the home of its position: a node of its own that has the moves and the
 * visits of the position, and is followed by a record of what it is worth.  The
 * functions below take either one and look at the home where they have to.   */
#ifndef KATACHI_MCTS_TREE_TREE_H
#define KATACHI_MCTS_TREE_TREE_H

#include <stdatomic.h>

#include "base/status.h"
#include "board/board.h"

typedef uint32_t node_id; /* index of a unit; 0: none */

enum {
    TREE_ROOT = 1,
    TREE_SEGMENT = 8,         /* nodes opened at once */
    TREE_UNIT = 64,           /* bytes */
    TREE_MIN_BYTES = 1 << 20  /* room for a root with all its moves on any board */
};

typedef enum node_state {
    NODE_LEAF, /* not expanded */
    NODE_BUSY, /* being expanded by some thread */
    NODE_READY,/* has edges */
    NODE_SOME  /* has the likeliest ones: tree.n_some of n_edges */
} node_state;

typedef struct tree_edge {
    uint16_t move;  /* a point, or PASS */
    uint16_t prior; /* the upper half of a float: exact to 0.4 % */
} tree_edge;

static inline tree_edge tree_edge_of(point move, float prior)
{
    uint32_t bits;
    memcpy(&bits, &prior, sizeof bits);
    return (tree_edge){move, (uint16_t)((bits + 0x8000u) >> 16)};
}
static inline float tree_edge_prior(tree_edge e)
{
    uint32_t bits = (uint32_t)e.prior << 16;
    float prior;
    memcpy(&prior, &bits, sizeof prior);
    return prior;
}

/* What is certain about a node. */
enum node_mark {
    NODE_BANNED = 1, /* its move is forbidden by superko here */
    NODE_BLACK = 2,  /* proven: black wins (mcts/proof.h) */
    NODE_WHITE = 4,
    NODE_GAPS = 8,   /* some of its moves were left out that could matter */
    NODE_SPARES = 16 /* some were left out that do not matter while no move is forbidden */
};

/* A number of playouts, and from bit 32 on what was added up over them: one addition for both.
 * Beyond TREE_SUM_MOST playouts nothing is added, so that neither overflows: by then they hardly
 * matter.                                                                     */
typedef _Atomic uint64_t tree_sum;
enum { TREE_SUM_BITS = 32, TREE_SUM_MOST = 1 << 24 };

/* Points around a move are added up with this much more, so that they are not negative. */
enum { TREE_AROUND_ZERO = 128 };

typedef struct tree_node {
    union {
        _Atomic int64_t value;    /* sum of results: TREE_ONE is a win for black */
        uint64_t key;             /* of a home: of its position; 0: it is not shared */
    };
    _Atomic int64_t value_square; /* sum of their squares */
    _Atomic int64_t lead;         /* sum of scores, TREE_POINT is a point for black */
    union {
        tree_sum rave;            /* over the playouts in which the mover played this
                                   * move later: of its half wins or of its points around */
        _Atomic int64_t link;     /* if linked: from here to the home, in units */
    };
    _Atomic uint32_t visits;
    _Atomic float prior;
    _Atomic uint32_t edges;       /* unit index of n_edges (or n_some) tree_edges */
    _Atomic uint32_t segment;     /* first segment of children */
    _Atomic uint32_t next;        /* of a segment's first node: the next segment */
    uint16_t move;                /* that led here */
    _Atomic uint16_t n_edges;
    _Atomic uint16_t n_open;      /* edges that have nodes: the first n_open */
    _Atomic int16_t pending;      /* visits under way (virtual losses) */
    _Atomic uint8_t state;        /* node_state */
    _Atomic uint8_t marks;        /* of enum node_mark */
    _Atomic uint8_t opening;      /* a thread is adding a segment or edges */
    _Atomic uint8_t linked;       /* to a home; a home is linked to itself */
} tree_node;

static_assert(sizeof(tree_node) == TREE_UNIT, "a node is one unit");
static_assert(TREE_SEGMENT * sizeof(tree_sum) == TREE_UNIT, "the sums of a segment are one unit");

/* What a position is worth, all from black's view: the unit after its home.  A utility is
 * what the search prefers, on the scale of values.  Who changes a record locks it; the
 * means may be read at any time.                                              */
typedef struct tree_record {
    /* means over the position's own evaluations and all below it, by weight */
    _Atomic float win, utility, utility_square, lead;
    _Atomic float weight, weight_square; /* sums of the weights and of their squares */
    _Atomic uint32_t lock;
    /* the position's own evaluations: means, and the sum of their weights; the utility and
     * the weight may be read at any time, too                                */
    float own_win, own_lead, own_score, own_stdev;
    _Atomic float own_utility, own_weight;
    uint32_t bias; /* place in the table of value_bias.h; 0: none */
    float bias_sum, bias_weight; /* what it has added there */
} tree_record;

static_assert(sizeof(tree_record) <= TREE_UNIT, "a record is one unit");

#define TREE_ONE 1048576.0 /* fixed point of values: 2^20 */
#define TREE_POINT 256.0   /* fixed point of leads */

typedef struct tree {
    tree_node *unit;          /* [capacity]; unit 0 is unused, unit 1 the root */
    uint32_t capacity;
    int n_some;               /* edges of each NODE_SOME: a multiple of TREE_SEGMENT; set it
                               * while the tree is clear */
    int reach;                /* RAVE adds up the points within so many lines of a move, and each
                               * segment is followed by a unit with the sums over all playouts
                               * (tree_around); 0: it adds up half wins.  Set it as n_some */
    _Atomic uint32_t used;    /* units given out */
    atomic_bool full;         /* tree_expand has failed; cleared by tree_keep, tree_clear */
    uint64_t *live;           /* for tree_keep: one bit per unit */
    uint32_t *before;         /* live units before each word of `live` */
    node_id *stack;           /* for tree_keep: at most one entry per expanded node */
    _Atomic uint32_t *known;  /* [n_known] homes, by their keys; NULL: none are shared */
    size_t n_known;           /* room; of it the first n_places are used, both powers of two */
    size_t n_places;
    _Atomic uint32_t n_homes; /* in the table */
    atomic_bool crowded;      /* more of it should be used: tree_know_more */
} tree;

/* A tree of at most `bytes` (>= TREE_MIN_BYTES; the memory is taken from the
 * system only as it is used).  GO_ENOMEM.                                    */
go_status tree_create(tree *t, int64_t bytes, go_error *err);
void tree_destroy(tree *t);

/* Leaves a single root without visits. */
void tree_clear(tree *t);

static inline tree_node *tree_at(const tree *t, node_id id) { return &t->unit[id]; }

/* The home of a linked node. */
static inline tree_node *node_linked_home(const tree_node *n)
{
    int64_t link = atomic_load_explicit(&n->link, memory_order_relaxed);
    return (tree_node *)(uintptr_t)(n + link);
}

/* The home of the node's position; the node itself where there are no homes, or none yet. */
static inline tree_node *node_home(const tree_node *n)
{
    bool linked = atomic_load_explicit(&n->linked, memory_order_acquire);
    return linked ? node_linked_home(n) : (tree_node *)(uintptr_t)n;
}

/* What is known of the node's position; NULL: values are sums. */
static inline tree_record *node_record(const tree_node *n)
{
    bool linked = atomic_load_explicit(&n->linked, memory_order_acquire);
    return linked ? (tree_record *)(void *)(node_linked_home(n) + 1) : NULL;
}

/* The root; its home if it has one. */
static inline tree_node *tree_root(const tree *t) { return node_home(tree_at(t, TREE_ROOT)); }

/* What a new home is told about its position. */
typedef struct tree_spot {
    uint64_t key;   /* equal keys share a home, if the tree shares any; 0: this one does not */
    colour to_move; /* kept as the `move` of the home */
    uint32_t bias;  /* for the record */
} tree_spot;

/* Gives a node a home with an empty record, or that of an equal position, unless it has one,
 * and returns it.  NULL: the tree is full.                                    */
tree_node *tree_settle(tree *t, tree_node *node, const tree_spot *spot);

/* From now on equal positions share their homes.  Takes memory of up to one byte for each
 * 64 of the tree, as it is used.  No other thread may use the tree meanwhile.  GO_ENOMEM. */
go_status tree_share(tree *t, go_error *err);

/* Sorts edges by falling prior, equal ones by move. */
void tree_sort_edges(tree_edge *edges, int n);

/* Gives a BUSY node its edges (sorted by falling prior) and makes it READY.
 * False: the tree is full, and the node is a LEAF again.                     */
bool tree_expand(tree *t, tree_node *node, const tree_edge *edges, int n);

/* Gives a READY node other edges, at most as many as it has (sorted by falling prior).  The
 * nodes of moves that it had keep their numbers and what is below them, the other nodes are
 * dropped.  No other thread may use the tree meanwhile.  False: the tree is full, and
 * nothing has changed.                                                       */
bool tree_renew(tree *t, tree_node *node, const tree_edge *edges, int n);

/* The same with the likeliest edges[t->n_some] of n: the node is NODE_SOME then. */
bool tree_expand_some(tree *t, tree_node *node, const tree_edge *edges, int n);

/* Gives a NODE_SOME all its edges (by falling prior); those it has stay the first, in their
 * order, and get the new priors.  False: the tree is full, or another thread is at the node.   */
bool tree_complete(tree *t, tree_node *node, const tree_edge *edges, int n);

static inline bool node_is_some(const tree_node *n)
{
    return atomic_load_explicit(&n->state, memory_order_acquire) == NODE_SOME;
}

/* Has the node moves? */
static inline bool node_has_edges(const tree_node *n)
{
    return atomic_load_explicit(&n->state, memory_order_acquire) >= NODE_READY;
}

/* How many edges of an expanded node are known. */
static inline int tree_known(const tree *t, const tree_node *node)
{
    node = node_home(node);
    return node_is_some(node) ? t->n_some : node->n_edges;
}

/* [tree_known], of which the moves of the open children never change; a thread that reads
 * while others search takes the number of children first.                     */
static inline const tree_edge *tree_edges(const tree *t, const tree_node *node)
{
    node_id at = atomic_load_explicit(&node_home(node)->edges, memory_order_acquire);
    return (const tree_edge *)(const void *)&t->unit[at];
}

/* Opens nodes until at least `wanted` edges of an expanded node have one, or all that are
 * known do, or the tree is full, or another thread is doing the same.  Returns n_open.  */
int tree_open(tree *t, tree_node *node, int wanted);

/* Walks over the open children of a node:
 *     for (tree_walk w = tree_first(t, node); w.child; tree_next(t, &w))       */
typedef struct tree_walk {
    tree_node *child; /* NULL at the end */
    node_id id;
    int left;         /* children after this one */
    int place;        /* within the segment */
    node_id segment;
} tree_walk;

static inline tree_walk tree_first(const tree *t, const tree_node *node)
{
    node = node_home(node);
    int n = atomic_load_explicit(&node->n_open, memory_order_acquire);
    node_id segment = atomic_load_explicit(&node->segment, memory_order_relaxed);
    return (tree_walk){n ? &t->unit[segment] : NULL, segment, n - 1, 0, segment};
}

static inline void tree_next(const tree *t, tree_walk *w)
{
    if (w->left-- == 0) {
        w->child = NULL;
        return;
    }
    if (++w->place == TREE_SEGMENT) {
        w->segment = w->id =
            atomic_load_explicit(&t->unit[w->segment].next, memory_order_relaxed);
        w->place = 0;
    } else {
        w->id++;
    }
    w->child = &t->unit[w->id];
}

/* The sum of the points around the child's move over all playouts since it was opened, in a tree
 * with a reach.                                                               */
static inline tree_sum *tree_around(const tree *t, const tree_walk *w)
{
    return (tree_sum *)(void *)&t->unit[w->segment + TREE_SEGMENT] + w->place;
}

/* The open child of a node with that move, or NULL. */
tree_node *tree_child(const tree *t, const tree_node *node, point move);

/* Makes `root` (the root or any node below) the root, drops everything that is not
 * below it, and turns nodes with fewer than `min_visits` visits into leaves.  No
 * other thread may use the tree meanwhile.                                    */
void tree_keep(tree *t, const tree_node *root, uint32_t min_visits);

/* Uses more of the table of shared homes, of which a search begins with a little: what is used at
 * random costs a page of memory for each new position.  Must run alone.       */
void tree_know_more(tree *t);

/* Seconds that it may take for each unit that it keeps: two to three times what was measured. */
#define TREE_KEEP_SECONDS 2e-7

/* Writes the ids of all homes to t->stack, those nearer to the root first, and returns how
 * many.  No other thread may use the tree meanwhile.                          */
size_t tree_list_homes(tree *t);

/* Units in use, as a share of the capacity. */
double tree_fullness(const tree *t);

/* How many units a node of n edges takes when expanded. */
static inline uint32_t tree_edge_units(int n)
{
    return ((uint32_t)n * (uint32_t)sizeof(tree_edge) + TREE_UNIT - 1) / TREE_UNIT;
}

/* ---- the numbers of a node ---- */

static inline uint32_t node_visits(const tree_node *n)
{
    return atomic_load_explicit(&n->visits, memory_order_relaxed);
}

static inline double record_get(const _Atomic float *x)
{
    return (double)atomic_load_explicit(x, memory_order_relaxed);
}

/* Mean result for `c`, 0 .. 1; 0.5 without visits. */
static inline double node_value(const tree_node *n, colour c)
{
    const tree_record *r = node_record(n);
    uint32_t visits = node_visits(n);
    if (!visits)
        return 0.5;
    double black = r ? record_get(&r->win)
                     : (double)atomic_load_explicit(&n->value, memory_order_relaxed) /
                           (TREE_ONE * visits);
    return c == BLACK ? black : 1 - black;
}

/* What the search prefers: the mean result, and beside it whatever a record counts. */
static inline double node_utility(const tree_node *n, colour c)
{
    const tree_record *r = node_record(n);
    if (!r || !node_visits(n))
        return node_value(n, c);
    double black = record_get(&r->utility);
    return c == BLACK ? black : 1 - black;
}

/* How much the node's mean is made of: its visits, or the sum of their weights. */
static inline double node_weight(const tree_node *n)
{
    const tree_record *r = node_record(n);
    double visits = node_visits(n), all = r ? node_visits(node_home(n)) : 0;
    return all > 0 ? record_get(&r->weight) * visits / all : visits;
}

/* How many results of equal weight would tell as much as the node's. */
static inline double node_sample(const tree_node *n)
{
    const tree_record *r = node_record(n);
    double visits = node_visits(n), all = r ? node_visits(node_home(n)) : 0;
    double weight = r ? record_get(&r->weight) : 0, square = r ? record_get(&r->weight_square) : 0;
    return all > 0 && square > 0 ? weight * weight / square * visits / all : visits;
}

/* Sum of the squares of black's utilities, for their variance. */
static inline double node_squares(const tree_node *n)
{
    const tree_record *r = node_record(n);
    if (r)
        return record_get(&r->utility_square) * node_visits(n);
    return (double)atomic_load_explicit(&n->value_square, memory_order_relaxed) / TREE_ONE;
}

static inline bool node_has(const tree_node *n, enum node_mark mark)
{
    return atomic_load_explicit(&n->marks, memory_order_relaxed) & mark;
}
static inline void node_mark(tree_node *n, enum node_mark mark)
{
    atomic_fetch_or_explicit(&n->marks, (uint8_t)mark, memory_order_relaxed);
}

/* Who is proven to win; EMPTY: nobody. */
static inline colour node_winner(const tree_node *n)
{
    return node_has(n, NODE_BLACK) ? BLACK : node_has(n, NODE_WHITE) ? WHITE : EMPTY;
}

static inline void node_prove(tree_node *n, colour winner)
{
    node_mark(n, winner == BLACK ? NODE_BLACK : NODE_WHITE);
}

/* Visits under way. */
static inline int node_pending(const tree_node *n)
{
    int pending = atomic_load_explicit(&n->pending, memory_order_relaxed);
    return pending > 0 ? pending : 0;
}

/* The number of playouts, and in *mean the mean of what was added for each (0 if there are none).
 */
static inline double tree_sum_get(const tree_sum *s, double *mean)
{
    uint64_t sum = atomic_load_explicit(s, memory_order_relaxed);
    double playouts = (double)(uint32_t)sum;
    *mean = playouts > 0 ? (double)(sum >> TREE_SUM_BITS) / playouts : 0;
    return playouts;
}

static inline void tree_sum_add(tree_sum *s, uint32_t amount)
{
    if ((uint32_t)atomic_load_explicit(s, memory_order_relaxed) < TREE_SUM_MOST)
        atomic_fetch_add_explicit(s, (uint64_t)amount << TREE_SUM_BITS | 1, memory_order_relaxed);
}

/* Mean score for `c` in points; 0 without visits. */
static inline double node_lead(const tree_node *n, colour c)
{
    const tree_record *r = node_record(n);
    uint32_t visits = node_visits(n);
    double black = r        ? record_get(&r->lead)
                   : visits ? (double)atomic_load_explicit(&n->lead, memory_order_relaxed) /
                                (TREE_POINT * visits)
                          : 0;
    return c == BLACK ? black : -black;
}

#endif
