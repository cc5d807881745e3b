#include "mm_train/report/report.h"

#include "base/plural.h"
#include "draw/chart.h"
#include "draw/markup.h"
#include "draw/page.h"
#include "draw/svg_shape.h"
#include "mm_train/report/parts.h"
#include "prediction/page.h"

/* ---- the head ---- */

static void write_head(FILE *out, const gammas *g)
{
    const vocabulary *v = g->v;
    char title[64];
    snprintf(title, sizeof title, "Katachi: %s gammas for %dx%d", v->set.name, v->board_size,
             v->board_size);
    page_begin(out, title);
    chart_style(out);
    svg_shape_style(out);
    report_features_style(out);
    report_maps_style(out);
    page_body(out);
}

static void write_summary(FILE *out, const report_input *in)
{
    const gammas *g = in->g;
    char number[32], n_games[32];
    fprintf(out, "<h1>Gammas learned from games</h1>\n<p class=\"soft\">Feature set <i>%s</i>, "
            "%d&times;%d, trained on %s move%s of %s game%s.</p>\n<div class=\"tiles\">\n",
            g->v->set.name, g->v->board_size, g->v->board_size,
            markup_number(g->origin.positions, number), plural_s(g->origin.positions),
            markup_number(g->origin.games, n_games), plural_s(g->origin.games));
    if (in->test && in->test->all.positions) {
        const prediction_sums *s = &in->test->all;
        markup_tile(out, "top-1 accuracy: the move played was the most likely", "%.1f %%",
                    100 * prediction_top(s, 1));
        markup_tile(out, "top-5 accuracy", "%.1f %%", 100 * prediction_top(s, 5));
        markup_tile(out, "top-10 accuracy", "%.1f %%", 100 * prediction_top(s, 10));
        markup_tile(out, "log-evidence, nats per move", "\u2212%.3f", -prediction_mean_log(s));
    }
    markup_tile(out, "gammas", "%s", markup_number(g->n, number));
    fputs("</div>\n", out);
}

/* ---- the fit ---- */

static void write_facts(FILE *out, const report_input *in)
{
    const gammas_origin *o = &in->g->origin;
    char text[64];
    page_facts_begin(out, "Data and fit");
    page_fact(out, "source of the games", o->data[0] ? o->data : "unknown");
    page_fact(out, "games", markup_number(o->games, text));
    page_fact(out, "moves (competitions)", markup_number(o->positions, text));
    snprintf(text, sizeof text, "%d time%s", o->min_count, plural_s(o->min_count));
    page_fact(out, "shapes learned if played at least", text);
    snprintf(text, sizeof text, "%g", o->prior);
    page_fact(out, "prior, wins and losses against gamma 1", text);
    page_fact(out, "iterations", markup_number(o->iterations, text));
    snprintf(text, sizeof text, "%.5f", o->log_likelihood);
    page_fact(out, "mean log-likelihood of these moves, nats", text);
    if (in->seconds > 0) {
        if (in->seconds < 90)
            snprintf(text, sizeof text, "%.1f s", in->seconds);
        else
            snprintf(text, sizeof text, "%.1f min", in->seconds / 60);
        page_fact(out, "time", text);
    }
    page_facts_end(out);
}

/* The first iterations rise so much that they would flatten the rest: those more than 30
 * times as far below the end as the middle are left out.                     */
static void write_likelihood(FILE *out, const report_input *in)
{
    enum { MOST = 4096 };
    const double *y = in->log_likelihood;
    double x[MOST];
    int n = in->n_iterations, first = 0;
    if (n < 2 || n > MOST)
        return;
    for (int i = 0; i < n; i++)
        x[i] = i + 1;
    while (first < n / 4 && y[n - 1] - y[first] > 30 * (y[n - 1] - y[n / 2]))
        first++;
    const chart_line line = {.n = n - first, .x = x + first, .y = y + first};
    chart c = {.x_label = "iteration", .y_label = "mean log-likelihood, nats", .n_lines = 1,
               .line = &line, .digits = 5, .unit = "", .dots = n < 60};
    fputs("<div class=\"card\"><h3>Log-likelihood of the training data</h3>\n", out);
    chart_write(out, &c);
    fputs("<p class=\"soft\">The fit maximises the sum of this and the logarithm of the prior, so "
          "this alone may fall a little.", out);
    if (first == 1)
        fputs(" The first iteration is below the chart.", out);
    else if (first)
        fprintf(out, " The first %d iterations are below the chart.", first);
    fputs("</p>", out);
    fputs("</div>\n", out);
}

/* ---- the page ---- */

static void write_page(FILE *out, const report_input *in)
{
    write_head(out, in->g);
    write_summary(out, in);
    if (in->test && in->test->all.positions)
        prediction_page(out, &(prediction_line){NULL, in->test}, 1, in->test_name);
    fputs("<h2>Fit</h2>\n<div class=\"two\">\n", out);
    write_likelihood(out, in);
    write_facts(out, in);
    fputs("</div>\n", out);
    report_shapes(out, in->g);
    report_maps(out, in->g);
    report_levels(out, in->g);
    page_end(out, "Each legal move is a team of features; the probability that it is played is the "
                  "product of its gammas divided by the sum of these products over all legal "
                  "moves. Elo is 400&nbsp;log<sub>10</sub>&nbsp;gamma.");
}

go_status report_write(const report_input *in, const char *folder, go_error *err)
{
    atomic_file *file;
    GO_TRY(page_open(&file, folder, err));
    write_page(atomic_file_stream(file), in);
    return atomic_file_commit(file, err);
}
