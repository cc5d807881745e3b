/* cmd_compare.c -- `katachi compare`: is a network worth its time?  A match of the search
 * with the network against the search with playouts or with another network, at the same time
 * per move.                                                                    */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/plural.h"
#include "cli/commands.h"
#include "cli/match/match_setup.h"
#include "cli/match/match_show.h"
#include "match/client/spec.h"
#include "nn/formats/model_read.h"
#include "nn/formats/own_net.h"

enum { SPEC_MAX = 1500, NETS = 2, FOLDER_MAX = 200 };

typedef struct net_names {
    int n;
    char name[NETS][DATA_FILE_PATH];
} net_names;

typedef struct compare_settings {
    net_names nets;
    const char *set;
    double seconds;
    int threads;
    match_options match;
    char folder[FOLDER_MAX]; /* where none is named */
    char announce[FOLDER_MAX + 200];
} compare_settings;

static go_status add_net(const char *text, void *field, go_error *err)
{
    net_names *nets = field;
    if (nets->n == NETS)
        return go_fail(err, GO_EINVAL, "at most two networks");
    if (strlen(text) >= sizeof nets->name[0])
        return go_fail(err, GO_EINVAL, "a name of at most %zu characters",
                       sizeof nets->name[0] - 1);
    snprintf(nets->name[nets->n++], sizeof nets->name[0], "%s", text); /* which need not stay */
    return GO_OK;
}

#define AT(field) offsetof(compare_settings, field)

static const option compare_options[] = {
    OPT_CUSTOM("net", 0, "FILE", NULL, AT(nets), add_net,
               "the network; twice: two networks against each other; default: own, the installed "
               "one for the board size",
               .word = nn_net_word),
    OPT_INT("size", 0, "N", "0", 0, BOARD_MAX_SIZE, AT(match.size),
            "size of the board; 0: the size the networks were made for, or else 9"),
    OPT_SECONDS("time", 't', "TIME", "0.2", 0.001, 3600, AT(seconds),
                "time per move for each side"),
    OPT_INT("games", 'n', "N", "40", 1, 1e7, AT(match.games),
            "games in the whole match, preferably an even number; a larger N continues a shorter "
            "match"),
    OPTION_THREADS(compare_settings, threads),
    OPT_TEXT("set", 0, "KEY=VALUE,...", NULL, AT(set),
             "further settings of the search with a network, such as evaluator=mixed,lambda=0.5"),
    {0}};
static const option_group compare_groups[] = {
    {NULL, compare_options, 0},
    {"Rules and openings", match_opening_options, AT(match)},
    {"Playing", match_run_settings, AT(match)},
    {0}};

/* ---- the networks ---- */

/* The size that one of the networks was made for, or has in its name, if none is asked for.  "own"
 * has one of its own for each size, so it does not decide.                     */
static go_status choose_size(compare_settings *s, go_error *err)
{
    for (int i = 0; i < s->nets.n && s->match.size == 0; i++) {
        nn_model *m;
        char path[DATA_FILE_PATH];
        s->match.size = nn_net_named_size(s->nets.name[i]);
        if (nn_net_is_own(s->nets.name[i]) || s->match.size)
            continue;
        GO_TRY(nn_net_find(s->nets.name[i], 0, path, err));
        GO_TRY(nn_model_read(&m, path, err));
        s->match.size = m->board_size;
        nn_model_destroy(m);
    }
    if (s->match.size == 0)
        s->match.size = 9;
    return GO_OK;
}

/* Reads each network once, so that a damaged one is reported before the match. */
static go_status check_networks(const compare_settings *s, go_error *err)
{
    const int size = s->match.size;
    for (int i = 0; i < s->nets.n; i++) {
        nn_model *m;
        char path[DATA_FILE_PATH];
        if (strchr(s->nets.name[i], ','))
            return go_fail(err, GO_EINVAL, "--net: the file name must not contain a comma");
        GO_TRY(nn_net_find(s->nets.name[i], size, path, err));
        GO_TRY(nn_model_read(&m, path, err));
        int made_for = m->board_size;
        nn_model_destroy(m);
        if (made_for && made_for != size)
            return go_fail(err, GO_EINVAL, "%s was made for %dx%d, so --size cannot be %d",
                           s->nets.name[i], made_for, made_for, size);
    }
    return GO_OK;
}

/* One network may have several names, such as own and own-9x9. */
static go_status check_different(const compare_settings *s, go_error *err)
{
    struct stat file[NETS];
    if (s->nets.n < NETS)
        return GO_OK;
    for (int i = 0; i < NETS; i++) {
        char path[DATA_FILE_PATH];
        GO_TRY(nn_net_find(s->nets.name[i], s->match.size, path, err));
        if (stat(path, &file[i]) != 0)
            return GO_OK; /* it was read a moment ago, and will be missed when it plays */
    }
    if (file[0].st_dev != file[1].st_dev || file[0].st_ino != file[1].st_ino)
        return GO_OK;
    const char *const a = s->nets.name[0], *const b = s->nets.name[1];
    const bool other = strcmp(a, b) != 0;
    return go_fail(err, GO_EINVAL,
                   "--net: both networks are %s%s%s; name two different ones, or "
                   "one to compare it with playouts",
                   a, other ? ", also called " : "", other ? b : "");
}

/* The fingerprints of the networks by themselves, from those of all files: matches that were begun
 * when only these were noted are continued only with the same networks, too.    */
static go_status note_networks(match_setup *setup, json_t *settings, void *user, go_error *err)
{
    const compare_settings *s = user;
    json_t *sums = json_array(), *one;
    size_t k;
    (void)setup;
    (void)err;
    for (int i = 0; i < s->nets.n; i++)
        json_array_foreach(json_object_get(settings, "files"), k, one)
        {
            const char *file = json_string_value(json_object_get(one, "file"));
            if (file && strcmp(file, s->nets.name[i]) == 0) {
                json_array_append(sums, json_object_get(one, "fingerprint"));
                break;
            }
        }
    json_object_set_new(settings, "networks", sums);
    return GO_OK;
}

/* ---- the two players ---- */

static void player_name(const compare_settings *s, int i, char out[40])
{
    if (i < s->nets.n)
        nn_file_stem(s->nets.name[i], out, 40);
    else
        snprintf(out, 40, "playouts");
}

static go_status write_specs(const compare_settings *s, char spec[2][SPEC_MAX], go_error *err)
{
    for (int i = 0; i < 2; i++) {
        char name[40];
        const bool net = i < s->nets.n, set = net && s->set;
        player_name(s, i, name);
        int n = snprintf(spec[i], SPEC_MAX, "katachi:name=%s,%s%s%smove-time=%g,threads=%d%s%s",
                         name, net ? "net=" : "", net ? s->nets.name[i] : "", net ? "," : "",
                         s->seconds, s->threads, set ? "," : "", set ? s->set : "");
        if (n >= SPEC_MAX)
            return go_fail(err, GO_EINVAL, "--net and --set are too long");
    }
    return GO_OK;
}

/* The folder of a comparison that names none: one for each pair, size, time and further settings,
 * whose '/' and the like become '-'.                                          */
static void name_folder(compare_settings *s)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_=";
    char a[40], b[40], threads[16] = "";
    if (s->match.folder)
        return;
    player_name(s, 0, a);
    player_name(s, 1, b);
    if (s->threads > 0)
        snprintf(threads, sizeof threads, "-j%d", s->threads);
    int n = snprintf(s->folder, sizeof s->folder, "compare-%s-%s-%dx%d-%gs%s", a, b, s->match.size,
                     s->match.size, s->seconds, threads);
    if (s->set)
        snprintf(s->folder + n, sizeof s->folder - (size_t)n, "-%s", s->set);
    for (char *at = s->folder + n; *(at += strspn(at, plain));)
        *at = '-';
    s->match.folder = s->folder;
    snprintf(s->announce, sizeof s->announce,
             "%d game%s of %s against %s on %dx%d, %g s a move, saved in %s", s->match.games,
             plural_s(s->match.games), a, b, s->match.size, s->match.size, s->seconds, s->folder);
}

/* ---- the answer ---- */

static void print_how_to_play(const compare_settings *s, const char *name, const char *net)
{
    const char *keys = s->set ? s->set : "";
    spec_pair one;
    printf("To play with %s: katachi gtp", name);
    match_print_option("net", net);
    while (spec_next_pair(&keys, &one))
        match_print_option(one.key, one.value);
    fputs("\n\n", stdout);
}

/* What the interval means, and what to do next. */
static void explain(const compare_settings *s, const match_summary *m)
{
    const interval score = m->score_range;
    const bool open = m->elo_range.low <= 0 && m->elo_range.high >= 0;
    const char *best = m->elo_range.low > 0 ? s->nets.name[0]
                       : s->nets.n == 2     ? s->nets.name[1]
                                            : NULL;
    const int64_t games = m->tally.games > s->match.games ? m->tally.games : s->match.games;
    char a[40], b[40];
    player_name(s, 0, a);
    player_name(s, 1, b);
    printf("%s won %.0f %% of these games; in many more it would win between %.0f and %.0f %%, "
           "with 95 %% certainty.\n", a, 100 * m->score, 100 * score.low, 100 * score.high);
    if (open)
        printf("Four times as many games halve this interval: the same command with --games %lld "
               "plays on.\n\n", 4 * (long long)games);
    else if (best)
        print_how_to_play(s, best == s->nets.name[0] ? a : b, best);
    else
        printf("To play with %s: katachi gtp, without --net.\n\n", b);
}

static int show_text(const match_summary *m, const void *user)
{
    const compare_settings *s = user;
    char elo[16], range[40], answer[100];
    interval e = m->elo_range;
    const player *p = m->plan->players;
    if (e.low > 0 || e.high < 0)
        snprintf(answer, sizeof answer, "the stronger one is %s", p[e.high < 0].name);
    else
        snprintf(answer, sizeof answer, "which is stronger is still open");
    const bool finite = isfinite(m->elo); /* else all games were won, or all were lost */
    printf("On %dx%d, %g s a move, %s against %s: %s%s (95 %%: %s%s) in %lld game%s; %s.\n",
           m->plan->conditions.size, m->plan->conditions.size, s->seconds, p[0].name, p[1].name,
           finite ? "Elo " : "", stats_elo_text(m->elo, elo), stats_elo_range(e.low, e.high, range),
           finite ? "" : " Elo", (long long)m->tally.games, plural_s(m->tally.games), answer);
    explain(s, m);
    return match_show_text(m);
}

static int show_result(const match_setup *setup, void *user)
{
    const compare_settings *s = user;
    return match_setup_show(setup, show_text, s, s->match.json);
}

static int run_compare(int argc, char **argv)
{
    /* not options of a comparison: no clock, and the players are the referees */
    compare_settings s = {.match = {.time = "none", .referee = "both"}};
    char spec[2][SPEC_MAX];
    int n_inputs, code;
    go_error err;
    if (!cli_begin(&cli_compare, argc, argv, &s, &n_inputs, &code))
        return code;
    if (s.nets.n == 0)
        s.nets = (net_names){1, {"own", ""}};
    if (s.match.size == 1)
        return cli_misuse("--size expects a board size from 2 to 25, or 0");
    if (choose_size(&s, &err) != GO_OK || check_networks(&s, &err) != GO_OK ||
        check_different(&s, &err) != GO_OK || write_specs(&s, spec, &err) != GO_OK)
        return cli_fail(&err);
    name_folder(&s);
    const char *specs[] = {spec[0], spec[1]};
    return match_setup_run(&(match_job){.options = &s.match, .specs = specs, .n_specs = 2,
                                        .announce = s.announce, .prepare = note_networks,
                                        .show = show_result, .user = &s});
}

const cli_command cli_compare = {
    .spec =
        {.name = "compare",
         .sentence = "measures how much stronger a network is than playouts, or than another "
                     "network",
         .groups = compare_groups,
         .description =
             "Plays a match of Katachi with a network against Katachi with playouts, or against "
             "Katachi with another network, at the same time per move, and prints the difference "
             "in Elo with its 95 % interval. Without --net it takes the network installed with "
             "katachi for this size of board. A network that has learned from games only, such as "
             "own-19x19 or one of 'katachi net train', plays combined with playouts, others, such "
             "as own-9x9, alone, as in 'katachi gtp'; --set evaluator=network or mixed chooses. "
             "Games, results and a report, index.html, go into the folder DIR, by default one "
             "named after the players and settings; the same command continues an interrupted "
             "comparison. The defaults take about five minutes on 9x9; longer times per move and "
             "more games give a more reliable answer.",
         .examples = "katachi compare\n"
                     "katachi compare --net net.bin.gz --size 19 --time 5 --games 40 -o out\n"
                     "katachi compare --net own --net my.bin.gz"},
    .run = run_compare,
};
