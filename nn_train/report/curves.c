/* curves.c -- loss, accuracy, rate and speed against rows and time. */
#include <math.h>
#include <stdio.h>

#include "draw/chart.h"
#include "nn_train/report/page.h"

typedef double learned_value(const training_history *h, int i);
typedef double tested_value(const history_answers *a);

/* ---- what is drawn ---- */

static double mean(double sum, double n)
{
    return n > 0 ? sum / n : (double)NAN;
}

static double batch_top1(const training_history *h, int i)
{
    return 100 * mean(h->learned[i].sums.first, h->learned[i].sums.policy_rows);
}
static double batch_policy(const training_history *h, int i)
{
    return mean(h->learned[i].sums.policy, h->learned[i].sums.policy_rows);
}
static double batch_value(const training_history *h, int i)
{
    return mean(h->learned[i].sums.value, h->learned[i].sums.value_rows);
}
static double batch_score(const training_history *h, int i)
{
    return mean(h->learned[i].sums.score, h->learned[i].sums.score_rows);
}
static double batch_ownership(const training_history *h, int i)
{
    return mean(h->learned[i].sums.ownership, h->learned[i].sums.ownership_rows);
}
static double rate(const training_history *h, int i)
{
    return 1000 * h->learned[i].rate;
}
static double length(const training_history *h, int i)
{
    return h->learned[i].length;
}
static double speed(const training_history *h, int i)
{
    const learned_point *p = &h->learned[i];
    const double before = i ? p[-1].seconds : 0;
    return p->seconds > before ? (double)history_rows(h, i) / (p->seconds - before) : (double)NAN;
}

static double tested_top1(const history_answers *a) { return 100 * a->top1; }
static double tested_policy(const history_answers *a) { return a->log_loss; }
static double tested_value_loss(const history_answers *a) { return a->end[OUTCOME_VALUE_LOG]; }
static double tested_score(const history_answers *a) { return a->end[OUTCOME_SCORE_LOG]; }
static double tested_ownership(const history_answers *a) { return a->end[OUTCOME_OWNER_LOG]; }

typedef struct curve {
    const char *title, *label;
    learned_value *learned;
    tested_value *tested; /* may be NULL */
    int digits;
    bool by_time, from_zero;
} curve;

static const curve curves[] = {
    {"Top-1 accuracy", "accuracy, %", batch_top1, tested_top1, 1, false, false},
    {"Policy loss", "log-loss, nats per move", batch_policy, tested_policy, 3, false, false},
    {"Top-1 accuracy over time", "accuracy, %", batch_top1, tested_top1, 1, true, false},
    {"Policy loss over time", "log-loss, nats per move", batch_policy, tested_policy, 3, true,
     false},
    {"Winner loss", "log-loss, nats", batch_value, tested_value_loss, 3, false, false},
    {"Score loss", "log-loss, nats", batch_score, tested_score, 3, false, false},
    {"Ownership loss", "log-loss, nats per point", batch_ownership, tested_ownership, 3, false,
     false},
    {"Learning rate", "learning rate, thousandths", rate, NULL, 4, false, true},
    {"Rows per second", "rows per second", speed, NULL, 0, true, true},
    {"Gradient norm before clipping", "norm, mean", length, NULL, 3, false, true},
};

/* ---- axes ---- */

typedef struct axis {
    bool time;
    double unit;
    const char *label;
} axis;

static axis axis_of(const training_history *h, bool time)
{
    const learned_point *last = &h->learned[h->n_learned - 1];
    if (!time)
        return last->rows >= 2000000 ? (axis){false, 1e6, "million rows"}
                                     : (axis){false, 1e3, "thousand rows"};
    return last->seconds > 7200  ? (axis){true, 3600, "hours"}
           : last->seconds > 180 ? (axis){true, 60, "minutes"}
                                 : (axis){true, 1, "seconds"};
}

static double place_on(const axis *a, int64_t rows, double seconds)
{
    return (a->time ? seconds : (double)rows) / a->unit;
}

/* ---- one chart ---- */

typedef struct points {
    int n;
    double x[HISTORY_POINTS], y[HISTORY_POINTS];
} points;

static void add(points *p, double x, double y)
{
    if (!isfinite(y) || p->n == HISTORY_POINTS)
        return;
    p->x[p->n] = x;
    p->y[p->n++] = y;
}

/* The first numbers may be so far off that they would flatten the rest: of the first quarter,
 * those further away than three times what the rest spans are left out.       */
static int first_shown(const points *p)
{
    double low = INFINITY, high = -INFINITY;
    int first = 0;
    for (int i = p->n / 4; i < p->n; i++) {
        low = fmin(low, p->y[i]);
        high = fmax(high, p->y[i]);
    }
    const double room = 3 * (high - low);
    while (first < p->n / 4 && (p->y[first] > high + room || p->y[first] < low - room))
        first++;
    return first;
}

static void add_line(chart *c, chart_line *line, const points *p, const char *name, int hue)
{
    const int first = first_shown(p);
    if (p->n > first)
        line[c->n_lines++] = (chart_line){.name = name, .n = p->n - first, .x = p->x + first,
                                          .y = p->y + first, .colour = hue};
}

static void write_curve(FILE *out, const training_page *p, const curve *k)
{
    const training_history *h = p->history;
    const axis a = axis_of(h, k->by_time);
    points learned = {0}, test = {0}, known = {0};
    chart_line line[3];
    double level = 0;
    chart c = {.x_label = a.label, .y_label = k->label, .line = line, .digits = k->digits,
               .unit = "", .fine_x = true, .from_zero = k->from_zero};
    for (int i = 0; i < h->n_learned; i++)
        add(&learned, place_on(&a, h->learned[i].rows, h->learned[i].seconds), k->learned(h, i));
    for (int i = 0; i < h->n_tested && k->tested; i++) {
        const double x = place_on(&a, h->tested[i].rows, h->tested[i].seconds);
        if (h->tested[i].test.positions > 0)
            add(&test, x, k->tested(&h->tested[i].test));
        if (h->tested[i].known.positions > 0)
            add(&known, x, k->tested(&h->tested[i].known));
    }
    add_line(&c, line, &learned, k->tested ? "training batches" : NULL, 0);
    add_line(&c, line, &known, "training games", 1);
    add_line(&c, line, &test, "test games", 2);
    if (p->gammas && (k->tested == tested_top1 || k->tested == tested_policy)) {
        level = k->tested == tested_top1 ? 100 * prediction_top(&p->gammas->all, 1)
                                         : -prediction_mean_log(&p->gammas->all);
        c.n_levels = 1;
        c.level = &level;
    }
    if (c.n_lines > 0)
        chart_write_card(out, k->title, &c);
}

void training_curves(FILE *out, const training_page *p)
{
    fputs("<h2>Training curves</h2>\n<p class=\"soft\">The <i>training batches</i> are the "
          "positions learned from at that moment, rotated or reflected, and sometimes under other "
          "rules, with another komi or with part of the history hidden. Now and then the network "
          "with averaged weights, as it would be saved then, is tested on a sample of the <i>test "
          "games</i> and on one of the <i>training games</i>; where these two diverge, it overfits. "
          "Batches count all points as possible moves, tests only the legal ones, which lowers "
          "their policy loss a little.", out);
    if (p->gammas)
        fputs(" The dashed line is the result of the gammas.", out);
    fputs("</p>\n", out);
    if (!p->history->n_learned) {
        fputs("<p>No training step has been made yet.</p>\n", out);
        return;
    }
    fputs("<div class=\"two\">\n", out);
    for (size_t i = 0; i < sizeof curves / sizeof *curves; i++)
        write_curve(out, p, &curves[i]);
    fputs("</div>\n", out);
}
