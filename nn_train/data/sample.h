/* sample.h -- which position the n-th row of a training shows.
 *
 * Rows are numbered from 0 without end.  Row n belongs to epoch n / count; within an epoch
 * every position comes exactly once, in an order that differs from epoch to epoch.  The
 * order is a permutation computed from the number, so the shuffle is perfect, takes no
 * memory, and a training that was interrupted goes on from one number:
 *
 *     a Feistel network of four rounds, keyed by seed and epoch, permutes 0 .. 4^k - 1,
 *     the least such range with 4^k >= count; it is applied again while the result is not
 *     below count ("cycle walking": at most four times in the mean).
 *
 * Each position has all eight symmetries in turn in eight epochs, beginning with one
 * drawn from its hash.
 *
 * Source: J. Black and P. Rogaway, Ciphers with Arbitrary Finite Domains, CT-RSA 2002. */
#ifndef KATACHI_NN_TRAIN_DATA_SAMPLE_H
#define KATACHI_NN_TRAIN_DATA_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

/* A plain value. */
typedef struct nn_sample {
    int64_t first, count; /* the positions first .. first + count - 1 of a store; count > 0 */
    uint64_t seed;
    double forget; /* probability that each move of the history, and those before it, are
                    * hidden; KataGo's is 0.02                                 */
    double other_rules; /* probability that the game is shown under rules drawn from
                         * SAMPLE_RULES, so that the network can play by rules that its
                         * games rarely have                                   */
    double other_komi; /* probability that the game is shown under another komi, if its score is
                        * known: what the score then is, and who wins, is known, too */
} nn_sample;

/* Names of rules.h.  The winner is nearly always the same by all of them, if what white gets for
 * handicap stones is that of the game (row_maker_fill).                       */
#define SAMPLE_RULES(X) X("chinese") X("japanese") X("tromp-taylor") X("aga")
enum { SAMPLE_N_RULES = 4 };

typedef struct sample_row {
    int64_t position; /* the row of the store: nn_store_row tells its position */
    int symmetry;     /* of board/symmetry.h */
    int hidden;       /* moves of the history, of five, that are not shown: nn_view.hidden */
    int rules;        /* 0: those of the game, k: the k-th of SAMPLE_RULES */
    int komi;         /* half points more for white than in the game, if its score is known */
} sample_row;

enum { SAMPLE_MOST_KOMI = 120 }; /* half points, more or less */

/* Are symmetry, hidden moves, rules and komi such as there are? */
bool nn_sample_row_exists(const sample_row *row);

/* Row `number` >= 0. */
sample_row nn_sample_at(const nn_sample *s, int64_t number);

/* The image of i in the permutation of 0 .. count - 1 that belongs to `key`. */
int64_t nn_sample_permute(int64_t count, uint64_t key, int64_t i);

#endif
