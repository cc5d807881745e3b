/* history.h -- what a run has come to, generation by generation: RUN/history.tsv, a line each;
 * RUN/duels.tsv, a line for each part of a match; RUN/gate.tsv, a line for each generation that
 * had to win a match to be played with.  All are read again when a run goes on; a last line that
 * is not whole does not count, nor do lines about generations after the newest, whose networks
 * somebody has removed.                                                       */
#ifndef KATACHI_SELFPLAY_STATE_HISTORY_H
#define KATACHI_SELFPLAY_STATE_HISTORY_H

#include <stdbool.h>

#include "selfplay/state/run_folder.h"

enum { RUN_ANCHOR = -1 }; /* the classic engine, in place of a generation */

/* How a generation played and what the next one learned from it. */
typedef struct run_step {
    int generation;
    int64_t games, moves, recorded;
    int64_t would;                      /* games played out that a side would have resigned */
    double black_wins, resigned, wrong; /* shares; a draw is half a win; wrong ones of `would`: -1
                                         * unknown */
    int64_t rows, window;               /* learned from; different ones */
    double policy, value;               /* loss of the last rows, nats */
    double seconds, evaluations;        /* of playing and learning; a second, of playing */
    double threshold;                   /* of resignation; -1 unknown */
    int visits;                         /* of full searches; 0 unknown */
    int net;                            /* the generation whose network played */
} run_step;

/* Results of the first side of a match. */
typedef struct duel_result {
    int games, wins, draws;
    int pairs[5]; /* complete pairs by its points in both games: 0, 1/2, 1, 3/2, 2 */
} duel_result;

void duel_result_add(duel_result *sum, const duel_result *part);

/* A match of the run, or a part of one. */
typedef struct run_duel {
    int first, second; /* generations, or RUN_ANCHOR */
    duel_result result;
} run_duel;

/* How a generation did at the gate. */
typedef struct run_gate {
    int generation, against, passed; /* passed: 1 or 0 */
    duel_result result;
} run_gate;

typedef struct run_history {
    int n_steps, n_duels, n_gates;
    run_step *step;
    run_duel *duel;
    run_gate *gate;
} run_history;

/* Reads the files; those that are missing are empty.  GO_EFORMAT: a line is none, with its
 * number; GO_ENOMEM.  End it with run_history_free, also after an error.      */
go_status run_history_read(run_history *h, const run_folder *f, go_error *err);
void run_history_free(run_history *h);

/* Appends a line to the file and to *h.  GO_EIO, GO_ENOMEM. */
go_status run_history_add_step(run_history *h, const run_folder *f, const run_step *step,
                               go_error *err);
go_status run_history_add_duel(run_history *h, const run_folder *f, const run_duel *duel,
                               go_error *err);

go_status run_history_add_gate(run_history *h, const run_folder *f, const run_gate *gate,
                               go_error *err);

/* The step or gate of a generation, or NULL. */
const run_step *run_history_step(const run_history *h, int generation);
const run_gate *run_history_gate(const run_history *h, int generation);

/* The sum of all parts of a match. */
duel_result run_history_duel(const run_history *h, int first, int second);

/* The newest of the generations 0 .. newest that did not fail at the gate: whose network plays. */
int run_history_best(const run_history *h, int newest);

/* Elo of generations 0 .. newest by their duels (match/rating/rating.h), with generation 0 as 0
 * and the bounds of 95 %: [newest + 1] each; *anchor that of the classic engine, NAN if it has
 * not played.  GO_EEMPTY: there was no duel; GO_ENOMEM.                       */
go_status run_history_rate(const run_history *h, int newest, double *elo, double *low,
                           double *high, double *anchor, go_error *err);

#endif
