#include "board/game/score.h"

#include <math.h>
#include <stdio.h>

/* A position to count, without its dead stones. */
typedef struct count {
    const board *b;
    uint8_t at[BOARD_MAX_POINTS];    /* colours */
    uint8_t owner[BOARD_MAX_POINTS]; /* with territory; EMPTY is dame */
    bool done[BOARD_MAX_POINTS];     /* visited by the flood in progress */
} count;

/* A connected set of points, found by flood. */
typedef struct area {
    int n;
    point at[BOARD_MAX_AREA];
} area;

static void take_up(count *s, area *a, point p)
{
    if (s->done[p])
        return;
    s->done[p] = true;
    a->at[a->n++] = p;
}

/* Gives the region around the empty point `start` to the colour it touches. */
static void own_region(count *s, point start)
{
    area region = {.n = 0};
    unsigned touched = 0;
    take_up(s, &region, start);
    for (int i = 0; i < region.n; i++) {
        FOR_EACH_NEIGHBOUR (s->b, region.at[i], q) {
            if (s->at[q] == EMPTY)
                take_up(s, &region, q);
            else if (s->at[q] != OFFBOARD)
                touched |= s->at[q];
        }
    }
    for (int i = 0; i < region.n; i++) /* touched is 1, 2, or 0 and 3 for dame */
        s->owner[region.at[i]] = (uint8_t)(touched == 3 ? EMPTY : touched);
}

static void count_begin(count *s, const board *b, const bool *dead)
{
    s->b = b;
    memset(s->done, 0, sizeof s->done);
    for (point p = 0; p < b->n_points; p++) {
        s->at[p] = dead && dead[p] && b->at[p] != OFFBOARD ? EMPTY : b->at[p];
        s->owner[p] = s->at[p];
    }
    for (point p = 0; p < b->n_points; p++)
        if (s->at[p] == EMPTY && !s->done[p])
            own_region(s, p);
}

/* ---- groups ---- */

typedef struct group {
    colour owner;
    int territory;    /* points */
    bool touches_dame;
    bool one_small_region; /* its territory: at most two points, connected */
} group;

/* Is the territory at most two points, and connected? */
static bool one_small_region(const count *s, const area *points, int territory)
{
    point eye[2];
    int n = 0;
    if (territory > 2)
        return false;
    for (int i = 0; i < points->n; i++)
        if (s->at[points->at[i]] == EMPTY)
            eye[n++] = points->at[i];
    if (n < 2)
        return true;
    FOR_EACH_NEIGHBOUR (s->b, eye[0], q)
        if (q == eye[1])
            return true;
    return false;
}

static group find_group(count *s, point start)
{
    area points = {.n = 0};
    group g = {.owner = (colour)s->owner[start]};
    take_up(s, &points, start);
    for (int i = 0; i < points.n; i++) {
        FOR_EACH_NEIGHBOUR (s->b, points.at[i], q) {
            if (s->owner[q] == g.owner)
                take_up(s, &points, q);
            else if (s->owner[q] == EMPTY)
                g.touches_dame = true;
        }
        g.territory += s->at[points.at[i]] == EMPTY;
    }
    g.one_small_region = one_small_region(s, &points, g.territory);
    return g;
}

/* Points of its territory that a group may not count. */
static int tax_on(const group *g, tax_rule tax)
{
    switch (tax) {
    case TAX_NONE: return 0;
    case TAX_SEKI: return g->touches_dame && g->one_small_region ? g->territory : 0;
    case TAX_ALL: return g->territory < 2 ? g->territory : 2; /* in seki there are no more */
    }
    return 0;
}

/* Black's less white's. */
static int tax_of_groups(count *s, tax_rule tax)
{
    int margin = 0;
    memset(s->done, 0, sizeof s->done);
    for (point p = 0; p < s->b->n_points && tax != TAX_NONE; p++) {
        if (s->done[p] || !colour_sign(s->owner[p]))
            continue;
        group g = find_group(s, p);
        margin += colour_sign(g.owner) * tax_on(&g, tax);
    }
    return margin;
}

int score_tax(const board *b, tax_rule tax)
{
    count s;
    count_begin(&s, b, NULL);
    return tax_of_groups(&s, tax);
}

int score_points(const board *b, const rules *r, const bool *dead)
{
    count s;
    count_begin(&s, b, dead);
    int margin = -tax_of_groups(&s, r->tax);
    bool territory = r->scoring == SCORING_TERRITORY;
    for (point p = 0; p < b->n_points; p++) {
        if (!territory || s.at[p] == EMPTY)
            margin += colour_sign(s.owner[p]);
        if (territory && s.at[p] != b->at[p])
            margin -= colour_sign(b->at[p]); /* a dead stone is a prisoner */
    }
    if (territory)
        margin += b->n_captured[WHITE] - b->n_captured[BLACK];
    return margin;
}

void score_owners(const board *b, const bool *dead, uint8_t *owner)
{
    count s;
    count_begin(&s, b, dead);
    memcpy(owner, s.owner, (size_t)b->n_points);
}

const char *score_text(double margin, char out[SCORE_TEXT_MAX])
{
    if (margin == 0)
        snprintf(out, SCORE_TEXT_MAX, "0");
    else
        snprintf(out, SCORE_TEXT_MAX, "%c+%.6g", margin > 0 ? 'B' : 'W', fabs(margin));
    return out;
}
