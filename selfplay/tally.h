/* tally.h -- played games, counted. */
#ifndef KATACHI_SELFPLAY_TALLY_H
#define KATACHI_SELFPLAY_TALLY_H

#include "selfplay/record/played_game.h"

/* One that is all 0 has counted nothing. */
typedef struct played_tally {
    int64_t games, moves, recorded; /* recorded: moves with a target */
    int64_t black_wins, draws;
    int64_t ends[PLAYED_ENDS];
    int64_t played_out;  /* games in which nobody was allowed to resign, */
    int64_t would;       /* those in which somebody would have, */
    int64_t wrong;       /* and those which that side then won */
    int shortest, longest;
} played_tally;

void played_tally_add(played_tally *t, const played_game *g);

/* Share of the games that black won, draws counting half; 0 without games. */
double played_tally_black(const played_tally *t);

/* Share of resignations that are wrong, as far as games played out tell; -1: they do not. */
double played_tally_wrong(const played_tally *t);

#endif
