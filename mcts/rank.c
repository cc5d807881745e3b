#include "mcts/rank.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void rank_name(int rank, char out[RANK_NAME])
{
    const char *word = RANK_WORDS;
    for (; rank > 0; rank--)
        word = strchr(word, '|') + 1;
    snprintf(out, RANK_NAME, "%.*s", (int)strcspn(word, "|"), word);
}

/* Efforts of some ranks; those between are interpolated. */
typedef struct knot {
    double rank, temperature, candidates, playouts;
} knot;

/* More candidates than this are all moves. */
static const double MANY = 60;

enum { MOST_KNOTS = 20 };

/* So that matches give each rank about the same lead over the one below, on 9x9 and 19x19, with the
 * gammas and networks that came with Katachi: doc/ranks.md.  Below a few playouts nothing judges
 * the moves, and only the temperature tells ranks apart.                      */
static const knot by_playouts_9[MOST_KNOTS] = {
    {1, 53.3, 1, 1},
    {3.81, 8, 1, 1},
    {6.78, 5, 1, 1},
    {8.64, 3.5, 1, 1},
    {12.1, 2.5, 1, 1},
    {15.3, 1.8, 1, 1},
    {17.3, 1.3, 1, 1},
    {17.8, 1, 1, 1},
    {19.6, 1, 3, 12},
    {23.5, 1, 4, 30},
    {25.6, 1, 5, 75},
    {28.1, 1, 6, 180},
    {30.2, 1, 8, 450},
    {32.6, 1, 12, 1100},
    {34.3, 1, 40, 3000},
    {39, 1, 100, 40000}};
static const knot by_network_9[MOST_KNOTS] = {
    {1, 59.5, 1, 1},
    {4.59, 6, 1, 1},
    {8.12, 4, 1, 1},
    {10.7, 3, 1, 1},
    {14.5, 2.2, 1, 1},
    {20.7, 1.6, 1, 1},
    {22.9, 1.2, 1, 1},
    {25.3, 0.8, 1, 1},
    {27.1, 0.5, 1, 1},
    {29.1, 0.5, 3, 5},
    {30.2, 0.5, 6, 14},
    {31.5, 0.5, 100, 40},
    {33.3, 0.5, 100, 80},
    {35.3, 0.5, 100, 160},
    {37.4, 0.5, 100, 400},
    {39, 0.5, 100, 1000}};
static const knot by_playouts_19[MOST_KNOTS] = {
    {1, 56.2, 1, 1},
    {4.83, 10, 1, 1},
    {8.74, 6, 1, 1},
    {12, 4, 1, 1},
    {15, 3, 1, 1},
    {17.5, 2.4, 1, 1},
    {20.1, 1.9, 1, 1},
    {22.2, 1.5, 1, 1},
    {23.5, 1.2, 1, 1},
    {23.9, 1, 1, 1},
    {24.9, 1, 3, 12},
    {27.1, 1, 4, 30},
    {28.8, 1, 5, 75},
    {30.5, 1, 6, 180},
    {32.2, 1, 8, 450},
    {33.9, 1, 12, 1100},
    {35.6, 1, 40, 3000},
    {39, 1, 100, 20000}};
static const knot by_network_19[MOST_KNOTS] = {
    {1, 54.7, 1, 1},
    {6.39, 6, 1, 1},
    {11.3, 4, 1, 1},
    {14.2, 3, 1, 1},
    {18.2, 2.2, 1, 1},
    {24.1, 1.6, 1, 1},
    {26.5, 1.2, 1, 1},
    {28.5, 0.8, 1, 1},
    {29.9, 0.5, 1, 1},
    {31.4, 0.5, 3, 5},
    {32.4, 0.5, 6, 14},
    {33.6, 0.5, 100, 40},
    {34.9, 0.5, 100, 80},
    {36.4, 0.5, 100, 160},
    {37.8, 0.5, 100, 400},
    {39, 0.5, 100, 1000}};

/* The logarithms of all that multiplies from rank to rank. */
static knot effort_at(const knot *list, int rank)
{
    const knot *a = list, *b = list + 1;
    while (b->rank < rank) {
        a++;
        b++;
    }
    double part = (rank - a->rank) / (b->rank - a->rank);
    return (knot){rank, log(a->temperature) + part * log(b->temperature / a->temperature),
                  log(a->candidates) + part * log(b->candidates / a->candidates),
                  log(a->playouts) + part * log(b->playouts / a->playouts)};
}

rank_effort rank_effort_of(int rank, int size, bool by_network)
{
    knot small = effort_at(by_network ? by_network_9 : by_playouts_9, rank);
    knot large = effort_at(by_network ? by_network_19 : by_playouts_19, rank);
    double part = fmin(fmax((size - 9) / 10.0, 0), 1);
    double candidates = exp(small.candidates + part * (large.candidates - small.candidates));
    double temperature = exp(small.temperature + part * (large.temperature - small.temperature));
    double playouts = exp(small.playouts + part * (large.playouts - small.playouts));
    return (rank_effort){{candidates > MANY ? 0 : (int)lround(candidates), temperature},
                         llround(playouts)};
}
