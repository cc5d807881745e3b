#include "selfplay/state/history.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/io/append_file.h"
#include "match/rating/rating.h"

static const char steps_name[] = "history.tsv", duels_name[] = "duels.tsv",
                  gates_name[] = "gate.tsv";

/* ---- lines ---- */

/* A damaged line may have any number: one of 64 bits, one that counts generations or games. */
static const double LARGE = 0x1p53, SMALL = INT_MAX;

/* How many numbers the line has, of at most n; -1: something else is in it, or one beyond `most`. */
static int read_numbers(const char *line, double most, double *out, int n)
{
    char *end;
    for (int i = 0; i < n; i++, line = end) {
        out[i] = strtod(line, &end);
        if (end == line)
            return line[strspn(line, " \t\r\n")] == '\0' ? i : -1;
        if (!(fabs(out[i]) <= most))
            return -1;
    }
    return line[strspn(line, " \t\r\n")] == '\0' ? n : -1;
}

/* Lines of older versions end after the number of games that would have been resigned. */
static bool parse_step(const char *line, run_step *s)
{
    double x[17] = {[14] = -1};
    const int n = read_numbers(line, LARGE, x, 17);
    const int counts[] = {0, 1, 2, 3, 7, 8, 13, 15, 16}; /* of which none is negative */
    if ((n != 14 && n != 17) || x[0] > SMALL || x[15] > SMALL || x[16] > SMALL)
        return false;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (x[counts[i]] < 0)
            return false;
    *s = (run_step){.generation = (int)x[0], .games = (int64_t)x[1], .moves = (int64_t)x[2],
                    .recorded = (int64_t)x[3], .black_wins = x[4], .resigned = x[5],
                    .wrong = x[6], .rows = (int64_t)x[7], .window = (int64_t)x[8],
                    .policy = x[9], .value = x[10], .seconds = x[11], .evaluations = x[12],
                    .would = (int64_t)x[13], .threshold = x[14], .visits = (int)x[15],
                    .net = n == 17 ? (int)x[16] : (int)x[0]};
    return true;
}

/* Owned by the caller; NULL: out of memory. */
static char *line_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

static char *line_of(const char *format, ...)
{
    char *line;
    va_list args;
    va_start(args, format);
    const int n = vasprintf(&line, format, args);
    va_end(args);
    return n < 0 ? NULL : line;
}

static char *line_of_step(const run_step *s)
{
    return line_of(
        "%d\t%lld\t%lld\t%lld\t%.4f\t%.4f\t%.4f\t%lld\t%lld\t%.5f\t%.5f\t%.1f\t%.1f\t%lld"
        "\t%.4f\t%d\t%d\n",
        s->generation, (long long)s->games, (long long)s->moves, (long long)s->recorded,
        s->black_wins, s->resigned, s->wrong, (long long)s->rows, (long long)s->window, s->policy,
        s->value, s->seconds, s->evaluations, (long long)s->would, s->threshold, s->visits, s->net);
}

/* Such as a match can end, of as many games as options allow: ratings take memory for each. */
static bool can_be(const duel_result *r)
{
    enum { MOST_GAMES = 1000000 };
    int64_t pairs = 0;
    bool counts = r->games <= MOST_GAMES && r->wins >= 0 && r->draws >= 0;
    for (int i = 0; i < 5; i++) {
        counts = counts && r->pairs[i] >= 0;
        pairs += r->pairs[i];
    }
    return counts && (int64_t)r->wins + r->draws <= r->games && 2 * pairs <= r->games;
}

/* Lines of older versions know nothing of pairs. */
static bool parse_duel(const char *line, run_duel *d)
{
    double x[10] = {0};
    const int n = read_numbers(line, SMALL, x, 10);
    if (n != 5 && n != 10)
        return false;
    *d = (run_duel){(int)x[0], (int)x[1], {(int)x[2], (int)x[3], (int)x[4], {0}}};
    for (int i = 0; i < 5; i++)
        d->result.pairs[i] = (int)x[5 + i];
    return d->first >= 0 && d->second >= RUN_ANCHOR && d->second != d->first && can_be(&d->result);
}

static char *line_of_duel(const run_duel *d)
{
    const duel_result *r = &d->result;
    return line_of("%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\n", d->first, d->second, r->games,
                   r->wins, r->draws, r->pairs[0], r->pairs[1], r->pairs[2], r->pairs[3],
                   r->pairs[4]);
}

static bool parse_gate(const char *line, run_gate *g)
{
    double x[6] = {0};
    if (read_numbers(line, SMALL, x, 6) != 6)
        return false;
    *g = (run_gate){(int)x[0], (int)x[1], (int)x[2], {(int)x[3], (int)x[4], (int)x[5], {0}}};
    return g->generation >= 0 && g->against >= 0 && can_be(&g->result);
}

static char *line_of_gate(const run_gate *g)
{
    return line_of("%d\t%d\t%d\t%d\t%d\t%d\n", g->generation, g->against, g->passed,
                   g->result.games, g->result.wins, g->result.draws);
}

/* ---- lists ---- */

/* Appends an item to *list [*n], which may move. */
static go_status append(void **list, int *n, const void *item, size_t size, go_error *err)
{
    void *more = realloc(*list, (size_t)(*n + 1) * size);
    if (!more)
        return go_fail(err, GO_ENOMEM, "out of memory for the history of a run");
    *list = more;
    memcpy((char *)more + (size_t)(*n)++ * size, item, size);
    return GO_OK;
}

/* A run that was killed before the next network was in place tells of a generation again. */
static go_status keep_step(run_history *h, const run_step *s, go_error *err)
{
    void *list = h->step;
    for (int i = 0; i < h->n_steps; i++)
        if (h->step[i].generation == s->generation) {
            h->step[i] = *s;
            return GO_OK;
        }
    const go_status status = append(&list, &h->n_steps, s, sizeof *s, err);
    h->step = list;
    return status;
}

static go_status keep_duel(run_history *h, const run_duel *d, go_error *err)
{
    void *list = h->duel;
    const go_status status = append(&list, &h->n_duels, d, sizeof *d, err);
    h->duel = list;
    return status;
}

static go_status keep_gate(run_history *h, const run_gate *g, go_error *err)
{
    void *list = h->gate;
    const go_status status = append(&list, &h->n_gates, g, sizeof *g, err);
    h->gate = list;
    return status;
}

void run_history_free(run_history *h)
{
    free(h->step);
    free(h->duel);
    free(h->gate);
    *h = (run_history){0};
}

/* ---- files ---- */

/* What a line is.  Where the newest networks of a run have been removed, what is told of them does
 * not hold for those that will have their numbers.                             */
typedef enum line_kind { LINE_DAMAGED, LINE_TAKEN, LINE_OUTDATED } line_kind;

static line_kind kind_of(bool known, int generation, int newest)
{
    return !known ? LINE_DAMAGED : generation > newest ? LINE_OUTDATED : LINE_TAKEN;
}

/* Keeps the line unless it tells of generations after the newest. */
typedef go_status take_line(run_history *h, const char *line, int newest, line_kind *kind,
                            go_error *err);

static go_status take_step(run_history *h, const char *line, int newest, line_kind *kind,
                           go_error *err)
{
    run_step s = {0};
    const bool known = parse_step(line, &s);
    *kind = kind_of(known, s.generation, newest);
    return *kind == LINE_TAKEN ? keep_step(h, &s, err) : GO_OK;
}

static go_status take_duel(run_history *h, const char *line, int newest, line_kind *kind,
                           go_error *err)
{
    run_duel d = {0};
    const bool known = parse_duel(line, &d);
    *kind = kind_of(known, d.first > d.second ? d.first : d.second, newest);
    return *kind == LINE_TAKEN ? keep_duel(h, &d, err) : GO_OK;
}

static go_status take_gate(run_history *h, const char *line, int newest, line_kind *kind,
                           go_error *err)
{
    run_gate g = {0};
    const bool known = parse_gate(line, &g);
    *kind = kind_of(known, g.generation, newest);
    return *kind == LINE_TAKEN ? keep_gate(h, &g, err) : GO_OK;
}

/* Makes the line that begins there a remark: when its number comes again, it would hold anew. */
static bool make_remark(FILE *file, long at)
{
    return pwrite(fileno(file), "#", 1, at) == 1;
}

/* Lines that begin with # are remarks.  If this process may write the file, outdated lines become
 * remarks and its end is cut off after its last whole line.                    */
static go_status read_lines(run_history *h, const run_folder *f, const char *name, take_line *take,
                            go_error *err)
{
    char path[RUN_PATH], *line = NULL;
    size_t room = 0;
    long whole = 0;
    ssize_t got = 0;
    go_status status = GO_OK;
    FILE *in = fopen(run_folder_file(f, name, path), f->lock >= 0 ? "r+" : "r");
    if (!in)
        return errno == ENOENT ? GO_OK
                               : go_fail(err, GO_EIO, "%s: cannot read: %s", path, strerror(errno));
    for (int number = 1; status == GO_OK && (got = getline(&line, &room, in)) > 0;
         number++) {
        line_kind kind = LINE_TAKEN;
        const long start = whole;
        if (line[got - 1] != '\n')
            break;
        whole = ftell(in);
        if (line[0] == '#')
            continue;
        if (strlen(line) == (size_t)got)
            status = take(h, line, f->newest, &kind, err);
        else /* zeros, as a power failure leaves them */
            kind = LINE_DAMAGED;
        if (status == GO_OK && kind == LINE_DAMAGED)
            status = go_fail(err, GO_EFORMAT, "%s: line %d is damaged; remove it to continue", path,
                             number);
        if (kind == LINE_OUTDATED && f->lock >= 0 && !make_remark(in, start))
            status = go_fail(err, GO_EIO, "%s: cannot write: %s", path, strerror(errno));
    }
    if (status == GO_OK && got <= 0 && !feof(in)) /* what follows must not be cut off */
        status = go_fail(err, GO_EIO, "%s: cannot read: %s", path, strerror(errno));
    free(line);
    fclose(in);
    if (status == GO_OK && f->lock >= 0 && truncate(path, whole) != 0)
        status = go_fail(err, GO_EIO, "%s: cannot write: %s", path, strerror(errno));
    return status;
}

go_status run_history_read(run_history *h, const run_folder *f, go_error *err)
{
    *h = (run_history){0};
    GO_TRY(read_lines(h, f, steps_name, take_step, err));
    GO_TRY(read_lines(h, f, duels_name, take_duel, err));
    return read_lines(h, f, gates_name, take_gate, err);
}

/* Adds a line to a file, which begins with a remark.  `line`: NULL if memory ran out; freed. */
static go_status add_line(const run_folder *f, const char *name, const char *remark, char *line,
                          go_error *err)
{
    char path[RUN_PATH], *text = NULL;
    append_file *file = NULL;
    go_status status = append_file_open(&file, run_folder_file(f, name, path), err);
    if (status == GO_OK && line)
        text = line_of("%s%s", append_file_length(file) ? "" : remark, line);
    if (status == GO_OK && !text)
        status = go_fail(err, GO_ENOMEM, "out of memory for a line of %s", name);
    if (status == GO_OK)
        status = append_file_add(file, text, strlen(text), err);
    if (status == GO_OK)
        status = append_file_sync(file, err);
    append_file_close(file);
    free(text);
    free(line);
    return status;
}

go_status run_history_add_step(run_history *h, const run_folder *f, const run_step *step,
                               go_error *err)
{
    GO_TRY(add_line(f, steps_name,
                    "# generation games moves recorded black_wins resigned wrong_resignations rows "
                    "window policy value seconds evaluations would_have_resigned resign_threshold "
                    "visits net\n",
                    line_of_step(step), err));
    return keep_step(h, step, err);
}

go_status run_history_add_duel(run_history *h, const run_folder *f, const run_duel *duel,
                               go_error *err)
{
    GO_TRY(add_line(f, duels_name,
                    "# first second games wins_of_first draws pairs_0 pairs_half pairs_1 "
                    "pairs_3_halves pairs_2; -1: the classic engine\n",
                    line_of_duel(duel), err));
    return keep_duel(h, duel, err);
}

go_status run_history_add_gate(run_history *h, const run_folder *f, const run_gate *gate,
                               go_error *err)
{
    GO_TRY(add_line(f, gates_name, "# generation against passed games wins draws\n",
                    line_of_gate(gate), err));
    return keep_gate(h, gate, err);
}

/* ---- questions ---- */

const run_step *run_history_step(const run_history *h, int generation)
{
    for (int i = h->n_steps - 1; i >= 0; i--)
        if (h->step[i].generation == generation)
            return &h->step[i];
    return NULL;
}

void duel_result_add(duel_result *sum, const duel_result *part)
{
    sum->games += part->games;
    sum->wins += part->wins;
    sum->draws += part->draws;
    for (int i = 0; i < 5; i++)
        sum->pairs[i] += part->pairs[i];
}

const run_gate *run_history_gate(const run_history *h, int generation)
{
    for (int i = h->n_gates - 1; i >= 0; i--)
        if (h->gate[i].generation == generation)
            return &h->gate[i];
    return NULL;
}

duel_result run_history_duel(const run_history *h, int first, int second)
{
    duel_result sum = {0};
    for (int i = 0; i < h->n_duels; i++) {
        const run_duel *d = &h->duel[i];
        if (d->first == first && d->second == second)
            duel_result_add(&sum, &d->result);
    }
    return sum;
}

int run_history_best(const run_history *h, int newest)
{
    int best = newest;
    for (const run_gate *g; best > 0 && (g = run_history_gate(h, best)) && !g->passed;)
        best--;
    return best;
}

/* The games of all duels: the anchor is player newest + 1. */
static int64_t list_games(const run_history *h, int newest, rated_game *out)
{
    int64_t n = 0;
    for (int i = 0; i < h->n_duels; i++) {
        const run_duel *d = &h->duel[i];
        const int first = d->first < 0 ? newest + 1 : d->first;
        const int second = d->second < 0 ? newest + 1 : d->second;
        if (d->first > newest || d->second > newest)
            continue;
        for (int k = 0; k < d->result.games; k++) {
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
        status = ratings_fit(games, n, newest + 2, 0, all, &first_move, err);
    }
    for (int i = 0; i <= newest && status == GO_OK; i++) {
        elo[i] = all[i].elo;
        low[i] = all[i].low;
        high[i] = all[i].high;
    }
    *anchor = (double)NAN;
    for (int i = 0; i < h->n_duels && status == GO_OK; i++)
        if (h->duel[i].second == RUN_ANCHOR)
            *anchor = all[newest + 1].elo;
    free(games);
    free(all);
    return status;
}
