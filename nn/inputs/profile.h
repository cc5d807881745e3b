/* profile.h -- who plays: the metadata of KataGo's human-style networks.
 *
 * Networks with a metadata encoder (b18c384nbt-humanv0) have learned from the games of
 * people of all ranks and imitate the player described to them.  The input is 192
 * numbers, the same here for own and opp:
 *
 *     0, 1       own and opp are human
 *     2 .. 5     unranked; rank unknown: always 0
 *     6 .. 39    own rank: as many ones as its number in nn_profile; 40 .. 73 opp's
 *    74          0 for rated games, 1/2 if unknown
 *    75 .. 81    the kind of clock, one of them 1: unknown, ..., byo-yomi (79)
 *    82, 83      0.4 (ln(main seconds + 60) - 6.5); 0.3 (ln(period seconds + 1) - 3)
 *    84, 85      0.5 (ln(periods + 2) - 1.5); 0.25 (ln(Canadian moves + 2) - 1.5)
 *    86          ln(points of the board / 361) / 2
 *    87 .. 150   cosine and sine of 2 pi days / period for 32 periods, the first 7 days,
 *                each longer by 80000^(1/31); days since 1 January 1970
 *   151 .. 166   the source of the game, one of them 1
 *
 * Profiles have KataGo's names (its parameter humanSLProfile):
 *
 *   rank_9d .. rank_1d, rank_1k .. rank_20k    a player of that rank today
 *   preaz_9d ..                                the same before AlphaZero
 *   rank_5k_3d, preaz_2d_4d, ...               players of two ranks, black's first, who know
 *                                              of each other's
 *   proyear_1800 .. proyear_2023               a professional of that year
 *
 * Source: the behaviour of KataGo, https://github.com/lightvector/KataGo
 * (cpp/neuralnet/sgfmetadata.cpp), in own words.                              */
#ifndef KATACHI_NN_INPUTS_PROFILE_H
#define KATACHI_NN_INPUTS_PROFILE_H

#include <stdbool.h>

#include "base/status.h"
#include "board/board.h"

typedef struct nn_profile {
    int black, white; /* ranks: 1: 9 dan or professional, 9: 1 dan, 10: 1 kyu, ..., 29: 20 kyu */
    int days;     /* the date, since 1 January 1970; negative before */
    bool amateur; /* a game on KGS with 20 minutes and five times 30 s byo-yomi, rated or
                   * not; else a professional's, its clock unknown                  */
    bool recent;  /* a professional's from 2021 on, from another collection */
} nn_profile;

/* rank_9d, the strongest rank. */
nn_profile nn_profile_default(void);

/* False, with *out unchanged, if there is no such profile. */
bool nn_profile_by_name(const char *name, nn_profile *out);

/* The same; GO_EINVAL with a sentence that tells the names. */
go_status nn_profile_need(const char *name, nn_profile *out, go_error *err);

/* The i-th name, NULL behind the last, for completion; of the years, every fiftieth or tenth. */
const char *nn_profile_word(int i);

/* The input for the side to move on a board of `points` points; meta [NN_KATA_META]. */
void nn_profile_encode(const nn_profile *p, colour to_move, int points, float *meta);

#endif
