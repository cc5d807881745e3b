#include "cli/match/match_setup.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/io/program_path.h"
#include "base/plural.h"
#include "base/text_json.h"
#include "board/game/rules.h"
#include "cli/match/match_files.h"
#include "cli/match/match_show.h"
#include "match/check.h"
#include "match/client/spec.h"
#include "match/farm.h"
#include "match/page/match_report.h"
#include "mcts/clock/time_text.h"
#include "patterns/gammas/gammas.h"

const option match_game_options[] = {
    OPT_INT("size", 0, "N", "9", BOARD_MIN_SIZE, BOARD_MAX_SIZE, offsetof(match_options, size),
            "size of the board", .elsewhere = "boardsize|board-size"),
    OPT_TEXT(
        "time", 't', "TIME", "none", offsetof(match_options, time),
        "for each side: none, 10m (the whole game), 5m+30x3 (then 3 periods of 30 s), 5m+120/10 "
        "(then 10 moves in every 120 s) or 5m+3 (3 s more for each move)"),
    OPT_TEXT("referee", 0, "WHO", "both", offsetof(match_options, referee),
             "who decides which stones are dead: both (the players), alive (no stone is) or the "
             "command line of a third GTP program",
             .words = "both|alive"),
    OPT_INT("max-moves", 0, "N", "0", 0, 100000, offsetof(match_options, max_moves),
            "stop a game after N moves and count the board as it stands; 0: three per point"),
    {0}};

const option match_opening_options[] = {
    OPT_CUSTOM("komi", 'k', "X", NULL, offsetof(match_options, komi), komi_parse,
        "points for white; default: the usual komi of the rules"),
    OPT_TEXT("rules", 0, "NAME", "chinese-ogs", offsetof(match_options, rules),
        "the rules; chinese-ogs: area scoring, positional superko, no suicide",
        .word = rules_name_at),
    OPT_TEXT("openings", 0, "FILE", NULL, offsetof(match_options, openings),
        "take the openings from FILE: SGF, or .txt with one opening 'D4 Q16 ...' per line; "
        "default: draw them from the gammas"),
    OPT_INT("opening-moves", 0, "N", "-1", -1, OPENING_MAX,
        offsetof(match_options, opening_moves),
        "moves in an opening; -1: all moves in FILE, or size/3 if drawn"),
    OPT_INT("seed", 's', "N", "1", 0, 2147483647, offsetof(match_options, seed),
        "seed for the openings and the players"),
    {0}};

const option match_run_settings[] = {
    OPT_TEXT("output", 'o', "DIR", NULL, offsetof(match_options, folder),
             "folder for games, results and report; a match in it is continued"),
    OPT_INT("concurrency", 'c', "N", "1", 1, 256, offsetof(match_options, concurrency),
            "games played at the same time"),
    OPT_SECONDS("lag", 0, "TIME", "0.2", 0, 3600, offsetof(match_options, lag),
                "how late a move may come without losing on time"),
    OPT_SECONDS("hang-timeout", 0, "TIME", "10m", 0.01, 1e6, offsetof(match_options, hang_timeout),
                "a program that does not answer for this long loses the game"),
    OPT_INT(
        "failures", 0, "N", "5", 0, 1000000, offsetof(match_options, failures),
        "stop the match when a player fails N games in a row (crash, hang, nonsense, refusal, no "
        "start); 0: never"),
    OPTION_QUIET(match_options, quiet),
    OPTION_JSON(match_options, json),
    {0}};

/* ---- from options to a plan ---- */

static go_status set_conditions(match_conditions *c, const match_options *options, go_error *err)
{
    const char *who = options->referee;
    *c = (match_conditions){.size = options->size, .lag = options->lag,
                            .hang_timeout = options->hang_timeout,
                            .max_moves = options->max_moves, .rules_name = options->rules,
                            .referee_command = who,
                            .referee = strcmp(who, "both") == 0    ? REFEREE_BOTH
                                       : strcmp(who, "alive") == 0 ? REFEREE_ALIVE
                                                                   : REFEREE_PROGRAM};
    GO_TRY(rules_need(options->rules, &c->rules, err));
    c->komi = options->komi.given ? options->komi.komi : rules_default_komi(&c->rules);
    GO_TRY(time_text_parse(&c->time, options->time, err));
    const time_clock clock = time_clock_start(&c->time);
    return time_clock_most(&c->time, &clock) > 0
               ? GO_OK
               : go_fail(err, GO_EINVAL, "--time %s: there is no time for the first move; give some "
                         "main time", options->time);
}

static go_status set_players(match_setup *s, const char *const *specs, int n, go_error *err)
{
    char program[2000];
    if (!program_path(program, sizeof program))
        return go_fail(err, GO_EIO, "cannot read the path of this program from /proc/self/exe");
    s->players = calloc((size_t)n, sizeof *s->players);
    if (!s->players)
        return go_fail(err, GO_ENOMEM, "out of memory for the players");
    s->plan.players = s->players;
    s->plan.n_players = n;
    for (int i = 0; i < n; i++) {
        GO_TRY(player_parse(&s->players[i], specs[i], program, &s->plan.conditions.rules, err));
    }
    players_tell_apart(s->players, n);
    return GO_OK;
}

/* The settings that a match must keep when it is continued. */
static json_t *settings_json(const match_plan *plan)
{
    const match_conditions *c = &plan->conditions;
    char time[128], opening_sum[24];
    json_t *players = json_array();
    for (int i = 0; i < plan->n_players; i++)
        json_array_append_new(players, json_pack("{s:o, s:o}", "name",
                                                 text_json(plan->players[i].name), "spec",
                                                 text_json(plan->players[i].spec)));
    time_settings_text(&c->time, time, sizeof time);
    snprintf(opening_sum, sizeof opening_sum, "%016llx",
             (unsigned long long)openings_fingerprint(plan->openings));
    return json_pack("{s:o, s:o, s:i, s:f, s:s, s:s, s:f, s:f, s:o, s:i, s:I, s:o, s:s}", "players",
                     players, "files", match_files(plan->players, plan->n_players, c->size), "size",
                     c->size, "komi", c->komi, "rules", c->rules_name, "time", time, "lag", c->lag,
                     "hang_timeout", c->hang_timeout, "referee", text_json(c->referee_command),
                     "max_moves", c->max_moves, "seed", (json_int_t)plan->seed, "openings",
                     text_json(openings_text(plan->openings)), "openings_fingerprint", opening_sum);
}

static go_status prepare(match_setup *s, go_error *err)
{
    match_plan *plan = &s->plan;
    const match_job *job = s->job;
    const match_options *options = job->options;
    if (!options->folder || !*options->folder)
        return go_fail(err, GO_EINVAL, "no folder for games and results; name one with -o DIR");
    plan->seed = (uint64_t)options->seed;
    plan->gauntlet = job->gauntlet;
    s->run.games = options->games;
    s->run.concurrency = options->concurrency;
    s->run.failures = options->failures;
    GO_TRY(set_conditions(&plan->conditions, options, err));
    GO_TRY(set_players(s, job->specs, job->n_specs, err));
    openings_options o = {.file = options->openings, .moves = options->opening_moves,
                          .size = options->size, .rules = plan->conditions.rules,
                          .seed = plan->seed};
    GO_TRY(openings_create(&plan->openings, &o, err));
    s->settings = settings_json(plan);
    if (!s->settings)
        return go_fail(err, GO_ENOMEM, "out of memory for the settings of a match");
    if (job->prepare)
        GO_TRY(job->prepare(s, s->settings, job->user, err));
    if (comm_rank(s->ranks) > 0)
        return GO_OK;
    return match_store_open(&s->store, options->folder, s->settings, s->players, job->n_specs, err);
}

/* ---- playing ---- */

/* "ours won 7, lost 1, drew 0, LLR 1.20" */
static void note_score(const match_setup *s, char *out, size_t size)
{
    match_tally t;
    char llr[40] = "";
    int64_t n = match_store_count(s->store);
    if (s->plan.n_players != 2 || match_tally_count(s->store, n, 0, 1, &t, NULL) != GO_OK)
        return;
    if (s->run.test.on)
        snprintf(llr, sizeof llr, ", LLR %.2f", match_tally_llr(&t, &s->run.test));
    snprintf(out, size, "%s won %lld, lost %lld, drew %lld%s", s->players[0].name,
             (long long)t.wins, (long long)t.losses, (long long)t.draws, llr);
}

/* Notes the state, "8.3 s a game, ours won 7, lost 1, drew 0, LLR 1.20", and reports what went
 * wrong.                                                                      */
static void show_game(void *user, const match_store *store, const match_game *m)
{
    match_setup *s = user;
    char note[400] = "";
    int64_t n = match_store_count(store);
    if (s->job->note)
        s->job->note(s->job->user, store, note, sizeof note);
    else
        note_score(s, note, sizeof note);
    const double each = (clock_now() - s->began) / (double)(n - s->before);
    progress_note(s->bar, each < 100 ? "%.3g s a game%s%s" : "%.0f s a game%s%s", each,
                  note[0] ? ", " : "", note);
    if (m->end >= END_TIME || m->disagreed || m->unjudged)
        fprintf(stderr, "\ngame %lld: %s: %s\n", (long long)m->number + 1, game_end_name(m->end),
                m->note);
    progress_add(s->bar, 1);
}

static go_status choose_keys(void *user, const match_store *store, const match_game *m,
                             char keys[MATCH_KEYS], go_error *err)
{
    const match_job *job = ((match_setup *)user)->job;
    return job->choose(job->user, store, m, keys, err);
}

static int play_for_rank_0(match_setup *s)
{
    go_error err;
    if (match_farm_work(s->ranks, &s->plan, &err) != GO_OK) {
        cli_fail(&err);
        comm_abort(s->ranks, EXIT_FAILED);
    }
    return EXIT_OK;
}

/* Why the games ended before the last, if they did. */
static void show_why(const match_setup *s, match_end why, int failing)
{
    const char *folder = match_store_folder(s->store);
    long long n = (long long)match_store_count(s->store);
    if (why == MATCH_INTERRUPTED)
        fprintf(stderr,
                "katachi: interrupted; %lld game%s saved in %s; run the same command to continue\n",
                n, n == 1 ? " is" : "s are", folder);
    if (why == MATCH_FAILING)
        fprintf(stderr, "katachi: stopped: %s failed %d game%s in a row (counted as lost); %lld "
                "game%s saved in %s\n", s->players[failing].name, s->run.failures,
                plural_s(s->run.failures), n, n == 1 ? " is" : "s are", folder);
}

/* A player that is given gammas for another board uses them, but nobody hears its notice. */
static void warn_of_other_gammas(const match_plan *plan)
{
    const int size = plan->conditions.size;
    for (int i = 0; i < plan->n_players; i++) {
        const char *keys = spec_keys(plan->players[i].spec, "katachi");
        spec_pair pair;
        while (keys && spec_next_pair(&keys, &pair)) {
            gammas *g = NULL;
            if (strcmp(pair.key, "gammas") != 0 && strcmp(pair.key, "fast-gammas") != 0)
                continue;
            if (gammas_read(&g, pair.value, NULL) == GO_OK && g->v->board_size != size)
                fprintf(stderr,
                        "katachi: %s: the gammas in %s are for %dx%d, not for %dx%d; --size "
                        "chooses the board\n",
                        plan->players[i].name, pair.value, g->v->board_size, g->v->board_size, size,
                        size);
            gammas_destroy(g);
        }
    }
}

/* Shows progress on standard error; returns an exit code. */
static int play(match_setup *s, bool quiet)
{
    go_error err;
    match_end why = MATCH_COMPLETE;
    int failing = -1;
    if (comm_rank(s->ranks) > 0)
        return play_for_rank_0(s);
    const char *folder = match_store_folder(s->store), *mended = match_store_mended(s->store);
    bool over = match_store_count(s->store) >= s->run.games ||
                match_is_decided(s->store, &s->run.test); /* then only show it */
    bool show = !quiet && !over;
    s->began = clock_now();
    s->before = match_store_count(s->store);
    if (mended[0])
        fprintf(stderr, "katachi: %s: %s\n", folder, mended);
    if (show && s->job->announce && s->job->announce[0])
        fprintf(stderr, "katachi: %s\n", s->job->announce);
    if (!quiet && s->before >= s->run.games)
        fprintf(stderr,
                "katachi: %s already has %lld game%s; none was played; --games N plays more\n",
                folder, (long long)s->before, plural_s(s->before));
    if (s->before > 0 && show)
        fprintf(stderr, "katachi: continuing after the %lld game%s in %s\n", (long long)s->before,
                plural_s(s->before), folder);
    if (!over)
        warn_of_other_gammas(&s->plan);
    s->bar = show ? progress_start(stderr, "playing", "games", s->run.games - s->before) : NULL;
    progress_note(s->bar, "waiting for the first one to end");
    progress_show(s->bar);
    s->run.on_game = show ? show_game : NULL;
    s->run.choose = s->job->choose ? choose_keys : NULL;
    s->run.user = s;
    go_status status = GO_OK;
    if (comm_size(s->ranks) > 1) {
        status = match_farm_serve(s->ranks, &s->plan, s->store, &s->run, &why, &failing, &err);
    } else if (!over) {
        status = match_check_programs(&s->plan, &err);
        if (status == GO_OK)
            status = match_run(&s->plan, s->store, &s->run, &why, &failing, &err);
    }
    progress_end(s->bar);
    if (status != GO_OK)
        return cli_fail(&err);
    show_why(s, why, failing);
    return why == MATCH_COMPLETE || why == MATCH_DECIDED ? EXIT_OK : EXIT_FAILED;
}

int match_setup_run(const match_job *job)
{
    match_setup s = {.job = job};
    go_error err;
    go_status status = comm_create(&s.ranks, &err);
    if (status == GO_OK) {
        signal(SIGPIPE, SIG_IGN); /* a player that dies must not end us */
        interrupt_catch();
        if (job->test)
            s.run.test = *job->test;
        status = comm_agree(s.ranks, prepare(&s, &err), &err);
    }
    int code = status == GO_EINVAL ? EXIT_MISUSE : EXIT_FAILED;
    if (status == GO_OK)
        code = play(&s, job->options->quiet);
    else if (comm_rank(s.ranks) == 0 || comm_lost(s.ranks))
        code = cli_fail(&err); /* failures are the same on all ranks, unless one is lost */
    if (status == GO_OK && s.store && match_store_count(s.store) > 0) {
        int shown = job->show(&s, job->user);
        code = code == EXIT_OK ? shown : code;
    }
    if (comm_lost(s.ranks))
        comm_abort(s.ranks, EXIT_FAILED);
    comm_destroy(s.ranks);
    match_store_close(s.store);
    openings_destroy(s.plan.openings);
    json_decref(s.settings);
    free(s.players);
    return code;
}

int match_setup_end(const match_setup *s, go_status page, int code, bool json, const go_error *err)
{
    if (page != GO_OK)
        return cli_fail(err);
    if (!json)
        printf("Report: %s/index.html\n", match_store_folder(s->store));
    return code;
}

int match_setup_show(const match_setup *s, match_text *show_text, const void *user, bool json)
{
    go_error err;
    match_summary m;
    if (match_summary_make(&m, &s->plan, s->store, &s->run.test, &err) != GO_OK)
        return cli_fail(&err);
    const go_status page = match_report_write(&m, s->settings, &err);
    const int code = json ? match_show_json(&m, s->settings) : show_text(&m, user);
    return match_setup_end(s, page, code, json, &err);
}
