/* prediction.c -- how well the test games were predicted. */
#include "draw/chart.h"
#include "draw/markup.h"
#include "mm_train/report/parts.h"

static void write_curve(FILE *out, const prediction_sums *s)
{
    double x[EVALUATE_RANKS], y[EVALUATE_RANKS];
    for (int i = 0; i < EVALUATE_RANKS; i++) {
        x[i] = i + 1;
        y[i] = 100 * prediction_top(s, i + 1);
    }
    const chart_line line = {.n = EVALUATE_RANKS, .x = x, .y = y};
    chart c = {.x_label = "first choices looked at", .y_label = "moves among them, %",
               .n_lines = 1, .line = &line, .from_zero = true, .digits = 2, .unit = " %"};
    chart_write_card(out, "Cumulative accuracy", &c);
}

/* Against the middle of each stage in moves; a stage is drawn when it has moves of
 * enough games for an interval.                                                */
static void write_stage_chart(FILE *out, const prediction_stats *e, evaluate_measure measure,
                              const char *title, const char *label, double scale)
{
    double x[EVALUATE_STAGES], y[EVALUATE_STAGES], low[EVALUATE_STAGES], high[EVALUATE_STAGES];
    int n = 0;
    for (int i = 0; i < EVALUATE_STAGES; i++) {
        if (e->stage[i].games < 5)
            continue;
        prediction_interval v = prediction_mean(&e->stage[i], measure);
        x[n] = (i + 0.5) * EVALUATE_STAGE;
        y[n] = scale * v.mean;
        low[n] = scale * v.low;
        high[n++] = scale * v.high;
    }
    if (n == 0)
        return;
    const chart_line line = {.n = n, .x = x, .y = y, .low = low, .high = high};
    chart c = {.x_label = "move", .y_label = label, .n_lines = 1, .line = &line, .digits = 2,
               .unit = "", .dots = true};
    chart_write_card(out, title, &c);
}

static void write_row(FILE *out, const char *name, const prediction_sums *s)
{
    char number[32];
    fprintf(out, "<tr><td>%s</td><td>%s</td>", name, markup_number(s->positions, number));
    for (int m = MEASURE_TOP1; m <= MEASURE_TOP20; m++) {
        prediction_interval v = prediction_mean(s, (evaluate_measure)m);
        fprintf(out, "<td title=\"95 %%: %.2f to %.2f\">%.1f</td>", 100 * v.low, 100 * v.high,
                100 * v.mean);
    }
    prediction_interval rank = prediction_mean(s, MEASURE_RANK);
    prediction_interval evidence = prediction_mean(s, MEASURE_LOG);
    fprintf(out, "<td>%.1f</td><td>\u2212%.3f</td>", rank.mean, -evidence.mean);
    if (s->games > 1)
        fprintf(out, "<td>&#xb1;&nbsp;%.3f</td></tr>\n", evidence.high - evidence.mean);
    else
        fputs("<td></td></tr>\n", out);
}

static void write_table(FILE *out, const prediction_stats *e)
{
    fputs("<div class=\"card\" style=\"margin-top:20px;overflow-x:auto\"><table>\n"
          "<tr><th>moves</th><th>positions</th><th>top-1 %</th><th>top-5 %</th><th>top-10 %</th>"
          "<th>top-20 %</th><th>mean rank</th><th>log-evidence</th><th>95 %</th></tr>\n", out);
    write_row(out, "<b>all</b>", &e->all);
    for (int i = 0; i < EVALUATE_STAGES; i++) {
        char name[32];
        int first = i * EVALUATE_STAGE + 1;
        if (i + 1 < EVALUATE_STAGES)
            snprintf(name, sizeof name, "%d\u2013%d", first, first + EVALUATE_STAGE - 1);
        else
            snprintf(name, sizeof name, "%d and later", first);
        if (e->stage[i].positions)
            write_row(out, name, &e->stage[i]);
    }
    fputs("</table></div>\n", out);
}

void report_prediction(FILE *out, const prediction_stats *e, const char *name)
{
    char n_games[32], moves[32];
    fprintf(out, "<h2>Prediction</h2>\n<p class=\"soft\">%s moves of %s games",
            markup_number(e->all.positions, moves), markup_number(e->games, n_games));
    if (name) {
        fputs(" (", out);
        markup_text(out, name);
        fputs(")", out);
    }
    fputs(" that were not trained on. Log-evidence is the mean logarithm of the probability given "
          "to the move played; an even chance among 250 moves would be \u22125.5. Intervals are "
          "95 % and take games, not moves, as independent.</p>\n<div class=\"two\">\n", out);
    write_curve(out, &e->all);
    write_stage_chart(out, e, MEASURE_LOG, "Log-evidence by stage of the game",
                      "log-evidence, nats", 1);
    fputs("</div>\n", out);
    write_table(out, e);
}
