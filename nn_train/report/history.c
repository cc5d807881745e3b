#include "nn_train/report/history.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/io/atomic_file.h"

/* ---- adding ---- */

static double weighted(double a, double n, double b, double k)
{
    return n + k > 0 ? (a * n + b * k) / (n + k) : 0;
}

int64_t history_rows(const training_history *h, int i)
{
    return h->learned[i].rows - (i ? h->learned[i - 1].rows : 0);
}

/* *to stands for `rows` and comes before *next; together they are one point. */
static void join(learned_point *to, int64_t rows, const learned_point *next)
{
    const double n = (double)rows, k = (double)(next->rows - to->rows);
    to->rate = weighted(to->rate, n, next->rate, k);
    to->length = weighted(to->length, n, next->length, k);
    to->rows = next->rows;
    to->seconds = next->seconds;
    nn_loss_sums_add(&to->sums, &next->sums);
}

static void halve_learned(training_history *h)
{
    int n = 0;
    for (int i = 0; i < h->n_learned; i += 2) {
        h->learned[n] = h->learned[i];
        if (i + 1 < h->n_learned)
            join(&h->learned[n], history_rows(h, n), &h->learned[i + 1]);
        n++;
    }
    h->n_learned = n;
}

void history_learned(training_history *h, const learned_point *more)
{
    const int last = h->n_learned - 1;
    if (last >= 0 && history_rows(h, last) < h->spacing) {
        join(&h->learned[last], history_rows(h, last), more);
        return;
    }
    if (h->n_learned == HISTORY_POINTS) {
        halve_learned(h);
        h->spacing = history_rows(h, 0);
    }
    h->learned[h->n_learned++] = *more;
}

/* Of two neighbours the later one stays. */
static void halve_tested(training_history *h)
{
    int n = 0;
    for (int i = 1; i < h->n_tested; i += 2)
        h->tested[n++] = h->tested[i];
    h->n_tested = n;
}

void history_tested(training_history *h, const tested_point *more)
{
    if (h->n_tested == HISTORY_POINTS)
        halve_tested(h);
    h->tested[h->n_tested++] = *more;
}

history_answers history_answers_of(const network_stats *s)
{
    history_answers a = {.positions = (double)s->moves.all.positions,
                         .top1 = prediction_top(&s->moves.all, 1),
                         .log_loss = -prediction_mean_log(&s->moves.all)};
    for (int m = 0; m < N_OUTCOMES; m++)
        a.end[m] = s->ends.all[m].n > 0 ? cluster_mean(&s->ends.all[m]).mean : (double)NAN;
    return a;
}

void history_cut(training_history *h, int64_t rows)
{
    while (h->n_learned && h->learned[h->n_learned - 1].rows > rows)
        h->n_learned--;
    while (h->n_tested && h->tested[h->n_tested - 1].rows > rows)
        h->n_tested--;
}

/* ---- writing ---- */

static void write_number(FILE *out, double x)
{
    if (isnan(x))
        fputs("\t-", out);
    else
        fprintf(out, "\t%.9g", x);
}

static void write_mean(FILE *out, double sum, double n)
{
    write_number(out, n);
    write_number(out, n > 0 ? sum / n : (double)NAN);
}

static void write_learned(FILE *out, const learned_point *p)
{
    const nn_loss_sums *s = &p->sums;
    fprintf(out, "learned\t%lld\t%.3f", (long long)p->rows, p->seconds);
    write_number(out, p->rate);
    write_number(out, p->length);
    write_mean(out, s->policy, s->policy_rows);
    write_mean(out, s->value, s->value_rows);
    write_mean(out, s->score, s->score_rows);
    write_mean(out, s->ownership, s->ownership_rows);
    write_number(out, s->policy_rows > 0 ? s->first / s->policy_rows : (double)NAN);
    write_number(out, s->value_rows > 0 ? s->value_square / s->value_rows : (double)NAN);
    fputc('\n', out);
}

static void write_answers(FILE *out, const history_answers *a)
{
    write_number(out, a->positions);
    write_number(out, a->top1);
    write_number(out, a->log_loss);
    for (int m = 0; m < N_OUTCOMES; m++)
        write_number(out, a->end[m]);
}

static const char *const head =
    "# katachi net train: how the training went (nn_train/report/history.h)\n"
    "# learned\trows\tseconds\trate\tgradient_length\tpolicy_rows\tpolicy\tvalue_rows\tvalue"
    "\tscore_rows\tscore\townership_rows\townership\ttop1\tvalue_square\n"
    "# tested\trows\tseconds";

go_status history_write(const training_history *h, const char *path, go_error *err)
{
    atomic_file *file;
    GO_TRY(atomic_file_open(&file, path, err));
    FILE *out = atomic_file_stream(file);
    fputs(head, out);
    for (int k = 0; k < 2; k++) {
        const char *which = k ? "known" : "test";
        fprintf(out, "\t%s_positions\t%s_top1\t%s_log_loss", which, which, which);
        for (int m = 0; m < N_OUTCOMES; m++)
            fprintf(out, "\t%s_%s", which, outcome_key((outcome_measure)m));
    }
    fputc('\n', out);
    for (int i = 0; i < h->n_learned; i++)
        write_learned(out, &h->learned[i]);
    for (int i = 0; i < h->n_tested; i++) {
        fprintf(out, "tested\t%lld\t%.3f", (long long)h->tested[i].rows, h->tested[i].seconds);
        write_answers(out, &h->tested[i].test);
        write_answers(out, &h->tested[i].known);
        fputc('\n', out);
    }
    return atomic_file_commit(file, err);
}

/* ---- reading ---- */

enum { ANSWERS = 3 + N_OUTCOMES, LEARNED = 14, TESTED = 2 + 2 * ANSWERS, LINE = 2048 };

/* The numbers after the first word; false if there are not n. */
static bool read_numbers(char *line, double *number, int n)
{
    (void)strtok_r(line, "\t\n", &line);
    for (int i = 0; i < n; i++) {
        char *end = NULL;
        const char *word = strtok_r(NULL, "\t\n", &line);
        if (!word)
            return false;
        number[i] = strcmp(word, "-") == 0 ? (double)NAN : strtod(word, &end);
        if (end && (end == word || *end))
            return false;
    }
    return !strtok_r(NULL, "\t\n", &line);
}

static double sum_of(double n, double mean)
{
    return n > 0 && isfinite(mean) ? n * mean : 0;
}

static learned_point learned_of(const double x[LEARNED])
{
    return (learned_point){
        .rows = (int64_t)x[0], .seconds = x[1], .rate = x[2], .length = x[3],
        .sums = {.policy_rows = x[4], .policy = sum_of(x[4], x[5]), .value_rows = x[6],
                 .value = sum_of(x[6], x[7]), .score_rows = x[8], .score = sum_of(x[8], x[9]),
                 .ownership_rows = x[10], .ownership = sum_of(x[10], x[11]),
                 .first = sum_of(x[4], x[12]), .value_square = sum_of(x[6], x[13])}};
}

static history_answers answers_of(const double x[ANSWERS])
{
    history_answers a = {.positions = x[0], .top1 = x[1], .log_loss = x[2]};
    memcpy(a.end, x + 3, sizeof a.end);
    return a;
}

/* A point at this number of rows and seconds may follow one at `before` rows. */
static bool follows(int64_t before, double rows, double seconds)
{
    const double most = 0x1p53; /* up to which each whole number is a double */
    return rows >= (double)before && rows <= most && isfinite(seconds);
}

static bool read_line(training_history *h, char *line)
{
    double x[TESTED];
    const int64_t learned = h->n_learned ? h->learned[h->n_learned - 1].rows : 0;
    const int64_t tested = h->n_tested ? h->tested[h->n_tested - 1].rows : 0;
    if (line[0] == '#')
        return true;
    if (strncmp(line, "learned\t", 8) == 0 && h->n_learned < HISTORY_POINTS &&
        read_numbers(line, x, LEARNED) && follows(learned, x[0], x[1])) {
        h->learned[h->n_learned++] = learned_of(x);
        return true;
    }
    if (strncmp(line, "tested\t", 7) == 0 && h->n_tested < HISTORY_POINTS &&
        read_numbers(line, x, TESTED) && follows(tested, x[0], x[1])) {
        h->tested[h->n_tested++] = (tested_point){(int64_t)x[0], x[1], answers_of(x + 2),
                                                  answers_of(x + 2 + ANSWERS)};
        return true;
    }
    return false;
}

void history_read(training_history *h, const char *path)
{
    char line[LINE];
    FILE *in = fopen(path, "r");
    *h = (training_history){0};
    while (in && fgets(line, sizeof line, in) && read_line(h, line))
        ;
    if (in)
        fclose(in);
    if (h->n_learned > 1) /* the last one may not be full */
        h->spacing = history_rows(h, h->n_learned - 2);
}
