/* stats.h -- what is in a collection, counted. */
#ifndef KATACHI_SGF_CORPUS_STATS_H
#define KATACHI_SGF_CORPUS_STATS_H

#include "sgf_corpus/sgf/game_record.h"
#include "sgf_corpus/sgf/game_values.h"

enum {
    STATS_YEARS = GAME_YEARS, /* year 0: unknown */
    STATS_RANKS = 51,    /* 30 kyu to professional 9 dan by rank + 29; the last: none */
    STATS_RULES = 10,    /* by stats_rules_name */
    STATS_HANDICAPS = 11,/* 0 .. 9, 10: more */
    STATS_LENGTHS = 21,  /* moves in steps of 25; the last: 500 and more */
    STATS_KOMI = 403     /* half points from -100 to 100; the last two: other, none */
};

/* Zero it and add games. */
typedef struct corpus_stats {
    int64_t games, moves, passes;
    int64_t shortest, longest; /* moves; 0 without games */
    int64_t size[BOARD_MAX_SIZE + 1];
    int64_t year[STATS_YEARS];
    int64_t rank[STATS_RANKS]; /* players, two per game */
    int64_t rules[STATS_RULES];
    int64_t handicap[STATS_HANDICAPS];
    int64_t length[STATS_LENGTHS];
    int64_t komi[STATS_KOMI];
    int64_t result[RESULT_N_KINDS];
    int64_t winner[3]; /* by colour; EMPTY: none or unknown */
} corpus_stats;

void corpus_stats_add(corpus_stats *stats, const game_record *game);

/* "chinese", ..., "other", "none" */
const char *corpus_stats_rules_name(int i);

#endif
