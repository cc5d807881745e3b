/* playout_rate.h -- counts playouts for a while, on any number of threads. */
#ifndef KATACHI_CLI_BENCH_PLAYOUT_RATE_H
#define KATACHI_CLI_BENCH_PLAYOUT_RATE_H

#include "mcts/playout/playout.h"

/* Playouts by gammas from the empty board or the middle of games, or by the plain board. */
typedef enum playout_kind { FROM_EMPTY, FROM_GAMES, PLAIN_BOARD } playout_kind;

typedef struct playout_rate {
    int64_t playouts, moves;
    int64_t margin; /* black's area less white's, summed */
    int64_t black_wins;
    double seconds, cpu_seconds; /* these differ on a shared machine */
    double clock_hz;             /* of the processor's time stamps; 0: unknown */
} playout_rate;

/* How many middle-game positions there are: 0 except for 9, 13 and 19. */
int bench_positions(int size);

/* Each thread plays on its own board; `g` may be NULL for the plain board.  FROM_GAMES
 * requires bench_positions(size) > 0.  GO_ENOMEM.                               */
go_status playout_rate_measure(playout_kind kind, int size, int threads, double seconds, int seed,
                               const playout_gammas *g, playout_rate *out, go_error *err);

/* Processor time, nanoseconds. */
double playout_rate_ns_per_move(const playout_rate *r);

#endif
