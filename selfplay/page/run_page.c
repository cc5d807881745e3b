#include "selfplay/page/run_page.h"

#include <math.h>
#include <stdlib.h>

#include "draw/chart.h"
#include "draw/page.h"

/* What is drawn: numbers of generations, and one value of each. */
typedef struct series {
    double *x, *y, *low, *high;
} series;

static go_status series_create(series *s, int n, go_error *err)
{
    const size_t room = (size_t)n + 1;
    *s = (series){calloc(room, sizeof(double)), calloc(room, sizeof(double)),
                  calloc(room, sizeof(double)), calloc(room, sizeof(double))};
    return s->x && s->y && s->low && s->high
               ? GO_OK
               : go_fail(err, GO_ENOMEM, "out of memory for the page of a run");
}

static void series_free(series *s)
{
    free(s->x);
    free(s->y);
    free(s->low);
    free(s->high);
}

/* ---- ratings ---- */

static void draw_ratings(FILE *out, const run_folder *f, const run_history *h, series *s)
{
    double anchor;
    for (int i = 0; i <= f->newest; i++)
        s->x[i] = i;
    if (run_history_rate(h, f->newest, s->y, s->low, s->high, &anchor, NULL) != GO_OK)
        return;
    const chart_line line = {.n = f->newest + 1, .x = s->x, .y = s->y, .low = s->low,
                             .high = s->high};
    const chart c = {.x_label = "generation", .y_label = "Elo above generation 0", .n_lines = 1,
                     .line = &line, .wide = true, .dots = true, .n_levels = isnan(anchor) ? 0 : 1,
                     .level = &anchor};
    chart_write_card(out, isnan(anchor) ? "Strength"
                                        : "Strength; dashed: the classic engine", &c);
}

/* ---- by generation ---- */

typedef double step_value(const run_step *s);

static double policy(const run_step *s) { return s->policy; }
static double value(const run_step *s) { return s->value; }
static double black(const run_step *s) { return 100 * s->black_wins; }
static double resigned(const run_step *s) { return 100 * s->resigned; }
static double wrong(const run_step *s) { return s->wrong < 0 ? (double)NAN : 100 * s->wrong; }
static double length(const run_step *s)
{
    return s->games > 0 ? (double)s->moves / (double)s->games : 0;
}
static double evaluations(const run_step *s) { return s->evaluations; }
static double window(const run_step *s) { return (double)s->window; }
static double threshold(const run_step *s)
{
    return s->threshold < 0 ? (double)NAN : 100 * s->threshold;
}
static double visits(const run_step *s) { return s->visits ? s->visits : (double)NAN; }

static const struct {
    const char *title, *label;
    step_value *of;
    int digits;
} curves[] = {
    {"Policy, while it learned", "loss, nats", policy, 3},
    {"Winner, while it learned", "loss, nats", value, 3},
    {"Length of games", "moves", length, 1},
    {"Wins of black", "%", black, 1},
    {"Games that were resigned", "%", resigned, 1},
    {"Resignations that were wrong", "% of those played out", wrong, 1},
    {"Threshold of resignation", "win rate, %", threshold, 1},
    {"Positions learned from", "window", window, 0},
    {"Visits", "of full searches", visits, 0},
    {"Evaluations a second", "while playing", evaluations, 0},
};

static void draw_steps(FILE *out, const run_history *h, series *s)
{
    for (size_t k = 0; k < sizeof curves / sizeof *curves; k++) {
        int n = 0;
        for (int i = 0; i < h->n_steps; i++) {
            s->x[n] = h->step[i].generation;
            s->y[n] = curves[k].of(&h->step[i]);
            n += !isnan(s->y[n]);
        }
        const chart_line line = {.n = n, .x = s->x, .y = s->y};
        const chart c = {.x_label = "generation", .y_label = curves[k].label, .n_lines = 1,
                         .line = &line, .digits = curves[k].digits, .dots = n < 2};
        if (n > 0)
            chart_write_card(out, curves[k].title, &c);
    }
}

/* ---- facts ---- */

static void write_facts(FILE *out, const run_folder *f, const run_history *h)
{
    char text[64];
    long long games = 0, rows = 0;
    double hours = 0;
    for (int i = 0; i < h->n_steps; i++) {
        games += h->step[i].games;
        rows += h->step[i].rows;
        hours += h->step[i].seconds / 3600;
    }
    page_facts_begin(out, "The run");
    snprintf(text, sizeof text, "%d", f->newest);
    page_fact(out, "newest generation", text);
    if (h->n_gates > 0) {
        int passed = 0;
        for (int i = 0; i < h->n_gates; i++)
            passed += h->gate[i].passed;
        snprintf(text, sizeof text, "%d of %d", passed, h->n_gates);
        page_fact(out, "generations that passed the gate", text);
        snprintf(text, sizeof text, "%d", run_history_best(h, f->newest));
        page_fact(out, "generation whose network plays", text);
    }
    snprintf(text, sizeof text, "%lld", games);
    page_fact(out, "games", text);
    snprintf(text, sizeof text, "%lld", rows);
    page_fact(out, "rows learned from", text);
    snprintf(text, sizeof text, "%.2f", hours);
    page_fact(out, "hours", text);
    page_facts_end(out);
}

go_status run_page_write(const run_folder *f, const run_history *h, go_error *err)
{
    const int most = f->newest + 1 > h->n_steps ? f->newest + 1 : h->n_steps;
    atomic_file *file;
    series s;
    go_status status = series_create(&s, most, err);
    if (status == GO_OK)
        status = page_open(&file, f->path, err);
    if (status == GO_OK) {
        FILE *out = atomic_file_stream(file);
        page_begin(out, "Katachi: a network that improves by playing against itself");
        chart_style(out);
        page_body(out);
        write_facts(out, f, h);
        draw_ratings(out, f, h, &s);
        draw_steps(out, h, &s);
        page_end(out, "Intervals are of 95 %.");
        status = atomic_file_commit(file, err);
    }
    series_free(&s);
    return status;
}
