/* counted_games.h -- the finished games of a collection whose result was counted, for benchmarks
 * that compare scores with records.                                           */
#ifndef KATACHI_CLI_BENCH_COUNTED_GAMES_H
#define KATACHI_CLI_BENCH_COUNTED_GAMES_H

#include "base/options.h"
#include "board/game/game.h"
#include "sgf_corpus/corpus.h"

typedef struct counted_choice {
    int half, games, least_passes;
} counted_choice;

/* For an option_group whose base is the offset of the choice. */
extern const option counted_options[];

/* The next game that is wanted, which the caller owns, and black's margin in the record.  GO_END. */
go_status counted_next(corpus *c, const counted_choice *choice, game_record **out, double *margin,
                       go_error *err);

/* How many moves it has before its last passes. */
int counted_moves(const game_record *record);

/* The game after its first n moves, as loadsgf reads it; NULL: it cannot be replayed. */
game *counted_replay(const game_record *record, int n);

/* GO_EEMPTY: there was none. */
go_status counted_none(const counted_choice *choice, go_error *err);

#endif
