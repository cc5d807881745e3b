/* net_improve.c -- `katachi net improve`: a network that improves by playing against itself. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/comm.h"
#include "base/interrupt.h"
#include "base/plural.h"
#include "base/progress.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "selfplay/improve/ranks.h"
#include "selfplay/state/generation.h"
#include "selfplay/state/play_file.h"

typedef struct net_improve_settings {
    improve_settings s;
    selfplay_sizes sizes;
    start_games_settings starts;
    const char *folder;
    double hours;
    int window, seed, max_moves;
    const char *worker, *name;
    bool status, quiet;
    options_given given;
} net_improve_settings;

#define AT(field) offsetof(net_improve_settings, field)
static const option net_improve_options[] = {
    OPT_TEXT("output", 'o', "RUN", NULL, AT(folder),
             "the folder of the run; the same command continues an earlier run in it"),
    OPT_TEXT("from", 0, "NET", NULL, AT(s.from), "begin with this network, in KataGo's format"),
    OPT_TEXT("shape", 0, "SHAPE", NULL, AT(s.shape),
             "begin with a new network: b6c64 is 6 blocks of 64 channels; as in net train; with --from, "
             "the network grows to this shape"),
    OPT_CUSTOM("size", 0, "N", "9", AT(sizes), selfplay_sizes_parse,
               "board size; with several, as in 9,13, each game draws one"),
    OPT_REAL("hours", 0, "X", "0", 0, 1e6, AT(hours),
             "start nothing new after X hours; 0: no limit"),
    OPT_INT("generations", 0, "N", "0", 0, 99999, AT(s.generations),
            "stop when generation N has been measured; 0: no limit"),
    OPT_FLAG("status", 0, NULL, AT(status), "only print the state of the run in the folder"),
    OPT_TEXT("worker", 0, "RUN", NULL, AT(worker),
             "only play games for the run in this folder, which another process started, possibly "
             "on another machine that shares the folder"),
    OPT_TEXT("name", 0, "NAME", NULL, AT(name),
             "the worker's name, which must be unique; default: machine and process"),
    OPT_INT("seed", 's', "N", "1", 0, 2147483647, AT(seed), "seed of all random choices"),
    OPTION_THREADS(net_improve_settings, s.threads),
    OPT_INT("parallel", 0, "N", "0", 0, 4096, AT(s.parallel),
            "games played at the same time; 0: one per thread, on a GPU at least 128"),
    OPTION_QUIET(net_improve_settings, quiet),
    {0}};
static const option cycle_options[] = {
    OPT_INT("games", 0, "N", "500", 1, 1e7, AT(s.games), "games per generation"),
    OPT_INT("moves", 'n', "N", "0", 0, 1e6, AT(max_moves),
            "stop a game after N moves; 0: three per point of the board"),
    OPT_REAL("reuse", 0, "X", "4", 0.01, 1000, AT(s.learn.reuse),
             "learn from each new position X times on average"),
    OPT_INT("window", 0, "N", "20000", 1, 2e9, AT(window),
            "learn from all positions up to N; beyond that from the newest, in a window that grows "
            "more slowly than their number"),
    OPT_REAL("surprise", 0, "X", "0", 0, 1, AT(s.learn.surprise),
             "share of the rows from positions where the search result was surprising"),
    OPT_INT("batch", 0, "N", "256", 4, 65536, AT(s.learn.batch), "rows per step"),
    OPT_INT("duel-games", 0, "N", "20", 0, 1e6, AT(s.duel_games),
            "games of each generation against the previous one; 0: none"),
    OPT_INT("duel-visits", 0, "N", "50", 1, 1e7, AT(s.duel_visits),
            "visits per move in these games"),
    OPT_INT("anchor-every", 0, "N", "5", 0, 1e6, AT(s.anchor_every),
            "every N generations, play as many games against the classic engine; 0: never"),
    OPT_INT("anchor-playouts", 0, "N", "200", 1, 1e8, AT(s.anchor_playouts),
            "playouts per move of the classic engine"),
    {0}};
static const option disk_options[] = {
    OPT_BYTES("keep", 0, "BYTES", "0", 0, 0x1p60, AT(s.limits.keep),
              "most disk space for games and networks: the oldest games that are no longer learned "
              "from are removed first, then the oldest networks, but never the best; 0: keep all"),
    OPT_BYTES("spare", 0, "BYTES", "0", 0, 0x1p60, AT(s.limits.spare),
              "also remove them when less than this is free on the disk"),
    {0}};
static const option gate_options[] = {
    OPT_CHOICE("gate", 0, CHOICE_WORDS(GATES), "none", AT(s.gate.kind),
               "match that a new network must win against the best one before it plays the games: "
               "none, a fixed number of games, or a sequential test"),
    OPT_INT("gate-games", 0, "N", "400", 2, 1e6, AT(s.gate.games), "most games of the match"),
    OPT_REAL("gate-share", 0, "X", "0.55", 0.01, 1, AT(s.gate.share),
             "games: share of points needed to pass, a draw counting half"),
    OPT_CUSTOM("gate-elo", 0, "ELO0,ELO1", "0,35", AT(s.gate.test), sprt_test_parse,
               "sprt: passes if stronger by ELO1, fails if only by ELO0, with 5 % errors"),
    {0}};
static const option plan_options[] = {
    OPT_INT("visits-to", 0, "N", "0", 0, 1e6, AT(s.plan.final_visits),
            "increase --visits up to N, and --quick-visits in proportion; 0: keep them"),
    OPT_INT("visits-generations", 0, "N", "20", 1, 99999, AT(s.plan.growth),
            "generations until N is reached"),
    OPT_REAL(
        "wrong-resignations", 0, "X", "0.05", 0, 0.5, AT(s.plan.wrong),
        "choose the resignation threshold, from the last games played out, so that at most this "
        "share of resignations is wrong; until then use --resign-threshold; 0: always use it"),
    {0}};
static const option_group net_improve_groups[] = {
    {NULL, net_improve_options, 0},
    {"The cycle", cycle_options, 0},
    {"The gate", gate_options, 0},
    {"How it plays", selfplay_options, AT(s.play)},
    {"Games that begin at positions of others", start_games_options, AT(starts)},
    {"How that changes", plan_options, 0},
    {"How it learns", nn_train_choice_options, AT(s.learn.choices)},
    {"What it keeps", disk_options, 0},
    {0}};

/* ---- progress ---- */

typedef struct shown {
    const net_improve_settings *s;
    progress *bar;
    char what[48]; /* that the bar shows */
} shown;

static void show(shown *v, const char *what, const char *unit, int64_t done, int64_t all)
{
    if (v->s->quiet)
        return;
    if (strcmp(what, v->what) != 0) {
        progress_end(v->bar);
        snprintf(v->what, sizeof v->what, "%s", what);
        v->bar = progress_start(stderr, v->what, unit, all);
        progress_skip(v->bar, done);
    }
    progress_set(v->bar, done);
}

/* A worker has a line without a bar. */
static void end_bar(shown *v)
{
    if (!v->bar && v->what[0])
        fputc('\n', stderr);
    progress_end(v->bar);
    v->bar = NULL;
    v->what[0] = '\0';
}

static void on_playing(void *user, int generation, int64_t games)
{
    shown *v = user;
    char what[48];
    snprintf(what, sizeof what, "generation %d plays", generation);
    show(v, what, "games", games, v->s->s.games);
}

static void on_learning(void *user, int generation, int64_t rows, int64_t budget)
{
    char what[48];
    snprintf(what, sizeof what, "generation %d learns", generation);
    show(user, what, "rows", rows, budget);
}

static void on_dueling(void *user, int generation, int against)
{
    shown *v = user;
    char number[16];
    end_bar(v);
    snprintf(number, sizeof number, "%d", against);
    if (v->s->quiet)
        return;
    fprintf(stderr, "generation %d is measured against %s\n", generation,
            against < 0 ? "the classic engine" : number);
}

static void on_backend_failed(void *user, const char *notice)
{
    end_bar(user);
    fprintf(stderr, "katachi: %s\n", notice);
}

static void on_played(void *user, const run_step *p)
{
    end_bar(user);
    printf("generation %d: %lld games of %.1f moves, black scored %.1f %%; the next one learned "
           "from %lld rows of %lld positions, policy %.3f, value %.3f; %.0f s\n",
           p->generation, (long long)p->games, p->games ? (double)p->moves / (double)p->games : 0.0,
           100 * p->black_wins, (long long)p->rows, (long long)p->window, p->policy, p->value,
           p->seconds);
    if (p->threshold >= 0)
        printf("  %d visits; %.1f %% of the games were resigned, at a win rate below %g %%", p->visits,
               100 * p->resigned, 100 * p->threshold);
    if (p->threshold >= 0 && p->wrong >= 0)
        printf("; %.1f %% of %lld that were played out would have been won", 100 * p->wrong,
               (long long)p->would);
    if (p->threshold >= 0)
        putchar('\n');
    fflush(stdout);
}

static void on_gated(void *user, const run_gate *g)
{
    const duel_result *r = &g->result;
    (void)user;
    printf("generation %d won %.1f of %d against %d, the best so far: ", g->generation,
           r->wins + r->draws / 2.0, r->games, g->against);
    if (g->passed)
        printf("it passes the gate and plays from now on\n");
    else
        printf("it fails at the gate; %d goes on playing, and learning goes on from %d\n",
               g->against, g->generation);
    fflush(stdout);
}

static void on_dueled(void *user, const run_duel *d)
{
    const duel_result *r = &d->result;
    (void)user;
    if (d->second < 0)
        printf("generation %d against the classic engine: ", d->first);
    else
        printf("generation %d against %d: ", d->first, d->second);
    printf("%.1f of %d\n", r->wins + r->draws / 2.0, r->games);
    fflush(stdout);
}

static void on_tidied(void *user, const tidy_done *t)
{
    (void)user;
    printf("  removed to save room: the games of %d generation%s and %d network%s, %.1f MB\n",
           t->games, plural_s(t->games), t->nets, plural_s(t->nets), (double)t->bytes / 1e6);
    fflush(stdout);
}

/* ---- what it is asked for ---- */

/* A worker plays as the run says, in which these have no part. */
static go_status check_worker(const options_given *given, go_error *err)
{
    static const char *const own[] = {"worker", "name", "hours", "threads", "parallel", "quiet",
                                      "backend", "net-cache", "start-games", "start-share", NULL};
    static const char why[] = "with --worker, which plays as its run tells it to";
    for (const option_group *g = net_improve_groups; g->options; g++)
        GO_TRY(options_refuse(given, g->options, own, why, err));
    return GO_OK;
}

/* Options of a gate, or of visits that grow, do nothing without it: nobody should wait for a match
 * that is never played.                                                       */
static go_status check_named(const net_improve_settings *s, go_error *err)
{
    static const char *const gates[] = {"gate", NULL}, *const of_games[] = {"gate", "gate-games",
                                                                           "gate-share", NULL};
    static const char *const of_test[] = {"gate", "gate-games", "gate-elo", NULL};
    if (s->s.gate.kind == GATE_NONE)
        GO_TRY(options_refuse(&s->given, gate_options, gates, "without --gate games or sprt", err));
    if (s->s.gate.kind == GATE_GAMES)
        GO_TRY(options_refuse(&s->given, gate_options, of_games, "with --gate games", err));
    if (s->s.gate.kind == GATE_SPRT)
        GO_TRY(options_refuse(&s->given, gate_options, of_test, "with --gate sprt", err));
    if (options_named(&s->given, "name"))
        return go_fail(err, GO_EINVAL, "--name cannot be used without --worker");
    if (!s->s.plan.final_visits && options_named(&s->given, "visits-generations"))
        return go_fail(err, GO_EINVAL, "--visits-generations cannot be used without --visits-to");
    GO_TRY(nn_train_choices_named(&s->s.learn.choices, &s->given, err));
    return selfplay_settings_named(&s->s.play, &s->given, err);
}

/* ---- the command ---- */

/* The sum of the parts of a match, once. */
static void show_match(const run_history *h, int first, int second)
{
    const run_duel sum = {first, second, run_history_duel(h, first, second)};
    if (sum.result.games > 0)
        on_dueled(NULL, &sum);
}

static void show_generation(const run_history *h, int generation)
{
    const run_gate *gate = run_history_gate(h, generation);
    const int best = generation > 0 ? run_history_best(h, generation - 1) : 0;
    if (gate)
        on_gated(NULL, gate);
    else if (generation > 0) {
        show_match(h, generation, best);
        if (best != generation - 1) /* the gate has been switched off since */
            show_match(h, generation, generation - 1);
    }
    show_match(h, generation, RUN_ANCHOR);
}

/* How the games go that are played now. */
static go_status show_games(const run_folder *f, go_error *err)
{
    selfplay_settings play = {0};
    play_orders orders;
    generation_count count = {0};
    if (!play_file_exists(f))
        return GO_OK;
    GO_TRY(play_file_read(f, &play, &orders, err));
    const go_status status = generation_count_go_on(&count, f, orders.generation, err);
    if (status == GO_OK)
        printf("  the network of generation %d has played %lld of %d games, with %d visits, "
               "resigning below %g %%\n", orders.net, (long long)count.tally.games, orders.games,
               play.visits, 100 * play.resign_threshold);
    generation_count_free(&count);
    return status;
}

static go_status show_status(const char *folder, go_error *err)
{
    run_folder f;
    run_history h;
    GO_TRY(run_folder_look(&f, folder, err));
    go_status status = run_history_read(&h, &f, err);
    if (status == GO_OK) {
        const run_step *last = run_history_step(&h, f.newest - 1);
        if (f.newest >= 0)
            printf("%s: generation %d\n", folder, f.newest);
        else
            printf("%s: no network yet\n", folder);
        status = show_games(&f, err);
        if (last)
            on_played(&(shown){0}, last);
        for (int i = f.newest < 5 ? 0 : f.newest - 5; i <= f.newest; i++)
            show_generation(&h, i);
    }
    run_history_free(&h);
    return status;
}

static void on_worker_game(void *user, int generation, const played_tally *t)
{
    shown *v = user;
    if (v->s->quiet)
        return;
    snprintf(v->what, sizeof v->what, "worker");
    fprintf(stderr, "\rgeneration %d: %lld games ", generation, (long long)t->games);
}

enum { WORKER_NAME = 128 };

/* Of letters that folders of workers may have. */
static void name_process(char name[WORKER_NAME])
{
    char host[40] = "";
    gethostname(host, sizeof host - 1);
    snprintf(name, WORKER_NAME, "%s-%ld", host, (long)getpid());
    for (char *letter = name; *letter; letter++)
        if (!isalnum((unsigned char)*letter))
            *letter = '-';
}

/* For the run in a shared folder, each rank by itself, or as a rank of mpirun for that of
 * rank 0.                                                                     */
static go_status work(const net_improve_settings *s, const start_games *starts, comm *ranks,
                      go_error *err)
{
    const bool shows = comm_rank(ranks) == 0;
    char name[WORKER_NAME];
    shown v = {.s = s};
    if (!s->name)
        name_process(name);
    else if (comm_size(ranks) > 1)
        snprintf(name, sizeof name, "%s-%d", s->name, comm_rank(ranks));
    else
        snprintf(name, sizeof name, "%s", s->name);
    const worker_settings w = {.name = name,
                               .backend = s->s.play.backend,
                               .net_cache = s->s.play.net_cache,
                               .starts = starts,
                               .threads = cli_threads(s->s.threads),
                               .parallel = s->s.parallel,
                               .seconds = s->hours * 3600,
                               .on_game = shows ? on_worker_game : NULL,
                               .backend_failed = on_backend_failed,
                               .user = &v};
    const go_status status = s->worker ? worker_run(s->worker, &w, err)
                                       : improve_ranks_work(ranks, &w, err);
    end_bar(&v);
    return status;
}

static go_status improve(net_improve_settings *s, comm *ranks, go_error *err)
{
    shown v = {.s = s};
    const improve_listener listener = {on_playing, on_learning,       on_dueling,
                                       on_played,  on_dueled,         on_gated,
                                       on_tidied,  on_backend_failed, &v};
    s->s.play.sizes = s->sizes;
    s->s.play.seed = s->seed;
    s->s.play.max_moves = s->max_moves;
    s->s.threads = cli_threads(s->s.threads);
    s->s.seconds = s->hours * 3600;
    s->s.learn.threads = s->s.threads;
    s->s.learn.backend = s->s.play.backend;
    s->s.gate.test.alpha = s->s.gate.test.beta = 0.05;
    s->s.learn.window = s->window;
    s->s.learn.seed = (uint64_t)s->seed;
    s->s.learn.goes_on = s->s.from != NULL;
    go_status status = comm_size(ranks) > 1
                           ? improve_ranks_serve(ranks, s->folder, &s->s, &listener, err)
                           : improve_run(s->folder, &s->s, &listener, err);
    end_bar(&v);
    if (status == GO_OK)
        printf("%s/index.html shows how it went\n", s->folder);
    return status;
}

/* As a worker or as the one who learns.  A worker does not know the sizes yet. */
static go_status take_part(net_improve_settings *s, comm *ranks, go_error *err)
{
    const bool works = s->worker || comm_rank(ranks) != 0;
    start_games *starts;
    GO_TRY(start_games_read(&starts, &s->starts, works ? NULL : &s->sizes, err));
    s->s.starts = starts;
    const go_status status = works ? work(s, starts, ranks, err) : improve(s, ranks, err);
    start_games_free(starts);
    return status;
}

static int run_net_improve(int argc, char **argv)
{
    net_improve_settings s = {0};
    int n_inputs, code;
    go_error err;
    if (!cli_begin(&cli_net_improve, argc, argv, &s, &n_inputs, &code))
        return code;
    if (!s.folder && !s.worker)
        return cli_misuse("no folder for the run; name one with -o DIR");
    if (s.status)
        return show_status(s.folder ? s.folder : s.worker, &err) == GO_OK ? EXIT_OK : cli_fail(&err);
    if ((s.worker ? check_worker(&s.given, &err) : check_named(&s, &err)) != GO_OK ||
        start_games_named(&s.starts, &s.given, &err) != GO_OK)
        return cli_fail(&err);
    comm *ranks;
    if (comm_create(&ranks, &err) != GO_OK)
        return cli_fail(&err);
    interrupt_catch();
    const bool leads = comm_rank(ranks) == 0;
    const go_status status = take_part(&s, ranks, &err);
    code = status == GO_OK ? EXIT_OK : EXIT_FAILED;
    if (status == GO_EINTR && leads)
        fprintf(stderr, "katachi: interrupted; run the same command to continue\n");
    else if (status != GO_OK && status != GO_EINTR)
        code = cli_fail(&err);
    if (comm_lost(ranks))
        comm_abort(ranks, code);
    comm_destroy(ranks);
    return code;
}

const cli_command cli_net_improve = {
    .spec = {.name = "improve",
             .sentence = "improves a network by self-play",
             .groups = net_improve_groups,
             .given = AT(given),
             .description =
                 "Plays games of a network against itself, learns from them, measures the new "
                 "network against the old one, and repeats this until it is stopped. The folder "
                 "contains the networks, the games, ratings and a report page; the same command "
                 "continues after an interruption, a crash or a full disk. See doc/selfplay.md.",
             .examples = "katachi net improve --from own --size 9 --hours 10 -o run\n"
                         "katachi net improve --shape b2c32 --size 5 --games 200 -o run5\n"
                         "katachi net improve --worker /shared/run\n"
                         "mpirun -n 8 katachi net improve --from own --size 9 -o run\n"
                         "katachi net improve --status -o run"},
    .run = run_net_improve,
};
