#include "prediction/page.h"

#include "base/plural.h"
#include "draw/chart.h"
#include "draw/markup.h"

enum { MOST_LINES = 4, LEAST_GAMES = 5 };

static void write_curve(FILE *out, const prediction_line *lines, int n_lines)
{
    double x[PREDICTION_RANKS], y[MOST_LINES][PREDICTION_RANKS];
    chart_line line[MOST_LINES];
    for (int k = 0; k < n_lines; k++) {
        for (int i = 0; i < PREDICTION_RANKS; i++) {
            x[i] = i + 1;
            y[k][i] = 100 * prediction_top(&lines[k].stats->all, i + 1);
        }
        line[k] = (chart_line){.name = lines[k].name, .n = PREDICTION_RANKS, .x = x, .y = y[k],
                               .colour = k};
    }
    chart c = {.x_label = "n", .y_label = "accuracy, %",
               .n_lines = n_lines, .line = line, .from_zero = true, .digits = 2, .unit = " %"};
    chart_write_card(out, "Top-n accuracy", &c);
}

/* A measure against the middle of each stage in moves. */
typedef struct stage_line {
    int n;
    double x[PREDICTION_STAGES], y[PREDICTION_STAGES];
    double low[PREDICTION_STAGES], high[PREDICTION_STAGES];
} stage_line;

/* A stage is drawn when it has moves of enough games for an interval. */
static void find_stages(stage_line *s, const prediction_stats *e, prediction_measure measure,
                        double scale)
{
    s->n = 0;
    for (int i = 0; i < PREDICTION_STAGES; i++) {
        if (e->stage[i].games < LEAST_GAMES)
            continue;
        prediction_interval v = prediction_mean(&e->stage[i], measure);
        s->x[s->n] = (i + 0.5) * PREDICTION_STAGE;
        s->y[s->n] = scale * v.mean;
        s->low[s->n] = scale * v.low;
        s->high[s->n++] = scale * v.high;
    }
}

static void write_stage_chart(FILE *out, const prediction_line *lines, int n_lines,
                              prediction_measure measure, const char *title, const char *label,
                              double scale)
{
    stage_line stages[MOST_LINES];
    chart_line line[MOST_LINES];
    chart c = {.x_label = "move number", .y_label = label, .line = line, .digits = 2, .unit = "",
               .dots = true};
    for (int k = 0; k < n_lines; k++) {
        stage_line *s = &stages[k];
        find_stages(s, lines[k].stats, measure, scale);
        if (s->n > 0)
            line[c.n_lines++] = (chart_line){.name = lines[k].name, .n = s->n, .x = s->x,
                                             .y = s->y, .low = s->low, .high = s->high,
                                             .colour = k};
    }
    if (c.n_lines > 0)
        chart_write_card(out, title, &c);
}

static void write_row(FILE *out, const char *name, const prediction_sums *s)
{
    char number[32];
    fputs("<tr><td>", out);
    markup_text(out, name);
    fprintf(out, "</td><td>%s</td>", markup_number(s->positions, number));
    for (int m = MEASURE_TOP1; m <= MEASURE_TOP20; m++) {
        prediction_interval v = prediction_mean(s, (prediction_measure)m);
        fputs("<td", out);
        if (prediction_interval_known(&v))
            fprintf(out, " title=\"95 %%: %.2f to %.2f\"", 100 * v.low, 100 * v.high);
        fprintf(out, ">%.1f</td>", 100 * v.mean);
    }
    prediction_interval rank = prediction_mean(s, MEASURE_RANK);
    prediction_interval evidence = prediction_mean(s, MEASURE_LOG);
    fprintf(out, "<td>%.1f</td><td>\u2212%.3f</td>", rank.mean, -evidence.mean);
    if (prediction_interval_known(&evidence))
        fprintf(out, "<td>&#xb1;&nbsp;%.3f</td></tr>\n", evidence.high - evidence.mean);
    else
        fputs("<td></td></tr>\n", out);
}

static void write_table(FILE *out, const prediction_line *lines, int n_lines)
{
    const prediction_stats *e = lines->stats;
    fputs("<div class=\"card\"><table>\n"
          "<tr><th>moves</th><th>positions</th><th>top-1 %</th><th>top-5 %</th><th>top-10 %</th>"
          "<th>top-20 %</th><th>mean rank</th><th>log-evidence</th>"
          "<th>95 % interval</th></tr>\n", out);
    for (int k = 0; k < n_lines; k++) {
        char name[128];
        snprintf(name, sizeof name, lines[k].name ? "all, %s" : "all", lines[k].name);
        write_row(out, name, &lines[k].stats->all);
    }
    for (int i = 0; i < PREDICTION_STAGES; i++) {
        char name[24];
        if (e->stage[i].positions)
            write_row(out, prediction_stage_name(i, name), &e->stage[i]);
    }
    fputs("</table></div>\n", out);
}

void prediction_page(FILE *out, const prediction_line *lines, int n_lines, const char *name)
{
    char n_games[32], moves[32];
    n_lines = n_lines < MOST_LINES ? n_lines : MOST_LINES;
    fprintf(out, "<h2>Prediction</h2>\n<p class=\"soft\">%s move%s of %s game%s",
            markup_number(lines->stats->all.positions, moves),
            plural_s(lines->stats->all.positions), markup_number(lines->stats->games, n_games),
            plural_s(lines->stats->games));
    if (name) {
        fputs(" (", out);
        markup_text(out, name);
        fputs(")", out);
    }
    fputs(", not used for training. Top-n accuracy is the share of positions in which the move "
          "played is among the n most likely ones. Log-evidence is the mean logarithm of the "
          "probability given to the move played; equal chances for 250 moves (19\u00d719) give "
          "\u22125.5, for 50 (9\u00d79) \u22123.9. Intervals are 95 % confidence intervals that "
          "treat games, not moves, as independent."
          "</p>\n<div class=\"two\">\n", out);
    write_curve(out, lines, n_lines);
    write_stage_chart(out, lines, n_lines, MEASURE_LOG, "Log-evidence by stage of the game",
                      "log-evidence, nats", 1);
    write_stage_chart(out, lines, n_lines, MEASURE_TOP1, "Top-1 accuracy by stage of the game",
                      "top-1 accuracy, %", 100);
    fputs("</div>\n", out);
    write_table(out, lines, n_lines);
}
