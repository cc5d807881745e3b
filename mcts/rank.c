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

enum { MOST_KNOTS = 24 };

/* So that matches give each rank about the same lead over the one below, on 9x9 and 19x19, with the
 * gammas and networks that came with Katachi: doc/ranks.md.  Below a few playouts nothing judges
 * the moves, and only the temperature tells ranks apart.                      */
static const knot by_playouts_9[MOST_KNOTS] = {
    {1, 30, 1, 1},
    {1.81, 15, 1, 1},
    {2.79, 10, 1, 1},
    {3.33, 8, 1, 1},
    {5.71, 5, 1, 1},
    {8.44, 3.5, 1, 1},
    {11.3, 2.5, 1, 1},
    {14, 1.8, 1, 1},
    {16.2, 1.3, 1, 1},
    {16.5, 1, 1, 1},
    {18, 1, 3, 12},
    {21.2, 1, 4, 30},
    {23.7, 1, 5, 75},
    {26.2, 1, 6, 180},
    {28, 1, 8, 450},
    {30, 1, 12, 1115},
    {32.4, 1, 40, 3700},
    {39, 1, 100, 1e+05}};
static const knot by_playouts_19[MOST_KNOTS] = {
    {1, 30, 1, 1},
    {1.98, 17, 1, 1},
    {4.08, 10, 1, 1},
    {6.84, 6, 1, 1},
    {9.2, 4, 1, 1},
    {11.3, 3, 1, 1},
    {13.6, 2.4, 1, 1},
    {16.6, 1.9, 1, 1},
    {19.1, 1.5, 1, 1},
    {20.7, 1.2, 1, 1},
    {21.5, 1, 1, 1},
    {22.8, 1, 3, 12},
    {26, 1, 4, 30},
    {28, 1, 5, 75},
    {30.3, 1, 6, 180},
    {32.4, 1, 8, 450},
    {34.3, 1, 12, 1100},
    {36, 1, 40, 3000},
    {39, 1, 100, 20000}};
static const knot by_network_9[MOST_KNOTS] = {
    {1, 30, 1, 1},
    {2.31, 12, 1, 1},
    {4.68, 6, 1, 1},
    {7.77, 4, 1, 1},
    {10.1, 3, 1, 1},
    {13.6, 2.2, 1, 1},
    {18.6, 1.6, 1, 1},
    {20.8, 1.2, 1, 1},
    {21, 1.16, 1, 1},
    {23.5, 0.8, 1, 1},
    {25.2, 0.5, 1, 1},
    {26.8, 0.5, 3, 5},
    {28.6, 0.5, 6, 14},
    {31.1, 0.5, 100, 40},
    {33.2, 0.5, 100, 80},
    {34.9, 0.5, 100, 160},
    {36.7, 0.5, 100, 400},
    {39, 0.5, 100, 1000}};
static const knot by_network_19[MOST_KNOTS] = {
    {1, 30, 1, 1},
    {1.82, 16, 1, 1},
    {3.25, 9, 1, 1},
    {4.17, 7, 1, 1},
    {5.8, 5.5, 1, 1},
    {7.95, 4.5, 1, 1},
    {11.5, 3.6, 1, 1},
    {14.9, 3, 1, 1},
    {17.7, 2.4, 1, 1},
    {20.4, 2, 1, 1},
    {22.8, 1.6, 1, 1},
    {25.5, 1.3, 1, 1},
    {26.8, 1, 1, 1},
    {27.8, 0.7, 1, 1},
    {28.4, 0.5, 1, 1},
    {29.9, 0.5, 3, 5},
    {31.1, 0.5, 6, 14},
    {33.2, 0.5, 100, 40},
    {35.2, 0.5, 100, 100},
    {37.6, 0.5, 100, 400},
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
    return (rank_effort){{candidates > MANY ? 0 : candidates, temperature},
                         llround(playouts)};
}
