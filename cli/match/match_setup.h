/* match_setup.h -- what `katachi match`, `tournament` and `compare` share: their options,
 * and the way from these to a plan, a store and a run.                          */
#ifndef KATACHI_CLI_MATCH_MATCH_SETUP_H
#define KATACHI_CLI_MATCH_MATCH_SETUP_H

#include "base/comm.h"
#include "base/progress.h"
#include "cli/cli.h"
#include "match/page/match_report.h"
#include "match/run.h"

typedef struct match_options {
    int size, games, concurrency, opening_moves, max_moves, failures, seed;
    const char *komi, *rules, *time, *openings, *referee, *folder;
    double lag, hang_timeout;
    bool json, quiet;
} match_options;

/* Tables for option groups whose base is the offset of the match_options: the games,
 * their rules and openings, and how the match is run.                          */
extern const option match_game_options[];
extern const option match_opening_options[];
extern const option match_run_settings[];

/* A match while it is prepared, played and shown. */
typedef struct match_setup {
    match_plan plan;     /* its openings are owned */
    player *players;     /* those of the plan; owned */
    match_store *store;
    json_t *settings;    /* as stored in match.json */
    match_run_options run;
    progress *bar;
    comm *ranks;         /* under mpirun, see farm.h; else one rank */
    bool silent;         /* another rank shows the error */
    double began;        /* when playing began, clock_now() */
    int64_t before;      /* games in the store then */
} match_setup;

/* Shows the result so far; returns an exit code. */
typedef int match_show(const match_setup *s, const void *user);

/* Runs the whole command: parses the specs, reads the openings, opens the store, plays
 * with progress on standard error and says how the match ended.  Then, on rank 0 and
 * if there is a game, also after an interruption, calls `show`.  `test` is borrowed;
 * NULL: none.  Returns an exit code.                                           */
int match_setup_run(const match_options *options, const sprt_test *test,
                    const char *const *specs, int n_specs, match_show *show, const void *user);

/* Computes the result of a match of two and writes the page about it. */
go_status match_setup_summary(const match_setup *s, match_summary *out, go_error *err);

#endif
