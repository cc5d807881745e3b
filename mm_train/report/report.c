#include "mm_train/report/report.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/io/atomic_file.h"
#include "draw/chart.h"
#include "draw/markup.h"
#include "draw/svg_shape.h"
#include "mm_train/report/parts.h"

/* ---- the head ---- */

static const char *const style =
    "*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--ink);"
    "font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}"
    "main{max-width:1120px;margin:0 auto;padding:40px 24px 80px}"
    "h1{font-size:30px;line-height:1.2;margin:0 0 6px;letter-spacing:-.01em}"
    "h2{font-size:21px;margin:52px 0 6px;padding-top:14px;border-top:1px solid var(--rule)}"
    "h3{font-size:16px;margin:26px 0 6px}p{margin:4px 0 14px;max-width:76ch}"
    ".soft{color:var(--soft)}.two{display:grid;grid-template-columns:repeat(auto-fit,"
    "minmax(400px,1fr));gap:20px}.card{background:var(--card);border:1px solid var(--rule);"
    "border-radius:10px;padding:16px 18px;min-width:0}.card h3{margin:0 0 8px}"
    ".tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(140px,1fr));gap:12px;"
    "margin:22px 0}.tile b{display:block;font-size:26px;font-weight:650;line-height:1.2}"
    ".tile span{color:var(--soft);font-size:13px}table{border-collapse:collapse;width:100%;"
    "font-variant-numeric:tabular-nums}td,th{padding:4px 8px;text-align:right;"
    "border-bottom:1px solid var(--rule);font-size:14px}th{font-weight:600;color:var(--soft)}"
    "td:first-child,th:first-child{text-align:left;padding-left:0}"
    ".facts td:last-child{overflow-wrap:anywhere}"
    "@media(max-width:520px){.two{grid-template-columns:1fr}}\n";

static void write_head(FILE *out, const gammas *g)
{
    const vocabulary *v = g->v;
    fprintf(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
            "<title>Katachi: %s gammas for %dx%d</title>\n<style>\n%s", v->set.name, v->board_size,
            v->board_size, style);
    chart_style(out);
    svg_shape_style(out);
    report_features_style(out);
    report_maps_style(out);
    fputs("</style>\n</head>\n<body>\n<main>\n", out);
}

static void write_summary(FILE *out, const report_input *in)
{
    const gammas *g = in->g;
    char number[32], n_games[32];
    fprintf(out, "<h1>What the games taught</h1>\n<p class=\"soft\">Feature set <i>%s</i>, "
            "%d&times;%d, trained on %s moves of %s games.</p>\n<div class=\"tiles\">\n",
            g->v->set.name, g->v->board_size, g->v->board_size,
            markup_number(g->origin.positions, number), markup_number(g->origin.games, n_games));
    if (in->test && in->test->all.positions) {
        const prediction_sums *s = &in->test->all;
        markup_tile(out, "of the moves were its first choice", "%.1f %%",
                    100 * prediction_top(s, 1));
        markup_tile(out, "were among its first 5", "%.1f %%", 100 * prediction_top(s, 5));
        markup_tile(out, "were among its first 10", "%.1f %%", 100 * prediction_top(s, 10));
        markup_tile(out, "log-evidence, nats a move", "\u2212%.3f", -prediction_mean_log(s));
    }
    markup_tile(out, "gammas", "%s", markup_number(g->n, number));
    fputs("</div>\n", out);
}

/* ---- the fit ---- */

static void write_fact(FILE *out, const char *name, const char *value)
{
    fputs("<tr><td>", out);
    markup_text(out, name);
    fputs("</td><td>", out);
    markup_text(out, value);
    fputs("</td></tr>\n", out);
}

static void write_facts(FILE *out, const report_input *in)
{
    const gammas_origin *o = &in->g->origin;
    char text[64];
    fputs("<div class=\"card\"><h3>Data and fit</h3><table class=\"facts\">\n", out);
    write_fact(out, "games from", o->data[0] ? o->data : "not known");
    write_fact(out, "games", markup_number(o->games, text));
    write_fact(out, "moves (competitions)", markup_number(o->positions, text));
    snprintf(text, sizeof text, "%d times", o->min_count);
    write_fact(out, "shapes played at least", text);
    snprintf(text, sizeof text, "%g", o->prior);
    write_fact(out, "prior, wins and losses against gamma 1", text);
    write_fact(out, "iterations", markup_number(o->iterations, text));
    snprintf(text, sizeof text, "%.5f", o->log_likelihood);
    write_fact(out, "mean log-likelihood on this data, nats", text);
    if (in->seconds > 0) {
        if (in->seconds < 90)
            snprintf(text, sizeof text, "%.1f s", in->seconds);
        else
            snprintf(text, sizeof text, "%.1f min", in->seconds / 60);
        write_fact(out, "time", text);
    }
    fputs("</table></div>\n", out);
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
    if (first)
        fprintf(out, "<p class=\"soft\">The first %d iterations lie below the picture.</p>", first);
    fputs("</div>\n", out);
}

/* ---- the page ---- */

static void write_page(FILE *out, const report_input *in)
{
    write_head(out, in->g);
    write_summary(out, in);
    if (in->test && in->test->all.positions)
        report_prediction(out, in->test, in->test_name);
    fputs("<h2>The fit</h2>\n<div class=\"two\">\n", out);
    write_likelihood(out, in);
    write_facts(out, in);
    fputs("</div>\n", out);
    report_shapes(out, in->g);
    report_maps(out, in->g);
    report_levels(out, in->g);
    fputs("<p class=\"soft\" style=\"margin-top:56px\">Made by katachi " KATACHI_VERSION ". "
          "A legal move is a team of features; the probability that it is played is the product "
          "of its gammas over the sum of these products of all legal moves. Elo is "
          "400&nbsp;log<sub>10</sub>&nbsp;gamma.</p>\n</main>\n</body>\n</html>\n", out);
}

go_status report_write(const report_input *in, const char *folder, go_error *err)
{
    char path[4096];
    atomic_file *file;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return go_fail(err, GO_EIO, "cannot make the folder %s for the report: %s", folder,
                       strerror(errno));
    if (snprintf(path, sizeof path, "%s/index.html", folder) >= (int)sizeof path)
        return go_fail(err, GO_EIO, "the name of the folder %.100s... is too long", folder);
    GO_TRY(atomic_file_open(&file, path, err));
    write_page(atomic_file_stream(file), in);
    return atomic_file_commit(file, err);
}
