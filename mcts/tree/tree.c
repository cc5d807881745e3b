#include "mcts/tree/tree.h"

#include <assert.h>
#include <stdlib.h>
#include <sys/mman.h>

/* ---- creating ---- */

static size_t live_words(const tree *t) { return (size_t)t->capacity / 64 + 1; }

/* Those of units that were given out. */
static size_t used_words(const tree *t) { return (size_t)t->used / 64 + 1; }

/* An expanded node takes at least a unit itself and one for its edges. */
static size_t stack_size(const tree *t) { return (size_t)t->capacity / 2 + 2; }

/* The arena, followed by the arrays of tree_keep. */
static size_t bytes_of(const tree *t)
{
    return (size_t)t->capacity * sizeof *t->unit + live_words(t) * sizeof *t->live +
           live_words(t) * sizeof *t->before + stack_size(t) * sizeof *t->stack;
}

go_status tree_create(tree *t, int64_t bytes, go_error *err)
{
    /* besides the arena: 12 bytes for 64 units (live, before), 4 for every two (stack) */
    int64_t units = (int64_t)((double)bytes / (TREE_UNIT + 12.0 / 64 + 4.0 / 2));
    *t = (tree){.capacity = (uint32_t)(units < UINT32_MAX - 1 ? units : UINT32_MAX - 1)};
    void *memory = mmap(NULL, bytes_of(t), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return go_fail(err, GO_ENOMEM, "no memory for a tree of %lld MB; try a smaller --memory",
                       (long long)(bytes >> 20));
    madvise(memory, bytes_of(t), MADV_HUGEPAGE); /* fewer cache misses, where possible */
    t->unit = memory;
    t->live = (uint64_t *)(void *)(t->unit + t->capacity);
    t->before = (uint32_t *)(void *)(t->live + live_words(t));
    t->stack = t->before + live_words(t);
    tree_clear(t);
    return GO_OK;
}

void tree_destroy(tree *t)
{
    if (t->unit)
        munmap(t->unit, bytes_of(t));
    if (t->known)
        munmap((void *)t->known, t->n_known * sizeof *t->known);
    *t = (tree){0};
}

enum { FEWEST_PLACES = 1024 };

/* Pages that are given back to the system are zero when they are used again; where the table
 * is small, taking them back costs more than clearing it.                     */
static void forget_known(tree *t)
{
    const size_t small = (size_t)1 << 18, bytes = t->n_places * sizeof *t->known;
    if (t->known && bytes <= small)
        memset((void *)t->known, 0, bytes);
    else if (t->known)
        madvise((void *)t->known, bytes, MADV_DONTNEED);
    t->n_homes = 0;
    t->crowded = false;
}

void tree_clear(tree *t)
{
    forget_known(t);
    t->n_places = t->known ? FEWEST_PLACES : 0;
    memset(&t->unit[TREE_ROOT], 0, sizeof t->unit[TREE_ROOT]);
    t->used = TREE_ROOT + 1;
    t->full = false;
}

/* ---- growing ---- */

/* Takes `n` units; 0: not enough left. */
static node_id take(tree *t, uint32_t n)
{
    uint32_t at = atomic_load_explicit(&t->used, memory_order_relaxed);
    do {
        if (n > t->capacity - at)
            return 0;
    } while (!atomic_compare_exchange_weak(&t->used, &at, at + n));
    return at;
}

/* An edge's place is the number of those before it: n * n comparisons without branches, many at
 * a time, are faster than n log n guesses.                                    */
void tree_sort_edges(tree_edge *edges, int n)
{
    uint32_t key[BOARD_MAX_AREA + 1]; /* no two are equal */
    tree_edge sorted[BOARD_MAX_AREA + 1];
    for (int i = 0; i < n; i++)
        key[i] = (uint32_t)edges[i].prior << 16 | (uint32_t)(UINT16_MAX - edges[i].move);
    for (int i = 0; i < n; i++) {
        int before = 0;
        for (int j = 0; j < n; j++)
            before += key[j] > key[i];
        sorted[before] = edges[i];
    }
    memcpy(edges, sorted, (size_t)n * sizeof *edges);
}

/* Gives a BUSY node the first `known` of n edges. */
static bool expand(tree *t, tree_node *node, const tree_edge *edges, int known, int n)
{
    node_id at = take(t, tree_edge_units(known));
    if (!at) {
        atomic_store_explicit(&node->state, NODE_LEAF, memory_order_release);
        atomic_store_explicit(&t->full, true, memory_order_relaxed);
        return false;
    }
    memcpy(&t->unit[at], edges, (size_t)known * sizeof *edges);
    node->n_edges = (uint16_t)n;
    atomic_store_explicit(&node->edges, at, memory_order_relaxed);
    atomic_store_explicit(&node->state, known < n ? NODE_SOME : NODE_READY, memory_order_release);
    return true;
}

bool tree_expand(tree *t, tree_node *node, const tree_edge *edges, int n)
{
    return expand(t, node, edges, n, n);
}

bool tree_expand_some(tree *t, tree_node *node, const tree_edge *edges, int n)
{
    assert(t->n_some && t->n_some % TREE_SEGMENT == 0);
    return expand(t, node, edges, t->n_some < n ? t->n_some : n, n);
}

/* The known edges in their order, then the others. */
static bool append_edges(tree *t, tree_node *node, const tree_edge *edges, int n)
{
    const int known = t->n_some;
    int place[BOARD_MAX_POINTS] = {0}, all = known; /* of the known ones, from 1 */
    node_id at = take(t, tree_edge_units(known + n)); /* the most there may be */
    if (!at) {
        atomic_store_explicit(&t->full, true, memory_order_relaxed);
        return false;
    }
    tree_edge *to = (tree_edge *)(void *)&t->unit[at];
    memcpy(to, tree_edges(t, node), (size_t)known * sizeof *to);
    for (int i = 0; i < known; i++)
        place[to[i].move] = i + 1;
    for (int i = 0; i < n; i++) {
        int old = place[edges[i].move];
        to[old ? old - 1 : all++] = edges[i];
    }
    int i = 0;
    for (tree_walk w = tree_first(t, node); w.child; tree_next(t, &w))
        w.child->prior = tree_edge_prior(to[i++]);
    node->n_edges = (uint16_t)all; /* moves may have become useless since they were counted */
    atomic_store_explicit(&node->edges, at, memory_order_release);
    atomic_store_explicit(&node->state, NODE_READY, memory_order_release);
    return true;
}

bool tree_complete(tree *t, tree_node *node, const tree_edge *edges, int n)
{
    if (atomic_exchange_explicit(&node->opening, 1, memory_order_acquire))
        return false;
    bool done = !node_is_some(node) || append_edges(t, node, edges, n);
    atomic_store_explicit(&node->opening, 0, memory_order_release);
    return done;
}

/* A segment has a unit more for the sums of tree_around. */
static uint32_t segment_units(const tree *t)
{
    return TREE_SEGMENT + (t->reach > 0);
}

static bool add_segment(tree *t, tree_node *node)
{
    int open = node->n_open, n = tree_known(t, node) - open;
    node_id at = take(t, segment_units(t));
    if (!at)
        return false;
    if (n > TREE_SEGMENT)
        n = TREE_SEGMENT;
    memset(&t->unit[at], 0, segment_units(t) * sizeof *t->unit);
    const tree_edge *edge = tree_edges(t, node) + open;
    for (int i = 0; i < n; i++) {
        t->unit[at + (node_id)i].move = edge[i].move;
        t->unit[at + (node_id)i].prior = tree_edge_prior(edge[i]);
    }
    _Atomic uint32_t *link = &node->segment;
    for (node_id next; (next = atomic_load_explicit(link, memory_order_relaxed));)
        link = &t->unit[next].next;
    atomic_store_explicit(link, at, memory_order_relaxed);
    atomic_store_explicit(&node->n_open, (uint16_t)(open + n), memory_order_release);
    return true;
}

int tree_open(tree *t, tree_node *node, int wanted)
{
    node = node_home(node);
    const int known = tree_known(t, node);
    if (wanted > known)
        wanted = known;
    int open = atomic_load_explicit(&node->n_open, memory_order_acquire);
    if (open >= wanted || atomic_exchange_explicit(&node->opening, 1, memory_order_acquire))
        return open;
    while (node->n_open < wanted && add_segment(t, node))
        ;
    open = node->n_open;
    atomic_store_explicit(&node->opening, 0, memory_order_release);
    return open;
}

enum { HOME_UNITS = 2 }; /* with its record */

/* ---- homes that are shared ---- */

go_status tree_share(tree *t, go_error *err)
{
    if (t->known)
        return GO_OK;
    size_t n = FEWEST_PLACES;
    while (8 * n < t->capacity)
        n *= 2;
    void *memory = mmap(NULL, n * sizeof *t->known, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return go_fail(err, GO_ENOMEM, "no memory for a table of positions; try a smaller "
                       "--memory");
    t->known = memory;
    t->n_known = n;
    t->n_places = FEWEST_PLACES;
    return GO_OK;
}

enum { PROBES = 32 }; /* where the table is that crowded, positions are not shared */

/* Counts a home that has got a place. */
static void count_home(tree *t)
{
    const size_t n = atomic_fetch_add_explicit(&t->n_homes, 1, memory_order_relaxed) + 1;
    if (2 * n > t->n_places && t->n_places < t->n_known)
        atomic_store_explicit(&t->crowded, true, memory_order_relaxed);
}

/* The home known by that key, or else `mine` (0: none), which is known from now on. */
static node_id know(tree *t, uint64_t key, node_id mine)
{
    for (size_t i = 0; i < PROBES; i++) {
        _Atomic uint32_t *slot = &t->known[(key + i) & (t->n_places - 1)];
        uint32_t id = atomic_load_explicit(slot, memory_order_acquire);
        if (!id && !mine)
            return 0;
        if (!id && atomic_compare_exchange_strong(slot, &id, mine)) {
            count_home(t);
            return mine;
        }
        if (t->unit[id].key == key)
            return id;
    }
    return mine;
}

static node_id new_home(tree *t, const tree_spot *spot)
{
    node_id at = take(t, HOME_UNITS);
    if (!at) {
        atomic_store_explicit(&t->full, true, memory_order_relaxed);
        return 0;
    }
    tree_node *home = &t->unit[at];
    memset(home, 0, HOME_UNITS * sizeof *home);
    home->linked = 1;
    home->key = t->known ? spot->key : 0;
    home->move = (uint16_t)spot->to_move;
    node_record(home)->bias = spot->bias;
    return at;
}

static void link_home(tree *t, tree_node *node, const tree_spot *spot)
{
    bool shares = t->known && spot->key;
    node_id at = shares ? know(t, spot->key, 0) : 0;
    if (!at)
        at = new_home(t, spot);
    if (!at)
        return;
    if (shares)
        at = know(t, spot->key, at);
    atomic_store_explicit(&node->link, &t->unit[at] - node, memory_order_relaxed);
    atomic_store_explicit(&node->linked, 1, memory_order_release);
}

tree_node *tree_settle(tree *t, tree_node *node, const tree_spot *spot)
{
    if (!atomic_load_explicit(&node->linked, memory_order_acquire)) {
        while (atomic_exchange_explicit(&node->opening, 1, memory_order_acquire))
            ;
        if (!node->linked)
            link_home(t, node, spot);
        atomic_store_explicit(&node->opening, 0, memory_order_release);
    }
    return node->linked ? node_home(node) : NULL;
}

bool tree_renew(tree *t, tree_node *node, const tree_edge *edges, int n)
{
    tree_node old[BOARD_MAX_AREA + 1], *was[BOARD_MAX_AREA + 1];
    uint64_t around[BOARD_MAX_AREA + 1] = {0};
    int n_old = 0, place[BOARD_MAX_POINTS] = {0}; /* of a move in `old`, plus 1 */
    if (n > node->n_edges || tree_open(t, node, n) < n)
        return false;
    for (tree_walk w = tree_first(t, node); w.child; tree_next(t, &w)) {
        was[n_old] = w.child;
        if (t->reach)
            around[n_old] = *tree_around(t, &w);
        old[n_old++] = *w.child;
        place[w.child->move] = n_old;
    }
    memcpy(&t->unit[node->edges], edges, (size_t)n * sizeof *edges);
    node->n_edges = (uint16_t)n; /* one by one, for clang */
    node->n_open = (uint16_t)n;
    for (tree_walk w = tree_first(t, node); w.child; tree_next(t, &w), edges++) {
        uint32_t next = w.child->next; /* belongs to the segment */
        int from = place[edges->move] - 1;
        *w.child = from >= 0 ? old[from] : (tree_node){.move = edges->move};
        if (w.child->linked)
            w.child->link += was[from] - w.child;
        w.child->prior = tree_edge_prior(*edges);
        w.child->next = next;
        if (t->reach)
            *tree_around(t, &w) = from >= 0 ? around[from] : 0;
    }
    return true;
}

tree_node *tree_child(const tree *t, const tree_node *node, point move)
{
    for (tree_walk w = tree_first(t, node); w.child; tree_next(t, &w))
        if (w.child->move == move)
            return w.child;
    return NULL;
}

double tree_fullness(const tree *t)
{
    return (double)atomic_load_explicit(&t->used, memory_order_relaxed) / (double)t->capacity;
}

/* ---- pruning and packing ---- */

static void mark(tree *t, node_id at, uint32_t n)
{
    for (uint32_t i = at; i < at + n; i++)
        t->live[i >> 6] |= UINT64_C(1) << (i & 63);
}

/* The new index of a unit: a table look-up and a population count. */
static node_id moved(const tree *t, node_id at)
{
    if (!at)
        return 0;
    uint64_t below = t->live[at >> 6] & ((UINT64_C(1) << (at & 63)) - 1);
    return t->before[at >> 6] + (uint32_t)__builtin_popcountll(below);
}

static node_id home_id(const tree *t, node_id at)
{
    return (node_id)(node_home(&t->unit[at]) - t->unit);
}

/* A home is the child of several nodes, so this tells whether it is seen for the first time
 * in a walk; `opening` is free while no threads run.                          */
static bool is_new(tree_node *node, uint8_t walk)
{
    if (node->linked && node->opening == walk)
        return false;
    if (node->linked)
        node->opening = walk;
    return true;
}

/* Puts the root on the stack if it is expanded.  Returns the size of the stack. */
static size_t push_root(tree *t, uint8_t walk)
{
    assert(t->stack && t->unit);
    t->stack[0] = home_id(t, TREE_ROOT);
    return is_new(&t->unit[t->stack[0]], walk) && node_has_edges(&t->unit[t->stack[0]]);
}

/* The link from the node's place after the move to that of its home. */
static void relink(const tree *t, node_id at)
{
    tree_node *node = &t->unit[at];
    if (node->linked)
        node->link = (int64_t)moved(t, home_id(t, at)) - (int64_t)moved(t, at);
}

/* After homes have moved, or for more of them. */
static void know_again(tree *t)
{
    size_t n = tree_list_homes(t);
    forget_known(t);
    t->n_places = FEWEST_PLACES;
    while (t->n_places < 4 * n && t->n_places < t->n_known)
        t->n_places *= 2;
    for (size_t i = 0; i < n; i++) {
        uint64_t key = t->unit[t->stack[i]].key;
        if (key)
            know(t, key, t->stack[i]);
    }
}

/* An expanded node becomes a leaf.  What was found below it counts as its own evaluation. */
static void close_node(tree_node *node)
{
    tree_record *r = node_record(node);
    node->edges = node->segment = 0;
    node->n_edges = 0;
    node->n_open = 0;
    node->state = NODE_LEAF;
    if (!r)
        return;
    r->own_win = r->win;
    r->own_utility = r->utility;
    r->own_lead = r->lead;
    r->own_weight = r->weight;
}

/* The root's unit gets another node of the tree. */
static void move_root(tree *t, const tree_node *root)
{
    tree_node *to = &t->unit[TREE_ROOT];
    if (root == to)
        return;
    memcpy(to, root, sizeof *root);
    if (to->linked)
        to->link += root - to;
    to->next = 0;
    atomic_fetch_and(&to->marks, (uint8_t)~NODE_BANNED);
}

size_t tree_list_homes(tree *t)
{
    size_t n = 0;
    if (t->unit[TREE_ROOT].linked)
        t->stack[n++] = home_id(t, TREE_ROOT);
    for (size_t i = 0; i < n; i++) {
        tree_node *node = &t->unit[t->stack[i]];
        node->opening = 1;
        for (tree_walk w = tree_first(t, node); w.child; tree_next(t, &w))
            if (w.child->linked && is_new(node_home(w.child), 1))
                t->stack[n++] = home_id(t, w.id);
    }
    for (size_t i = 0; i < n; i++)
        t->unit[t->stack[i]].opening = 0;
    return n;
}

enum { MARKED = 1, RELINKED = 0 }; /* whether the walks of tree_keep have come to a home */

/* Marks the units to keep, expanded node by expanded node; closes those of few visits. */
static void mark_kept(tree *t, uint32_t min_visits)
{
    memset(t->live, 0, used_words(t) * sizeof *t->live);
    mark(t, 0, TREE_ROOT + 1);
    if (t->unit[TREE_ROOT].linked)
        mark(t, home_id(t, TREE_ROOT), HOME_UNITS);
    for (size_t depth = push_root(t, MARKED); depth;) {
        tree_node *node = &t->unit[t->stack[--depth]];
        assert(node);
        mark(t, node->edges, tree_edge_units(tree_known(t, node)));
        for (node_id at = node->segment; at; at = t->unit[at].next)
            mark(t, at, segment_units(t));
        for (tree_walk w = tree_first(t, node); w.child; tree_next(t, &w)) {
            node_id at = home_id(t, w.id);
            tree_node *home = &t->unit[at];
            if (!is_new(home, MARKED))
                continue;
            if (home->linked)
                mark(t, at, HOME_UNITS);
            if (node_has_edges(home) && node_visits(home) < min_visits)
                close_node(home);
            else if (node_has_edges(home))
                t->stack[depth++] = at;
        }
    }
}

static void count_before(tree *t)
{
    uint32_t n = 0;
    for (size_t i = 0; i < used_words(t); i++) {
        t->before[i] = n;
        n += (uint32_t)__builtin_popcountll(t->live[i]);
    }
}

/* Links of segments are updated after the walk over them, which needs the old ones. */
static void relink_kept(tree *t)
{
    size_t depth = push_root(t, RELINKED);
    relink(t, TREE_ROOT);
    while (depth) {
        tree_node *node = &t->unit[t->stack[--depth]];
        for (tree_walk w = tree_first(t, node); w.child; tree_next(t, &w)) {
            node_id at = home_id(t, w.id);
            if (is_new(&t->unit[at], RELINKED) && node_has_edges(&t->unit[at]))
                t->stack[depth++] = at;
            relink(t, w.id);
        }
        for (node_id at = node->segment, next; at; at = next) {
            next = t->unit[at].next;
            t->unit[at].next = moved(t, next);
        }
        node->edges = moved(t, node->edges);
        node->segment = moved(t, node->segment);
    }
}

static void move_down(tree *t)
{
    node_id to = 0;
    const size_t words = used_words(t);
    for (size_t word = 0; word < words; word++)
        for (uint64_t left = t->live[word]; left; left &= left - 1, to++) {
            const node_id from = (node_id)(64 * word) + (node_id)__builtin_ctzll(left);
            if (to != from)
                memcpy(&t->unit[to], &t->unit[from], sizeof *t->unit);
        }
    t->used = to;
    t->full = false;
}

void tree_keep(tree *t, const tree_node *root, uint32_t min_visits)
{
    move_root(t, root);
    mark_kept(t, min_visits);
    count_before(t);
    relink_kept(t);
    move_down(t);
    if (t->known)
        know_again(t);
}

void tree_know_more(tree *t)
{
    t->crowded = false;
    if (t->known && t->n_places < t->n_known)
        know_again(t);
}
