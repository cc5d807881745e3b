#include "mcts/book/book_maker.h"

#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "board/canonical.h"
#include "board/coord.h"
#include "mcts/book/book.h"

enum { NONE = -1 };

/* A move from a position to another one. */
typedef struct edge {
    point at;  /* in the canonical orientation of the position */
    int32_t to;
    int32_t next; /* edge of the same position */
} edge;

typedef struct node {
    uint64_t key;
    double sum;       /* of what games say: black's win rate */
    int32_t games, first; /* edge */
    bool known, written, under_way;
    double value;     /* once it is known */
    int32_t way;      /* moves of the shortest way to it that is known well enough; NONE: none */
} node;

struct book_maker {
    book_maker_options options;
    node *nodes; /* [n_nodes] */
    edge *edges; /* [n_edges] */
    int32_t n_nodes, n_edges, nodes_room, edges_room;
    int32_t *slots; /* [n_slots], a power of two: node by key, NONE: free */
    size_t n_slots;
    int n_written;
    int64_t bytes; /* written */
};

go_status book_maker_create(book_maker **out, const book_maker_options *options, go_error *err)
{
    *out = calloc(1, sizeof **out);
    if (!*out)
        return go_fail(err, GO_ENOMEM, "out of memory for openings");
    (*out)->options = *options;
    return GO_OK;
}

void book_maker_destroy(book_maker *o)
{
    if (!o)
        return;
    free(o->nodes);
    free(o->edges);
    free(o->slots);
    free(o);
}

/* ---- positions by key ---- */

static bool grow(void *array, int32_t n, int32_t *room, size_t size)
{
    void **a = array;
    if (n < *room)
        return true;
    const int32_t more = *room ? 2 * *room : 4096;
    void *bigger = realloc(*a, (size_t)more * size);
    if (!bigger)
        return false;
    *a = bigger;
    *room = more;
    return true;
}

static size_t slot_of(const book_maker *o, uint64_t key)
{
    size_t at = (size_t)key & (o->n_slots - 1);
    while (o->slots[at] != NONE && o->nodes[o->slots[at]].key != key)
        at = (at + 1) & (o->n_slots - 1);
    return at;
}

static bool grow_slots(book_maker *o)
{
    if (2 * (size_t)o->n_nodes < o->n_slots)
        return true;
    const size_t more = o->n_slots ? 2 * o->n_slots : 8192;
    int32_t *slots = malloc(more * sizeof *slots);
    if (!slots)
        return false;
    memset(slots, NONE, more * sizeof *slots);
    free(o->slots);
    o->slots = slots;
    o->n_slots = more;
    for (int32_t i = 0; i < o->n_nodes; i++)
        o->slots[slot_of(o, o->nodes[i].key)] = i;
    return true;
}

/* The node of that position; NONE: out of memory. */
static int32_t node_of(book_maker *o, uint64_t key)
{
    if (!grow_slots(o))
        return NONE;
    const size_t at = slot_of(o, key);
    if (o->slots[at] != NONE)
        return o->slots[at];
    if (!grow(&o->nodes, o->n_nodes, &o->nodes_room, sizeof *o->nodes))
        return NONE;
    o->nodes[o->n_nodes] = (node){.key = key, .first = NONE, .way = NONE};
    return o->slots[at] = o->n_nodes++;
}

static bool join(book_maker *o, int32_t from, point at, int32_t to)
{
    for (int32_t e = o->nodes[from].first; e != NONE; e = o->edges[e].next)
        if (o->edges[e].at == at)
            return true;
    if (!grow(&o->edges, o->n_edges, &o->edges_room, sizeof *o->edges))
        return false;
    o->edges[o->n_edges] = (edge){.at = at, .to = to, .next = o->nodes[from].first};
    o->nodes[from].first = o->n_edges++;
    return true;
}

/* ---- games ---- */

static go_status no_memory(go_error *err)
{
    return go_fail(err, GO_ENOMEM, "out of memory for openings; look at fewer moves");
}

go_status book_maker_add(book_maker *o, int size, const board_move *moves, int n_moves,
                          const float *black_wins, go_error *err)
{
    board b;
    colour to_move = BLACK;
    canonical c;
    int32_t before = NONE;
    point came_by = PASS;
    board_init(&b, size);
    for (int i = 0; i <= n_moves && i <= o->options.moves; i++) {
        c = canonical_of(&b, to_move);
        const int32_t here = node_of(o, c.key);
        if (here == NONE || (before != NONE && !join(o, before, came_by, here)))
            return no_memory(err);
        if (black_wins[i] >= 0) {
            o->nodes[here].sum += (double)black_wins[i];
            o->nodes[here].games++;
        }
        if (i == n_moves || moves[i].colour != to_move || moves[i].at == PASS ||
            board_play(&b, to_move, moves[i].at) != MOVE_OK)
            break;
        before = here;
        came_by = canonical_move(&c, moves[i].at);
        to_move = opponent(to_move);
    }
    return GO_OK;
}

/* ---- values ---- */

/* Black's win rate after the best move that enough games know, or what games say.  Positions that
 * captures lead back to count as games say.                                   */
static double value_of(book_maker *o, int32_t at, colour to_move)
{
    node *n = &o->nodes[at];
    const double mean = n->games ? n->sum / n->games : 0.5;
    if (n->known)
        return n->value;
    if (n->under_way)
        return mean;
    n->under_way = true;
    double best = -1;
    for (int32_t e = n->first; e != NONE; e = o->edges[e].next) {
        const int32_t to = o->edges[e].to;
        if (o->nodes[to].games < o->options.games)
            continue;
        const double black = value_of(o, to, opponent(to_move));
        const double own = to_move == BLACK ? black : 1 - black;
        best = own > best ? own : best;
    }
    n->under_way = false;
    n->known = true;
    return n->value = best < 0 ? mean : to_move == BLACK ? best : 1 - best;
}

typedef struct answer {
    point at; /* canonical */
    int32_t to;
    double own; /* win rate for the side to move */
} answer;

static int best_first(const void *a, const void *b)
{
    const answer *x = a, *y = b;
    return x->own != y->own ? (x->own > y->own ? -1 : 1) : x->at - y->at;
}

/* All moves of a position with enough games, the best first. */
static int find_answers(book_maker *o, int32_t at, colour to_move, answer *out)
{
    int n = 0;
    for (int32_t e = o->nodes[at].first; e != NONE; e = o->edges[e].next) {
        const edge *way = &o->edges[e];
        if (o->nodes[way->to].games < o->options.games)
            continue;
        const double black = value_of(o, way->to, opponent(to_move));
        out[n++] = (answer){way->at, way->to, to_move == BLACK ? black : 1 - black};
    }
    qsort(out, (size_t)n, sizeof *out, best_first);
    return n;
}

/* ---- writing ---- */

/* The way to a position. */
typedef struct way {
    board b;
    colour to_move;
    point moves[BOARD_MAX_AREA];
    int n;
} way;

/* Both return the number of bytes. */

static int write_moves(FILE *out, int size, const point *at, int n)
{
    char name[COORD_MAX];
    int bytes = 0;
    for (int i = 0; i < n; i++)
        bytes += fprintf(out, " %s", coord_to_gtp(size, at[i], name));
    return bytes;
}

static int write_line(const book_maker *o, const way *w, const node *n, const answer *a,
                      int n_answers, FILE *out)
{
    const canonical c = canonical_of(&w->b, w->to_move);
    point at[BOOK_ANSWERS];
    int good = 0;
    while (good < n_answers && good < BOOK_ANSWERS && a[good].own >= a[0].own - o->options.margin) {
        at[good] = canonical_back(&c, a[good].at);
        good++;
    }
    int bytes = fprintf(out, "%d", w->b.size);
    bytes += write_moves(out, w->b.size, w->moves, w->n);
    bytes += fprintf(out, " |");
    bytes += write_moves(out, w->b.size, at, good);
    return bytes + fprintf(out, "  # %d game%s, black wins %.1f %%\n", n->games, plural_s(n->games),
                           100 * n->value);
}

/* Of the answers, those that are legal on this way to the position: ko may forbid what another way
 * allows.                                                                     */
static int legal_ones(const way *w, answer *a, int n)
{
    const canonical c = canonical_of(&w->b, w->to_move);
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (board_legal(&w->b, w->to_move, canonical_back(&c, a[i].at)) == MOVE_OK)
            a[kept++] = a[i];
    return kept;
}

/* Finds the shortest ways from `start`: by captures there are ways of any length. */
static go_status find_ways(book_maker *o, int32_t start, go_error *err)
{
    int32_t *found = malloc((size_t)o->n_nodes * sizeof *found);
    int32_t n = 0;
    if (!found)
        return no_memory(err);
    o->nodes[start].way = 0;
    found[n++] = start;
    for (int32_t i = 0; i < n && o->nodes[found[i]].way + 1 < o->options.moves; i++) {
        const node *from = &o->nodes[found[i]];
        for (int32_t e = from->first; e != NONE; e = o->edges[e].next) {
            node *to = &o->nodes[o->edges[e].to];
            if (to->way != NONE || to->games < o->options.games)
                continue;
            to->way = from->way + 1;
            found[n++] = o->edges[e].to;
        }
    }
    free(found);
    return GO_OK;
}

/* Writes the position and those that its moves lead to, each by a shortest way. */
static void write_from(book_maker *o, int32_t at, const way *w, FILE *out)
{
    answer answers[BOARD_MAX_AREA];
    node *n = &o->nodes[at];
    if (n->written || n->games < o->options.games || o->bytes > o->options.bytes)
        return;
    n->written = true;
    value_of(o, at, w->to_move);
    const int n_answers = legal_ones(w, answers, find_answers(o, at, w->to_move, answers));
    if (!n_answers)
        return;
    o->bytes += write_line(o, w, n, answers, n_answers, out);
    o->n_written++;
    const canonical c = canonical_of(&w->b, w->to_move);
    for (int i = 0; i < n_answers; i++) {
        if (o->nodes[answers[i].to].way != w->n + 1)
            continue;
        way next = *w;
        next.moves[next.n] = canonical_back(&c, answers[i].at);
        if (board_play(&next.b, next.to_move, next.moves[next.n]) != MOVE_OK)
            continue;
        next.n++;
        next.to_move = opponent(next.to_move);
        write_from(o, answers[i].to, &next, out);
    }
}

go_status book_maker_write(book_maker *o, FILE *out, int *n_positions, go_error *err)
{
    if (!grow_slots(o))
        return no_memory(err);
    for (int size = 2; size <= BOARD_MAX_SIZE && o->n_nodes; size++) {
        way start = {.to_move = BLACK};
        board_init(&start.b, size);
        const size_t at = slot_of(o, canonical_of(&start.b, BLACK).key);
        if (o->slots[at] == NONE)
            continue;
        GO_TRY(find_ways(o, o->slots[at], err));
        write_from(o, o->slots[at], &start, out);
    }
    if (o->bytes > o->options.bytes)
        return go_fail(err, GO_EINVAL,
                       "the book would have more than the %lld MB of text that can be read; take "
                       "only positions of more games (--games) or fewer moves (--moves)",
                       (long long)((o->options.bytes + (1 << 19)) >> 20));
    *n_positions = o->n_written;
    return GO_OK;
}
