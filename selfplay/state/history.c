#include "selfplay/state/history.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "match/rating/rating.h"

static const char steps_name[] = "history.tsv", duels_name[] = "duels.tsv";

/* ---- lines ---- */

/* Are there just n numbers in the line? */
static bool read_numbers(const char *line, double *out, int n)
{
    char *end;
    for (int i = 0; i < n; i++, line = end) {
        out[i] = strtod(line, &end);
        if (end == line || !isfinite(out[i]))
            return false;
    }
    return line[strspn(line, " \t\r\n")] == '\0';
}

static bool parse_step(const char *line, run_step *s)
{
    double x[14];
    if (!read_numbers(line, x, 14))
        return false;
    *s = (run_step){.generation = (int)x[0], .games = (int64_t)x[1], .moves = (int64_t)x[2],
                    .recorded = (int64_t)x[3], .black_wins = x[4], .resigned = x[5],
                    .wrong = x[6], .rows = (int64_t)x[7], .window = (int64_t)x[8],
                    .policy = x[9], .value = x[10], .seconds = x[11], .evaluations = x[12],
                    .would = (int64_t)x[13]};
    return true;
}

static void print_step(FILE *out, const run_step *s)
{
    fprintf(out, "%d\t%lld\t%lld\t%lld\t%.4f\t%.4f\t%.4f\t%lld\t%lld\t%.5f\t%.5f\t%.1f\t%.1f\t%lld\n",
            s->generation, (long long)s->games, (long long)s->moves, (long long)s->recorded,
            s->black_wins, s->resigned, s->wrong, (long long)s->rows, (long long)s->window,
            s->policy, s->value, s->seconds, s->evaluations, (long long)s->would);
}

static bool parse_duel(const char *line, run_duel *d)
{
    double x[5];
    if (!read_numbers(line, x, 5))
        return false;
    *d = (run_duel){(int)x[0], (int)x[1], {(int)x[2], (int)x[3], (int)x[4]}};
    return true;
}

static void print_duel(FILE *out, const run_duel *d)
{
    fprintf(out, "%d\t%d\t%d\t%d\t%d\n", d->first, d->second, d->result.games, d->result.wins,
            d->result.draws);
}

/* ---- lists ---- */

static bool append(void **list, int *n, const void *item, size_t size)
{
    void *more = realloc(*list, (size_t)(*n + 1) * size);
    if (!more)
        return false;
    *list = more;
    memcpy((char *)more + (size_t)(*n)++ * size, item, size);
    return true;
}

static go_status keep_step(run_history *h, const run_step *s, go_error *err)
{
    void *list = h->step;
    const bool done = append(&list, &h->n_steps, s, sizeof *s);
    h->step = list;
    return done ? GO_OK : go_fail(err, GO_ENOMEM, "out of memory for the history of a run");
}

static go_status keep_duel(run_history *h, const run_duel *d, go_error *err)
{
    void *list = h->duel;
    const bool done = append(&list, &h->n_duels, d, sizeof *d);
    h->duel = list;
    return done ? GO_OK : go_fail(err, GO_ENOMEM, "out of memory for the history of a run");
}

void run_history_free(run_history *h)
{
    free(h->step);
    free(h->duel);
    *h = (run_history){0};
}

/* ---- files ---- */

typedef go_status take_line(run_history *h, const char *line, bool *known, go_error *err);

static go_status take_step(run_history *h, const char *line, bool *known, go_error *err)
{
    run_step s = {0};
    *known = parse_step(line, &s);
    return *known ? keep_step(h, &s, err) : GO_OK;
}

static go_status take_duel(run_history *h, const char *line, bool *known, go_error *err)
{
    run_duel d = {0};
    *known = parse_duel(line, &d);
    return *known ? keep_duel(h, &d, err) : GO_OK;
}

/* Lines that begin with # are remarks.  The end of the file is cut off after its last whole line,
 * if this process may write it.                                               */
static go_status read_lines(run_history *h, const run_folder *f, const char *name, take_line *take,
                            go_error *err)
{
    char path[RUN_PATH], *line = NULL;
    size_t room = 0;
    long whole = 0;
    bool known = true;
    go_status status = GO_OK;
    FILE *in = fopen(run_folder_file(f, name, path), "r");
    if (!in)
        return errno == ENOENT ? GO_OK
                               : go_fail(err, GO_EIO, "%s: cannot be read: %s", path,
                                         strerror(errno));
    for (int number = 1; status == GO_OK && getline(&line, &room, in) > 0; number++) {
        if (!strchr(line, '\n'))
            break;
        whole = ftell(in);
        if (line[0] == '#')
            continue;
        status = take(h, line, &known, err);
        if (status == GO_OK && !known)
            status = go_fail(err, GO_EFORMAT, "%s: line %d is not one of a run; remove it to go on",
                             path, number);
    }
    free(line);
    fclose(in);
    if (status == GO_OK && f->lock >= 0 && truncate(path, whole) != 0)
        status = go_fail(err, GO_EIO, "%s: cannot be written: %s", path, strerror(errno));
    return status;
}

go_status run_history_read(run_history *h, const run_folder *f, go_error *err)
{
    *h = (run_history){0};
    GO_TRY(read_lines(h, f, steps_name, take_step, err));
    return read_lines(h, f, duels_name, take_duel, err);
}

static go_status open_to_add(const run_folder *f, const char *name, const char *remark, FILE **out,
                             go_error *err)
{
    char path[RUN_PATH];
    *out = fopen(run_folder_file(f, name, path), "a");
    if (!*out)
        return go_fail(err, GO_EIO, "%s: cannot be written: %s", path, strerror(errno));
    if (ftell(*out) == 0)
        fprintf(*out, "# %s\n", remark);
    return GO_OK;
}

static go_status close_added(const run_folder *f, const char *name, FILE *out, go_error *err)
{
    char path[RUN_PATH];
    if (fclose(out) == 0)
        return GO_OK;
    return go_fail(err, GO_EIO, "%s: cannot be written: %s", run_folder_file(f, name, path),
                   strerror(errno));
}

go_status run_history_add_step(run_history *h, const run_folder *f, const run_step *step,
                               go_error *err)
{
    FILE *out;
    GO_TRY(open_to_add(f, steps_name, "generation games moves recorded black_wins resigned "
                       "wrong_resignations rows window policy value seconds evaluations "
                       "would_have_resigned", &out, err));
    print_step(out, step);
    GO_TRY(close_added(f, steps_name, out, err));
    return keep_step(h, step, err);
}

go_status run_history_add_duel(run_history *h, const run_folder *f, const run_duel *duel,
                               go_error *err)
{
    FILE *out;
    GO_TRY(open_to_add(f, duels_name, "first second games wins_of_first draws; -1: the classic "
                       "engine", &out, err));
    print_duel(out, duel);
    GO_TRY(close_added(f, duels_name, out, err));
    return keep_duel(h, duel, err);
}

/* ---- questions ---- */

const run_step *run_history_step(const run_history *h, int generation)
{
    for (int i = h->n_steps - 1; i >= 0; i--)
        if (h->step[i].generation == generation)
            return &h->step[i];
    return NULL;
}

const run_duel *run_history_duel(const run_history *h, int first, int second)
{
    for (int i = h->n_duels - 1; i >= 0; i--)
        if (h->duel[i].first == first && h->duel[i].second == second)
            return &h->duel[i];
    return NULL;
}

/* The games of all duels: the anchor is player newest + 1. */
static int64_t list_games(const run_history *h, int newest, rated_game *out)
{
    int64_t n = 0;
    for (int i = 0; i < h->n_duels; i++) {
        const run_duel *d = &h->duel[i];
        const int first = d->first < 0 ? newest + 1 : d->first;
        const int second = d->second < 0 ? newest + 1 : d->second;
        for (int k = 0; k < d->result.games && first <= newest + 1 && second <= newest + 1; k++) {
            const int points2 = k < d->result.wins ? 2 : k < d->result.wins + d->result.draws;
            const bool black = k % 2 == 0; /* half the games of each kind, as nearly as may be */
            if (out)
                out[n] = black ? (rated_game){first, second, points2}
                               : (rated_game){second, first, 2 - points2};
            n++;
        }
    }
    return n;
}

go_status run_history_rate(const run_history *h, int newest, double *elo, double *low,
                           double *high, double *anchor, go_error *err)
{
    const int64_t n = list_games(h, newest, NULL);
    rated_game *games = malloc((size_t)(n + 1) * sizeof *games);
    rating *all = calloc((size_t)newest + 2, sizeof *all), first_move;
    go_status status = games && all
                           ? GO_OK
                           : go_fail(err, GO_ENOMEM, "out of memory for the ratings of a run");
    if (status == GO_OK) {
        list_games(h, newest, games);
        status = ratings_fit(games, n, newest + 2, all, &first_move, err);
    }
    for (int i = 0; i <= newest && status == GO_OK; i++) {
        elo[i] = all[i].elo - all[0].elo;
        low[i] = all[i].low - all[0].elo;
        high[i] = all[i].high - all[0].elo;
    }
    *anchor = (double)NAN;
    for (int i = 0; i < h->n_duels && status == GO_OK; i++)
        if (h->duel[i].second == RUN_ANCHOR)
            *anchor = all[newest + 1].elo - all[0].elo;
    free(games);
    free(all);
    return status;
}
