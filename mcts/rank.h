/* rank.h -- weaker play on request, by the ranks that people have: 30k to 9d.
 *
 * A rank is an effort: how many moves are seen, how freely they are drawn (candidates.h), and how
 * many playouts judge them.  The efforts were chosen by matches, so that each rank beats the one
 * below in about three games of five on 9x9: doc/ranks.md has the results.    */
#ifndef KATACHI_MCTS_RANK_H
#define KATACHI_MCTS_RANK_H

#include "mcts/candidates.h"

/* A rank is the number of its word: 1 is 30k, 39 is 9d. */
#define RANK_WORDS                                                                         \
    "full|30k|29k|28k|27k|26k|25k|24k|23k|22k|21k|20k|19k|18k|17k|16k|15k|14k|13k|12k|11k|10k|"   \
    "9k|8k|7k|6k|5k|4k|3k|2k|1k|1d|2d|3d|4d|5d|6d|7d|8d|9d"
enum { RANK_FULL = 0, RANK_LOWEST = 1, RANK_HIGHEST = 39 };

/* The same ranks as numbers from 1 to 20, in halves. */
#define RANK_NUMBERS                                                                       \
    "0|1|1.5|2|2.5|3|3.5|4|4.5|5|5.5|6|6.5|7|7.5|8|8.5|9|9.5|10|10.5|11|11.5|12|12.5|13|13.5|14|"  \
    "14.5|15|15.5|16|16.5|17|17.5|18|18.5|19|19.5|20"

/* Writes the rank's word. */
enum { RANK_NAME = 5 };
void rank_name(int rank, char out[RANK_NAME]);

typedef struct rank_effort {
    candidate_settings candidates;
    int64_t playouts;
} rank_effort;

/* The effort of a rank on boards of `size`; `by_network`: a network gives priors and values. */
rank_effort rank_effort_of(int rank, int size, bool by_network);

#endif
