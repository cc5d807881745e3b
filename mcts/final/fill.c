#include "mcts/final/fill.h"

/* The board without its dead stones, filled step by step. */
typedef struct filled {
    const board *b;
    const uint8_t *fate;
    uint8_t *owner;
    uint8_t at[BOARD_MAX_POINTS]; /* colours */
    bool done[BOARD_MAX_POINTS];
} filled;

/* A chain and its only liberty. */
typedef struct chain_of {
    int n;
    point stone[BOARD_MAX_AREA];
    bool in[BOARD_MAX_POINTS];
    point liberty;  /* that is no dame; PASS when it has none or more */
    int n_dame;     /* its other liberties */
    point dame[BOARD_MAX_AREA];
} chain_of;

static bool is_dame(const filled *f, point p)
{
    return f->at[p] == EMPTY && f->owner[p] == EMPTY;
}

static void collect(filled *f, point start, chain_of *c)
{
    bool seen[BOARD_MAX_POINTS] = {false}; /* liberties */
    int n_libs = 0;
    *c = (chain_of){.n = 1, .stone = {start}};
    c->in[start] = f->done[start] = true;
    for (int i = 0; i < c->n; i++) {
        FOR_EACH_NEIGHBOUR (f->b, c->stone[i], q) {
            if (f->at[q] == EMPTY && !seen[q]) {
                seen[q] = true;
                if (is_dame(f, q)) {
                    c->dame[c->n_dame++] = q;
                } else {
                    n_libs++;
                    c->liberty = q;
                }
            } else if (f->at[q] == f->at[start] && !c->in[q]) {
                c->in[q] = f->done[q] = true;
                c->stone[c->n++] = q;
            }
        }
    }
    c->liberty = n_libs == 1 ? c->liberty : PASS;
}

/* Can the chain join another one of its colour through dame? */
static bool joins_by_dame(const filled *f, const chain_of *c)
{
    bool seen[BOARD_MAX_POINTS] = {false};
    point queue[BOARD_MAX_AREA];
    int n = c->n_dame;
    memcpy(queue, c->dame, sizeof queue[0] * (size_t)n);
    for (int i = 0; i < n; i++)
        seen[queue[i]] = true;
    for (int i = 0; i < n; i++) {
        FOR_EACH_NEIGHBOUR (f->b, queue[i], q) {
            if (f->at[q] == f->at[c->stone[0]] && !c->in[q])
                return true;
            if (is_dame(f, q) && !seen[q]) {
                seen[q] = true;
                queue[n++] = q;
            }
        }
    }
    return false;
}

/* Would the stone that takes the chain join two or more stones in atari?  Those can be
 * retaken at once, so taking gains nothing.  Dead stones beside the liberty are still
 * on the board; the empty points around belong to the chain.                  */
static bool taking_is_vain(const filled *f, const chain_of *c)
{
    const board *b = f->b;
    colour taker = opponent((colour)f->at[c->stone[0]]);
    bool joins = false;
    FOR_EACH_NEIGHBOUR (b, c->liberty, q) {
        if (f->at[q] == taker)
            return false; /* a living stone */
        if (b->at[q] == taker) {
            joins = true;
            if (board_chain_libs(b, q) > 1)
                return false;
        } else if (f->at[q] == EMPTY) {
            return false;
        }
    }
    return joins && c->n == 1;
}

static bool fill_once(filled *f)
{
    bool filled_any = false;
    chain_of c;
    memset(f->done, 0, sizeof f->done);
    for (point p = 0; p < f->b->n_points; p++) {
        if ((f->at[p] != BLACK && f->at[p] != WHITE) || f->done[p])
            continue;
        collect(f, p, &c);
        if (c.liberty == PASS || f->fate[p] == FATE_SEKI || f->owner[c.liberty] != f->at[p] ||
            joins_by_dame(f, &c) || taking_is_vain(f, &c))
            continue;
        f->at[c.liberty] = f->at[p];
        f->owner[c.liberty] = EMPTY;
        filled_any = true;
    }
    return filled_any;
}

void final_fill(const board *b, const uint8_t *fate, uint8_t *owner)
{
    filled f = {.b = b, .fate = fate, .owner = owner};
    for (point p = 0; p < b->n_points; p++)
        f.at[p] = fate[p] == FATE_DEAD ? EMPTY : b->at[p];
    while (fill_once(&f)) {
    }
}
