/* ends.c -- winner, score and ownership: how wrong, and how sure. */
#include <stdio.h>

#include "draw/chart.h"
#include "draw/markup.h"
#include "nn_train/report/page.h"

static void write_calibration(FILE *out, const outcome_stats *e)
{
    double x[OUTCOME_BINS], y[OUTCOME_BINS], low[OUTCOME_BINS], high[OUTCOME_BINS];
    static const double even[] = {0, 100};
    int n = 0;
    for (int b = 0; b < OUTCOME_BINS; b++) {
        const outcome_bin *bin = &e->bin[b];
        const prediction_interval v = cluster_result_share(&bin->observed);
        if (bin->observed.n <= 0)
            continue;
        x[n] = 100 * bin->predicted / bin->observed.n;
        y[n] = 100 * v.mean;
        /* of a share nobody knows more, where one game tells */
        low[n] = prediction_interval_known(&v) ? 100 * v.low : 0;
        high[n++] = prediction_interval_known(&v) ? 100 * v.high : 100;
    }
    const chart_line lines[] = {
        {.name = "observed", .n = n, .x = x, .y = y, .low = low, .high = high, .loose = true},
        {.name = "perfect calibration", .n = 2, .x = even, .y = even, .colour = 5}};
    chart c = {.x_label = "predicted win rate, %", .y_label = "positions won, %", .n_lines = 2,
               .line = lines, .from_zero = true, .digits = 1, .unit = " %", .dots = true};
    if (n > 0)
        chart_write_card(out, "Calibration of the win rate", &c);
}

static void write_cell(FILE *out, const cluster_sums *s)
{
    const prediction_interval v = cluster_mean(s);
    fputs("<td", out);
    if (prediction_interval_known(&v))
        fprintf(out, " title=\"95 %%: %.4f to %.4f\"", v.low, v.high);
    fputc('>', out);
    if (s->n > 0)
        fprintf(out, "%.3f", v.mean);
    fputs("</td>", out);
}

static void write_row(FILE *out, const char *name, const cluster_sums s[N_OUTCOMES])
{
    char number[32];
    fprintf(out, "<tr><td>%s</td><td>%s</td>", name,
            markup_number((long long)s[OUTCOME_VALUE_BRIER].n, number));
    for (int m = 0; m < N_OUTCOMES; m++)
        write_cell(out, &s[m]);
    fputs("</tr>\n", out);
}

void training_ends(FILE *out, const outcome_stats *e)
{
    fputs("<h2>Winner, score and ownership</h2>\n<p class=\"soft\">How well the network predicts "
          "who wins, by how much, and who owns each point, on games that record it. Guessing 50 % "
          "gives a Brier score of 0.25 and a log-loss of 0.693. All positions of a game have the "
          "same result, so the intervals are wide.</p>\n"
          "<div class=\"two\">\n", out);
    write_calibration(out, e);
    fputs("</div>\n<div class=\"card\"><table>\n"
          "<tr><th>moves</th><th>positions</th>", out);
    for (int m = 0; m < N_OUTCOMES; m++)
        fprintf(out, "<th>%s</th>", outcome_name((outcome_measure)m));
    fputs("</tr>\n", out);
    write_row(out, "all", e->all);
    for (int i = 0; i < PREDICTION_STAGES; i++) {
        char name[24];
        if (e->stage[i][OUTCOME_VALUE_BRIER].n > 0)
            write_row(out, prediction_stage_name(i, name), e->stage[i]);
    }
    fputs("</table></div>\n", out);
}
