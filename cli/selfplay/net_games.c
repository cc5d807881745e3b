#include "cli/selfplay/net_games.h"

#include <math.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/plural.h"
#include "base/progress.h"
#include "base/text_json.h"
#include "cli/cli.h"
#include "nn/formats/model_read.h"
#include "nn/formats/own_net.h"
#include "selfplay/calibrate.h"
#include "selfplay/run.h"
#include "selfplay/start_stones.h"

/* ---- progress ---- */

typedef struct shown {
    const net_games_settings *s;
    int64_t before; /* games that the folder had */
    progress *bar;  /* NULL before the network has been read, and with --quiet */
} shown;

static void show_game(void *user, const played_folder *folder)
{
    const shown *v = user;
    const played_tally *t = played_folder_tally(folder);
    progress_set(v->bar, t->games);
    progress_note(v->bar, "%.0f moves a game", (double)t->moves / (double)t->games);
}

static void start_bar(shown *v)
{
    const int64_t games = v->s->games > v->before ? v->s->games : v->before;
    v->bar = progress_start(stderr, "playing", "games", games);
    progress_skip(v->bar, v->before);
}

/* The first notice comes before the first game, others after the last. */
static void show_notice(void *user, const char *notice, bool failed)
{
    shown *v = user;
    const bool begins = !v->bar && !v->s->quiet;
    progress_end(v->bar);
    v->bar = NULL;
    if (failed || !v->s->quiet)
        fprintf(stderr, "katachi: %s\n", notice);
    if (begins)
        start_bar(v);
}

/* ---- the summary ---- */

static double share(int64_t part, int64_t all) { return all ? (double)part / (double)all : 0; }

static double rate_of(int64_t n, const selfplay_done *d)
{
    return d->seconds > 0 ? (double)n / d->seconds : 0;
}

static json_t *ends_of(const played_tally *t)
{
    json_t *ends = json_object();
    for (int i = 0; i < PLAYED_ENDS; i++)
        json_object_set_new(ends, played_end_word((played_end)i), json_integer(t->ends[i]));
    return ends;
}

static int print_json(const net_games_settings *s, const played_tally *t, const selfplay_done *d,
                      double threshold)
{
    return cli_print_json(json_pack(
        "{s:o, s:I, s:I, s:f, s:I, s:I, s:I, s:o, s:I, s:I, s:I, s:f, s:{s:I, s:f, s:I, s:I}}",
        "folder", text_json(s->folder), "games", (json_int_t)t->games, "moves", (json_int_t)t->moves,
        "mean_length", share(t->moves, t->games), "recorded", (json_int_t)t->recorded,
        "black_wins", (json_int_t)t->black_wins, "draws", (json_int_t)t->draws, "ends", ends_of(t),
        "played_out", (json_int_t)t->played_out, "would_have_resigned", (json_int_t)t->would,
        "wrong_resignations", (json_int_t)t->wrong, "threshold_for_5_percent", threshold,
        "run", "games", (json_int_t)d->games, "seconds", d->seconds, "moves",
        (json_int_t)d->moves, "evaluations", (json_int_t)d->evaluations));
}

static void print_resignations(const played_tally *t, double threshold)
{
    double wrong = played_tally_wrong(t);
    printf("%lld game%s played out without resignation", (long long)t->played_out,
           t->played_out == 1 ? " was" : "s were");
    if (wrong < 0) {
        printf("; nobody would have resigned in them\n");
        return;
    }
    printf("; of %lld in which a side would have resigned, it won %lld (%.1f %%)\n",
           (long long)t->would, (long long)t->wrong, 100 * wrong);
    if (threshold > 0)
        printf("a --resign-threshold of %.2f would have kept these below 5 %%\n", threshold);
    else if (threshold == 0)
        printf("no --resign-threshold from 0.01 on would have kept these below 5 %%\n");
}

static int print_text(const net_games_settings *s, const played_tally *t, const selfplay_done *d,
                      double threshold)
{
    printf("%s: %lld game%s, %lld move%s, %lld of them with a target\n", s->folder,
           (long long)t->games, plural_s(t->games), (long long)t->moves, plural_s(t->moves),
           (long long)t->recorded);
    if (t->games == 0)
        return EXIT_OK;
    printf("%.1f moves a game (%d to %d); black scored %.1f %%, draws %.1f %%\n",
           share(t->moves, t->games), t->shortest, t->longest, 100 * played_tally_black(t),
           100 * share(t->draws, t->games));
    printf("ended by");
    for (int i = 0; i < PLAYED_ENDS; i++)
        printf("%s %s %.1f %%", i ? "," : "", played_end_word((played_end)i),
               100 * share(t->ends[i], t->games));
    printf("\n");
    print_resignations(t, threshold);
    if (d->games)
        printf("%lld new game%s in %.1f s: %.1f games, %.1f moves and %.1f evaluations a second\n",
               (long long)d->games, plural_s(d->games), d->seconds, rate_of(d->games, d),
               rate_of(d->moves, d), rate_of(d->evaluations, d));
    return EXIT_OK;
}

/* ---- the run ---- */

static go_status play(const net_games_settings *s, const start_games *starts,
                      played_folder *folder, selfplay_done *done, go_error *err)
{
    selfplay_settings how = s->play;
    selfplay_run run = {.games = s->games, .games_at_once = s->parallel, .starts = starts};
    shown v = {.s = s, .before = played_folder_tally(folder)->games};
    GO_TRY(selfplay_run_resolve(&how, &run, cli_threads(s->threads), err));
    run.on_game = show_game;
    run.on_notice = show_notice;
    run.user = &v;
    go_status status = selfplay_run_games(&how, &run, folder, done, err);
    progress_end(v.bar);
    return status;
}

static go_status check_network(const selfplay_settings *s, const nn_model *m, const char *path,
                               int size, go_error *err)
{
    GO_TRY(nn_model_plays(m, size, err));
    const char *wish = s->handicap > 0 ? "handicap" : s->even > 0 ? "even" : NULL;
    if (wish && !m->globals)
        return go_fail(err, GO_EINVAL,
                       "--%s: the network %s does not know of komi, so none can make a game even; "
                       "use a network in KataGo's format",
                       wish, path);
    return GO_OK;
}

/* Before the folder is made. */
static go_status check_networks(const selfplay_settings *s, go_error *err)
{
    char path[DATA_FILE_PATH], before[DATA_FILE_PATH] = "";
    nn_model *m = NULL;
    go_status status = GO_OK;
    for (int i = 0; i < s->sizes.n && status == GO_OK; i++) {
        status = nn_net_find(s->net, s->sizes.size[i], path, err);
        if (status == GO_OK && strcmp(path, before) != 0) {
            nn_model_destroy(m);
            m = NULL;
            status = nn_model_read(&m, path, err);
            snprintf(before, sizeof before, "%s", path);
        }
        if (status == GO_OK && m)
            status = check_network(s, m, path, s->sizes.size[i], err);
    }
    nn_model_destroy(m);
    return status;
}

/* Before the folder is made: whether it can play at all, and from what. */
static go_status prepare(const net_games_settings *s, start_games **starts, go_error *err)
{
    GO_TRY(selfplay_settings_check(&s->play, err));
    GO_TRY(start_stones_check(&s->play, err));
    GO_TRY(check_networks(&s->play, err));
    return start_games_read(starts, &s->starts, &s->play.sizes, err);
}

/* Also what the whole folder says of resignations. */
static go_status play_and_close(const net_games_settings *s, const start_games *starts,
                                played_folder *folder, selfplay_done *done, played_tally *tally,
                                double *threshold, go_error *err)
{
    go_error late;
    resign_evidence evidence = {0};
    go_status status = play(s, starts, folder, done, err);
    *tally = *played_folder_tally(folder);
    if (status == GO_OK || status == GO_EINTR) { /* the error of an interrupt says no more */
        go_status read = resign_evidence_read(&evidence, played_folder_games(folder),
                                              s->play.resign_moves, err);
        status = read == GO_OK ? status : read;
    }
    *threshold = resign_threshold_for(&evidence, 0.05, CALIBRATE_STEPS);
    if (played_folder_close(folder, &late) != GO_OK && (status == GO_OK || status == GO_EINTR)) {
        status = late.status;
        *err = late;
    }
    return status;
}

int net_games_run(const net_games_settings *s)
{
    go_error err;
    played_folder *folder;
    start_games *starts = NULL;
    selfplay_done done = {0};
    played_tally tally;
    double threshold;
    if (prepare(s, &starts, &err) != GO_OK || played_folder_open(&folder, s->folder, &err) != GO_OK) {
        start_games_free(starts);
        return cli_fail(&err);
    }
    interrupt_catch();
    if (played_folder_mended(folder)[0])
        fprintf(stderr, "katachi: %s\n", played_folder_mended(folder));
    const go_status status =
        play_and_close(s, starts, folder, &done, &tally, &threshold, &err);
    start_games_free(starts);
    if (status == GO_EINTR)
        fprintf(stderr, "katachi: interrupted; run the same command to continue\n");
    else if (status != GO_OK)
        return cli_fail(&err);
    int code = s->json ? print_json(s, &tally, &done, threshold)
                       : print_text(s, &tally, &done, threshold);
    return status == GO_EINTR ? EXIT_FAILED : code;
}
