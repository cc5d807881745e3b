/* features.c -- shapes and levels in the training report. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#include "base/plural.h"
#include "draw/markup.h"
#include "draw/svg_shape.h"
#include "mm_train/report/parts.h"
#include "patterns/gammas/gamma_words.h"
#include "patterns/shape_cells.h"

enum { SHOWN_SHAPES = 14, SHOWN_LEVELS = 24, SHAPE_PIXELS = 104 };

void report_features_style(FILE *out)
{
    fputs(".shapes{display:grid;grid-template-columns:repeat(auto-fill,minmax(124px,1fr));gap:14px;"
          "margin:8px 0 18px}.shape{display:flex;flex-direction:column;align-items:center;"
          "justify-content:flex-end;text-align:center;font-size:.75rem;line-height:1.35;"
          "color:var(--soft)}.shape b{font-size:.9375rem;color:var(--ink);margin-top:6px}"
          ".up{color:var(--accent)!important}.down{color:var(--bad)!important}"
          ".bars{display:grid;grid-template-columns:minmax(0,1fr) 28% 3.7em;gap:3px 12px;"
          "font-size:.8125rem;align-items:center;font-variant-numeric:tabular-nums}"
          ".bars svg{width:100%;height:13px;display:block}.bars .n{text-align:right}"
          ".bp{fill:var(--accent)}.bn{fill:var(--bad)}.bz{stroke:var(--soft)}"
          ".groups{columns:2 420px;column-gap:20px}"
          ".groups .card{break-inside:avoid;margin-bottom:20px}\n", out);
}

/* A gamma as Elo with its sign, "+123" or "−45" (a true minus). */
static void write_elo(FILE *out, double gamma)
{
    double elo = gammas_elo(gamma);
    fprintf(out, "%s%.0f", elo <= -0.5 ? "\u2212" : elo >= 0.5 ? "+" : "", elo < 0 ? -elo : elo);
}

void report_sentence(FILE *out, const char *sentence)
{
    fputc(toupper((unsigned char)*sentence), out);
    markup_text(out, sentence + 1);
}

/* ---- shapes ---- */

static void write_shape(FILE *out, const gammas *g, int number)
{
    shape_cells cells;
    char words[128], count[32];
    feature_id group = vocabulary_group(g->v, number);
    shape_cells_fill(&cells, g->v, group, gamma_shape(g, number));
    gamma_words(g, number, words, sizeof words);
    fputs("<div class=\"shape\" title=\"", out);
    markup_text(out, words);
    fputs("\">", out);
    svg_shape_write(out, &cells, cells.reach < 2 ? SHAPE_PIXELS * 3 / 4 : SHAPE_PIXELS);
    fprintf(out, "<b class=\"%s\">", g->gamma[number] >= 1 ? "up" : "down");
    write_elo(out, (double)g->gamma[number]);
    fprintf(out, "</b>played %s&times;</div>\n", markup_number(g->count[number], count));
}

static void write_shape_row(FILE *out, const gammas *g, const int *numbers, int n,
                            const char *title)
{
    fprintf(out, "<h3>%s</h3><div class=\"shapes\">\n", title);
    for (int i = 0; i < n; i++)
        write_shape(out, g, numbers[i]);
    fputs("</div>\n", out);
}

static void swap(int *a, int *b)
{
    int kept = *a;
    *a = *b;
    *b = kept;
}

static void write_shape_group(FILE *out, const gammas *g, feature_id group, int *numbers)
{
    const feature_info *info = feature_describe(group);
    char count[32];
    int total = gammas_sorted(g, group, numbers);
    int n = total < SHOWN_SHAPES ? total : SHOWN_SHAPES;
    if (!total)
        return;
    fprintf(out, "<h2>Shapes: %s</h2>\n<p class=\"soft\">", info->name);
    report_sentence(out, info->sentence);
    fprintf(out, ": %s shape%s.</p>\n", markup_number(total, count), plural_s(total));
    write_shape_row(out, g, numbers, n, "Strongest");
    for (int i = 0; i < total / 2; i++)
        swap(&numbers[i], &numbers[total - 1 - i]);
    write_shape_row(out, g, numbers, n, "Weakest");
    for (int i = 0; i < n; i++) /* the n most often played come first */
        for (int j = i + 1; j < total; j++)
            if (g->count[numbers[j]] > g->count[numbers[i]])
                swap(&numbers[i], &numbers[j]);
    write_shape_row(out, g, numbers, n, "Most often played");
}

void report_shapes(FILE *out, const gammas *g)
{
    int *numbers = calloc((size_t)g->n + 1, sizeof *numbers);
    fputs("<h2>How to read the shapes</h2>\n<p class=\"soft\">Black plays on the red point; "
          "grey is off the board. A blue ring marks the last move (in <i>follow</i> the move "
          "before it), and numbers on stones are the liberties of their chains. Below each shape "
          "stands its strength in Elo. A move has only the largest known shape around it, and the "
          "counts are of moves that have the shape in this sense, so a small shape may never have "
          "been played.</p>\n", out);
    for (int group = 0; numbers && group < SHAPE_GROUPS; group++)
        write_shape_group(out, g, (feature_id)group, numbers);
    free(numbers);
}

/* ---- levels ---- */

static void write_level(FILE *out, const gammas *g, int number, double widest)
{
    char words[256];
    const double gamma = (double)g->gamma[number];
    const double length = widest > 0 ? 50 * fabs(gammas_elo(gamma)) / widest : 0;
    gamma_words(g, number, words, sizeof words);
    fprintf(out, "<div title=\"played %u time%s\">", g->count[number],
            plural_s(g->count[number]));
    markup_text(out, words);
    fprintf(out, "</div><svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\">"
            "<rect class=\"%s\" x=\"%.2f\" y=\"1\" width=\"%.2f\" height=\"8\"/>"
            "<path class=\"bz\" d=\"M50 0V10\" stroke-width=\".4\"/></svg><div class=\"n\">",
            gamma >= 1 ? "bp" : "bn", gamma >= 1 ? 50 : 50 - length, length);
    write_elo(out, gamma);
    fputs("</div>\n", out);
}

/* All levels of a small group; the strongest and the weakest of a large one. */
static void write_level_group(FILE *out, const gammas *g, feature_id group, int *numbers)
{
    const feature_info *info = feature_describe(group);
    int n = gammas_sorted(g, group, numbers);
    if (!n)
        return;
    double widest = fmax(fabs(gammas_elo((double)g->gamma[numbers[0]])),
                         fabs(gammas_elo((double)g->gamma[numbers[n - 1]])));
    fprintf(out, "<div class=\"card\"><h3>%s</h3><p class=\"soft\">", info->name);
    report_sentence(out, info->sentence);
    fputs(" <span title=\"source\">(", out);
    markup_text(out, info->source);
    fputs(")</span></p><div class=\"bars\">\n", out);
    for (int i = 0; i < n; i++) {
        if (n > SHOWN_LEVELS && i == SHOWN_LEVELS / 2) {
            fprintf(out, "<div class=\"soft\">&hellip; %d more &hellip;</div>"
                    "<div></div><div></div>\n",
                    n - SHOWN_LEVELS);
            i = n - SHOWN_LEVELS / 2;
        }
        write_level(out, g, numbers[i], widest);
    }
    fputs("</div></div>\n", out);
}

void report_levels(FILE *out, const gammas *g)
{
    int *numbers = calloc((size_t)g->n + 1, sizeof *numbers);
    fputs("<h2>Tactical features</h2>\n<p class=\"soft\">Each group with its levels from the "
          "strongest to the weakest, in Elo. A move has at most one level of a group.</p>\n"
          "<div class=\"groups\">\n", out);
    for (int group = F_FIRST_LEVEL; numbers && group < F_FIRST_DENSE; group++)
        write_level_group(out, g, (feature_id)group, numbers);
    fputs("</div>\n", out);
    free(numbers);
}
