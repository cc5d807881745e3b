#include "selfplay/page/run_page.h"

#include <math.h>
#include <stdlib.h>

#include "draw/chart.h"
#include "draw/markup.h"
#include "draw/page.h"
#include "draw/svg_board.h"
#include "selfplay/page/samples.h"

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

static void draw_rating(FILE *out, const series *s, int n, double anchor, const char *title,
                        const char *x_label, bool by_time)
{
    const chart_line line = {.n = n, .x = s->x, .y = s->y, .low = s->low, .high = s->high};
    const chart c = {.x_label = x_label, .y_label = "Elo above generation 0", .n_lines = 1,
                     .line = &line, .dots = true, .n_levels = isnan(anchor) ? 0 : 1,
                     .level = &anchor, .fine_x = by_time};
    chart_write_card(out, title, &c);
}

static double seconds_of(const run_history *h, int generation)
{
    const run_step *step = run_history_step(h, generation);
    return step ? step->seconds : 0;
}

static void draw_ratings(FILE *out, const run_folder *f, const run_history *h, series *s)
{
    double anchor, hours = 0;
    const int n = f->newest + 1;
    for (int i = 0; i < n; i++)
        s->x[i] = i;
    if (run_history_rate(h, f->newest, s->y, s->low, s->high, &anchor, NULL) != GO_OK)
        return;
    draw_rating(out, s, n, anchor, isnan(anchor) ? "Strength"
                                                 : "Strength (dashed: the classic engine)",
                "generation", false);
    for (int i = 0; i < n; i++) {
        s->x[i] = hours;
        hours += seconds_of(h, i) / 3600;
    }
    draw_rating(out, s, n, anchor, "Strength by time", "hours of self-play and training",
                true);
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
    {"Policy loss in training", "log-loss, nats per move", policy, 3},
    {"Winner loss in training", "log-loss, nats", value, 3},
    {"Length of the games", "moves, mean", length, 1},
    {"Score of black", "% of the games, a draw counting half", black, 1},
    {"Games resigned", "share of the games, %", resigned, 1},
    {"Wrong resignations", "% of those played out", wrong, 1},
    {"Resignation threshold", "win rate, %", threshold, 1},
    {"Training window", "positions", window, 0},
    {"Visits of a full search", "visits", visits, 0},
    {"Evaluations during self-play", "evaluations per second", evaluations, 0},
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
        if (n > 0 && !(curves[k].of == visits && s->y[0] == s->y[n - 1]))
            chart_write_card(out, curves[k].title, &c);
    }
}

/* ---- facts ---- */

static void write_number(FILE *out, const char *name, long long n)
{
    char text[32];
    page_fact(out, name, markup_number(n, text));
}

static void write_gate(FILE *out, const run_folder *f, const run_history *h)
{
    char text[64];
    int passed = 0;
    for (int i = 0; i < h->n_gates; i++)
        passed += h->gate[i].passed;
    snprintf(text, sizeof text, "%d of %d", passed, h->n_gates);
    if (h->n_gates == 0)
        return;
    page_fact(out, "generations that passed the gate", text);
    write_number(out, "generation that plays the games", run_history_best(h, f->newest));
}

static void write_facts(FILE *out, const run_folder *f, const run_history *h)
{
    char text[64], number[32];
    run_step sum = {0};
    double resigned = 0, wrong = 0;
    for (int i = 0; i < h->n_steps; i++) {
        const run_step *s = &h->step[i];
        sum.games += s->games;
        sum.rows += s->rows;
        sum.would += s->would;
        sum.seconds += s->seconds;
        resigned += s->resigned * (double)s->games;
        wrong += s->would > 0 ? s->wrong * (double)s->would : 0;
    }
    page_facts_begin(out, "The run");
    write_number(out, "newest generation", f->newest);
    write_gate(out, f, h);
    write_number(out, "games", sum.games);
    write_number(out, "of these resigned", (long long)rint(resigned));
    if (sum.would > 0) {
        snprintf(text, sizeof text, "%.1f %% of %s", 100 * wrong / (double)sum.would,
                 markup_number(sum.would, number));
        page_fact(out, "wrong resignations in games played out", text);
    }
    write_number(out, "training rows", sum.rows);
    page_fact(out, "time of self-play and training", markup_time(sum.seconds, text));
    if (sum.seconds > 0)
        write_number(out, "games per hour", (long long)(3600 * (double)sum.games / sum.seconds));
    page_facts_end(out);
}

/* ---- the page ---- */

static go_status write_all(FILE *out, const run_folder *f, const run_history *h, series *s,
                           go_error *err)
{
    const run_step *last = h->n_steps ? &h->step[h->n_steps - 1] : NULL;
    go_status status = GO_OK;
    page_begin(out, "Katachi: a network improved by self-play");
    chart_style(out);
    svg_board_style(out);
    page_body(out);
    fputs("<h1>A network improved by self-play</h1>\n<h2>Progress</h2>\n"
          "<div class=\"two\">\n", out);
    write_facts(out, f, h);
    draw_ratings(out, f, h, s);
    draw_steps(out, h, s);
    fputs("</div>\n", out);
    if (last)
        status = samples_write(out, f, last->generation, last->games, err);
    page_end(out, "Intervals are 95 % confidence intervals.");
    return status;
}

go_status run_page_write(const run_folder *f, const run_history *h, go_error *err)
{
    const int most = f->newest + 1 > h->n_steps ? f->newest + 1 : h->n_steps;
    atomic_file *file = NULL;
    series s;
    go_status status = series_create(&s, most, err);
    if (status == GO_OK)
        status = page_open(&file, f->path, err);
    if (status == GO_OK)
        status = write_all(atomic_file_stream(file), f, h, &s, err);
    if (status == GO_OK)
        status = atomic_file_commit(file, err);
    else
        atomic_file_discard(file);
    series_free(&s);
    return status;
}
