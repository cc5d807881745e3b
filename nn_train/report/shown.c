/* shown.c -- what the network was shown, beside what there is to be shown. */
#include <math.h>
#include <stdio.h>

#include "board/board.h"
#include "draw/markup.h"
#include "nn_train/report/page.h"

/* A share is striking where it is so many standard deviations from what it should be. */
static const double striking = 5;

/* `expected`: the share that it should be; below 0: not known. */
static void write_row(FILE *out, const training_page *p, const char *name, int64_t drawn,
                      double expected)
{
    char number[32];
    const int64_t rows = p->drawn->rows;
    const double share = rows ? (double)drawn / (double)rows : 0;
    const double deviation = rows ? sqrt(fmax(expected * (1 - expected), 0) / (double)rows) : 0;
    const bool odd = expected >= 0 && rows > 0 &&
                     fabs(share - expected) > striking * deviation + p->filled + 1e-9;
    fputs("<tr><td>", out);
    markup_text(out, name);
    fprintf(out, "</td><td>%s</td><td%s>%.2f %%</td><td>", markup_number(drawn, number),
            odd ? " class=\"bad\"" : "", 100 * share);
    if (expected >= 0)
        fprintf(out, "%.2f %%", 100 * expected);
    fputs("</td></tr>\n", out);
}

static void begin_table(FILE *out, const char *title)
{
    fprintf(out, "<div class=\"card\"><h3>%s</h3><table class=\"named\">\n"
            "<tr><th></th><th>rows</th><th>share</th><th>expected</th></tr>\n", title);
}

static void end_table(FILE *out)
{
    fputs("</table></div>\n", out);
}

/* A table whose rows should have the shares of all positions. */
static void write_table(FILE *out, const char *title, const char *const *names,
                        const int64_t *drawn, const int64_t *all, int n, const training_page *p)
{
    begin_table(out, title);
    for (int i = 0; i < n; i++)
        if (all[i] || drawn[i])
            write_row(out, p, names[i], drawn[i],
                      p->all->rows ? (double)all[i] / (double)p->all->rows : -1);
    end_table(out);
}

static void write_sizes(FILE *out, const training_page *p)
{
    char text[BOARD_MAX_SIZE + 1][12];
    const char *names[BOARD_MAX_SIZE + 1];
    for (int i = 0; i <= BOARD_MAX_SIZE; i++) {
        snprintf(text[i], sizeof text[i], "%dx%d", i, i);
        names[i] = text[i];
    }
    write_table(out, "Board sizes", names, p->drawn->size, p->all->size, BOARD_MAX_SIZE + 1, p);
}

static void write_inputs(FILE *out, const training_page *p)
{
    const char *names[DRAWN_INPUTS];
    const int n = p->n_inputs < DRAWN_INPUTS ? p->n_inputs : DRAWN_INPUTS;
    for (int i = 0; i < n; i++)
        names[i] = p->inputs[i];
    if (p->n_inputs > DRAWN_INPUTS)
        names[DRAWN_INPUTS - 1] = "all others";
    write_table(out, "Sources", names, p->drawn->input, p->all->input, n, p);
}

static void write_stages(FILE *out, const training_page *p)
{
    char text[DRAWN_STAGES][24];
    const char *names[DRAWN_STAGES];
    for (int i = 0; i < DRAWN_STAGES; i++)
        names[i] = prediction_stage_name(i, text[i]);
    write_table(out, "Move numbers", names, p->drawn->stage, p->all->stage, DRAWN_STAGES, p);
}

static void write_results(FILE *out, const training_page *p)
{
    static const char *const names[DRAWN_RESULTS] = {
        [DRAWN_WON] = "won by the side to move", [DRAWN_LOST] = "lost by the side to move",
        [DRAWN_DRAW] = "draw", [DRAWN_UNKNOWN] = "winner unknown"};
    static const char *const answers[] = {"winner", "score", "ownership"};
    const int64_t drawn[] = {p->drawn->value, p->drawn->score, p->drawn->ownership};
    const int64_t all[] = {p->all->value, p->all->score, p->all->ownership};
    write_table(out, "Results", names, p->drawn->result, p->all->result, DRAWN_RESULTS, p);
    write_table(out, "Known results", answers, drawn, all, 3, p);
}

static void write_symmetries(FILE *out, const training_page *p)
{
    begin_table(out, "Symmetries");
    for (int i = 0; i < 8; i++) {
        char name[8];
        snprintf(name, sizeof name, "%d", i);
        write_row(out, p, name, p->drawn->symmetry[i], 1.0 / 8);
    }
    end_table(out);
}

void training_shown(FILE *out, const training_page *p)
{
    char rows[32], positions[32], all[32];
    if (!p->drawn->rows)
        return;
    fprintf(out, "<h2>Positions learned from</h2>\n<p class=\"soft\">%s rows%s, with %s different "
            "positions%s%s. A share in red differs from the expected one by more than chance "
            "explains: the training has only begun, or the shuffling is broken.</p>\n"
            "<div class=\"two\">\n",
            markup_number(p->drawn->rows, rows),
            p->history->n_learned && p->drawn->rows < p->history->learned[p->history->n_learned - 1].rows
                ? " since the training was resumed" : "",
            markup_number(p->positions, positions), p->all->rows ? " out of " : "",
            p->all->rows ? markup_number(p->all->rows, all) : "");
    write_sizes(out, p);
    write_inputs(out, p);
    write_results(out, p);
    write_stages(out, p);
    write_symmetries(out, p);
    fputs("</div>\n", out);
}
