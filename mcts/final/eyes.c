#include "mcts/final/eyes.h"

/* Shared points of a seki or a race; a larger region is open space. */
enum { MOST_SHARED = 6, MOST_EYE = 2 };

/* Groups as trees of chains: parent[chain], the root being its own parent. */
typedef struct groups {
    const board *b;
    const bool *dead;
    uint16_t parent[BOARD_MAX_CHAINS];
    int eyes[BOARD_MAX_CHAINS], space[BOARD_MAX_CHAINS]; /* of a root: regions, points */
    bool safe[BOARD_MAX_CHAINS];                         /* of a root: room, or settled */
} groups;

typedef struct space {
    int n;
    point at[BOARD_MAX_AREA];
    unsigned touched; /* colours of the chains around: 1 | 2 */
} space;

static int root_of(groups *g, int chain)
{
    while (g->parent[chain] != chain)
        chain = g->parent[chain] = g->parent[g->parent[chain]];
    return chain;
}

static bool is_open(const groups *g, point p)
{
    return g->b->at[p] == EMPTY || (g->dead && g->b->chain[p] && g->dead[g->b->chain[p]]);
}

static void collect(const groups *g, bool *done, point start, space *s)
{
    *s = (space){.n = 1, .at = {start}};
    done[start] = true;
    for (int i = 0; i < s->n; i++) {
        FOR_EACH_NEIGHBOUR (g->b, s->at[i], q) {
            if (g->b->at[q] == OFFBOARD)
                continue;
            if (!is_open(g, q)) {
                s->touched |= g->b->at[q];
            } else if (!done[q]) {
                done[q] = true;
                s->at[s->n++] = q;
            }
        }
    }
}

/* Joins the chains of one colour around a space; returns their root, 0: none. */
static int join_around(groups *g, const space *s, colour c)
{
    int root = 0;
    for (int i = 0; i < s->n; i++) {
        FOR_EACH_NEIGHBOUR (g->b, s->at[i], q) {
            if (g->b->at[q] != c || is_open(g, q))
                continue;
            int other = root_of(g, g->b->chain[q]);
            if (root && other != root) {
                g->parent[other] = (uint16_t)root;
                g->eyes[root] += g->eyes[other];
                g->space[root] += g->space[other];
                g->safe[root] |= g->safe[other];
            }
            root = root ? root : other;
        }
    }
    return root;
}

static void add_space(groups *g, const space *s)
{
    const bool shared = s->touched == (BLACK | WHITE);
    for (colour c = BLACK; c <= WHITE; c++) {
        int root = join_around(g, s, c);
        if (!root)
            continue;
        if (shared) {
            g->safe[root] |= s->n > MOST_SHARED;
        } else if (s->n > 1 || g->b->at[s->at[0]] != EMPTY || board_is_eye(g->b, s->at[0], c)) {
            g->eyes[root]++;
            g->space[root] += s->n;
        }
    }
}

static bool is_needy(groups *g, int chain)
{
    int root = root_of(g, chain);
    return !g->safe[root] && g->eyes[root] <= 1 && g->space[root] <= MOST_EYE;
}

/* Do living needy chains of both colours touch each other at p, or p itself? */
static void mark_meeting(groups *g, point p, bool *facing)
{
    int found[4], n = 0;
    unsigned colours = 0;
    FOR_EACH_NEIGHBOUR (g->b, p, q) {
        if (!g->b->chain[q] || is_open(g, q) || !is_needy(g, g->b->chain[q]))
            continue;
        found[n++] = g->b->chain[q];
        colours |= g->b->at[q];
    }
    for (int i = 0; i < n && colours == (BLACK | WHITE); i++)
        facing[found[i]] = true;
}

void final_eyes_facing(const board *b, const bool *dead, const bool *settled, bool *facing)
{
    groups g = {.b = b, .dead = dead};
    bool done[BOARD_MAX_POINTS] = {false};
    space s;
    memset(facing, 0, sizeof *facing * (size_t)b->n_chain_ids);
    for (int chain = 1; chain < b->n_chain_ids; chain++) {
        g.parent[chain] = (uint16_t)chain;
        g.safe[chain] = settled[chain];
    }
    for (point p = 0; p < b->n_points; p++) {
        if (b->at[p] == OFFBOARD || !is_open(&g, p) || done[p])
            continue;
        collect(&g, done, p, &s);
        add_space(&g, &s);
    }
    for (point p = 0; p < b->n_points; p++)
        if (b->at[p] != OFFBOARD && is_open(&g, p))
            mark_meeting(&g, p, facing);
}
