/* filter.h -- which games are wanted. */
#ifndef KATACHI_SGF_CORPUS_FILTER_H
#define KATACHI_SGF_CORPUS_FILTER_H

#include <stdbool.h>

#include "sgf_corpus/sgf/game_record.h"
#include "sgf_corpus/sgf/game_values.h"

/* A game must meet all conditions; one without the property in question (no date, no
 * rank, ...) does not meet the condition.                                     */
typedef struct game_filter {
    int size;                       /* 0: any */
    int min_moves, max_moves;       /* board moves and passes; max 0: no bound */
    int min_handicap, max_handicap; /* stones; -1: no bound */
    int min_rank, max_rank;         /* of both players, scale of game_values.h;
                                     * RANK_UNKNOWN: no bound */
    double min_rating, max_rating;  /* of both players; 0: no bound */
    const char *player;             /* part of a player's name, case ignored; NULL: any */
    game_date since, until;         /* inclusive; year 0: no bound */
    unsigned results;               /* set of 1 << result_kind; 0: any */
    int winner;                     /* BLACK or WHITE; 0: any */
    const char *rules;              /* a name of ruleset_of; NULL: any */
    double min_komi, max_komi;      /* NAN: no bound */
} game_filter;

/* A filter that accepts every game. */
game_filter game_filter_all(void);

bool game_filter_accepts(const game_filter *filter, const game_record *game);

#endif
