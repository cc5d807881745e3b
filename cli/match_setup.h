/* match_setup.h -- what `katachi match` and `katachi tournament` share: their
 * options, and the way from these to a plan, a store and a run.                */
#ifndef KATACHI_CLI_MATCH_SETUP_H
#define KATACHI_CLI_MATCH_SETUP_H

#include "cli/cli.h"
#include "base/progress.h"
#include "match/match_farm.h"

typedef struct match_options {
    int size, games, concurrency, opening_moves, max_moves, failures, seed;
    const char *komi, *rules, *time, *openings, *referee, *folder;
    double lag, hang_timeout;
    bool json, quiet;
} match_options;

/* The tables, ended by {0}, for option groups whose base is the offset of the
 * match_options in the settings: the match itself, and how it is played.       */
extern const option match_game_options[];
extern const option match_run_settings[];

/* Everything of a match in the making; zeroed before match_setup_begin. */
typedef struct match_setup {
    player *players;     /* [n_players] */
    int n_players;
    match_plan plan;
    openings *openings;
    match_store *store;
    json_t *settings;    /* as stored in match.json */
    match_run_options run;
    progress *bar;
    comm *ranks;         /* under mpirun, see match_farm.h; else one rank */
    bool silent;         /* another rank shows the error */
    bool resumed;        /* the store held games already */
    double began;        /* seconds, on a clock that only goes forward */
    int64_t before;      /* games in the store then */
} match_setup;

/* Understands the specs, reads the openings and opens the store (rank 0 only).
 * On error nothing is left to do but match_setup_end.                           */
go_status match_setup_begin(match_setup *s, const match_options *options,
                            const char *const *specs, int n_specs, go_error *err);
void match_setup_end(match_setup *s);

/* Plays, with progress on standard error; says how it ended.  An exit code.     */
int match_setup_play(match_setup *s, const match_options *options, match_end *end);

/* Is there something to show, and by this rank? */
bool match_setup_has_result(const match_setup *s);

/* Shows an error of match_setup_begin, once for all ranks.  An exit code.       */
int match_setup_fail(const match_setup *s, const go_error *err);

#endif
