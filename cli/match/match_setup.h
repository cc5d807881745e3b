/* match_setup.h -- what `katachi match`, `tournament`, `compare` and `tune` share: their options,
 * and the way from these to a plan, a store and a run.                          */
#ifndef KATACHI_CLI_MATCH_MATCH_SETUP_H
#define KATACHI_CLI_MATCH_MATCH_SETUP_H

#include "base/comm.h"
#include "base/progress.h"
#include "cli/cli.h"
#include "cli/komi.h"
#include "match/page/match_report.h"
#include "match/run.h"

typedef struct match_options {
    int size, games, concurrency, opening_moves, max_moves, failures, seed;
    komi_option komi;
    const char *rules, *time, *openings, *referee, *folder;
    double lag, hang_timeout;
    bool json, quiet;
} match_options;

/* How many games, at the offset of match_options.games. */
#define OPTION_GAMES(offset, sentence) \
    OPT_INT("games", 'n', "N", "100", 1, 1e7, offset, sentence)

/* Tables for option groups whose base is the offset of the match_options: the games,
 * their rules and openings, and how the match is run.                          */
extern const option match_game_options[];
extern const option match_opening_options[];
extern const option match_run_settings[];

/* A match while it is prepared, played and shown. */
typedef struct match_job match_job;
typedef struct match_setup match_setup;
struct match_setup {
    const match_job *job;
    match_plan plan;     /* its openings are owned */
    player *players;     /* those of the plan; owned */
    match_store *store;
    json_t *settings;    /* as stored in match.json */
    match_run_options run;
    progress *bar;
    comm *ranks;         /* under mpirun, see farm.h; else one rank */
    double began;        /* when playing began, clock_now() */
    int64_t before;      /* games in the store then */
};

/* What a command wants played and shown; everything is borrowed.  Functions that may be
 * NULL are not called then; all are given `user`.                              */
struct match_job {
    const match_options *options;
    const sprt_test *test;    /* NULL: none */
    const char *const *specs; /* [n_specs], the players */
    int n_specs;
    bool gauntlet;            /* the first against each of the others */
    const char *announce;     /* a notice before the first game; NULL or "": none */
    void *user;
    /* After the players are parsed, before the folder is opened; may be NULL.  It may add
     * to the settings of match.json and set plan.trial_keys.                   */
    go_status (*prepare)(match_setup *s, json_t *settings, void *user, go_error *err);
    /* As in match_run_options; may be NULL. */
    go_status (*choose)(void *user, const match_store *store, const match_game *m,
                        char keys[MATCH_KEYS], go_error *err);
    /* Text for the line of progress instead of the score; may be NULL. */
    void (*note)(void *user, const match_store *store, char *out, size_t n);
    /* Shows the result so far and writes the page; returns an exit code.  A page that cannot be
     * written is reported after the result, which took long to play.           */
    int (*show)(const match_setup *s, void *user);
};

/* Runs the whole command: parses the specs, reads the openings, opens the store, plays
 * with progress on standard error and says how the match ended.  Then, on rank 0 and
 * if there is a game, also after an interruption, shows the result.  Returns an exit
 * code.                                                                        */
int match_setup_run(const match_job *job);

/* Ends a `show` that printed a result, as text or JSON, with `code`: names the page in a text if it
 * was written, or reports why it was not.  Returns an exit code.               */
int match_setup_end(const match_setup *s, go_status page, int code, bool json, const go_error *err);

/* Prints a result as text; returns an exit code. */
typedef int match_text(const match_summary *m, const void *user);

/* The `show` of a job that is a match of two: the result as text or JSON, and the page. */
int match_setup_show(const match_setup *s, match_text *show_text, const void *user, bool json);

#endif
