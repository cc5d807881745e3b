/* review_svg.c -- a review as a picture. */
#include "mcts/review/review.h"

#include <math.h>

#include "base/utf8.h"
#include "board/coord.h"
#include "draw/chart.h"
#include "draw/markup.h"

/* The picture, and its two panels one above the other. */
enum { WIDTH = 760, HEIGHT = 470, LEFT = 58, RIGHT = 18 };
enum { RATE_TOP = 62, RATE_BOTTOM = 282, LEAD_TOP = 306, LEAD_BOTTOM = 426 };

typedef struct graph {
    FILE *out;
    const review *r;
    int x0, x1;     /* positions at the left and the right border */
    double most;    /* points at the upper border of the lower panel */
    double step;    /* between its lines */
} graph;

/* Whatever is drawn on the page itself has other colours on dark pages; the upper panel is
 * always black below the curve and white above it.                            */
static const char style[] =
    "<style>text{font:12px system-ui,sans-serif;fill:#6d665c}.t{font-size:15px;font-weight:600;"
    "fill:#23201c}.p{fill:#faf8f4}.r{stroke:#d8d2c8}.z{stroke:#6d665c}.w{fill:#f3efe7}"
    ".b{fill:#2b2824}.m{stroke:#8d867a;stroke-dasharray:4 4}.f{fill:none;stroke:#8d867a}"
    ".c{fill:none;stroke:#c98a1b;stroke-width:1.6}"
    ".l{fill:none;stroke:#0b57d0;stroke-width:2;stroke-linejoin:round}"
    ".a{fill:#0b57d0;opacity:.18}.k{stroke:#faf8f4;stroke-width:1.5}.kb{fill:#e8830c}"
    ".kw{fill:#1a9e8f}.h{fill:#8d867a;opacity:0}.h:hover{opacity:.4}"
    "@media(prefers-color-scheme:dark){text{fill:#a39b8f}.t{fill:#ece7df}.p{fill:#1d1b18}"
    ".r{stroke:#4a453e}.z{stroke:#a39b8f}.l{stroke:#8ab4f8}.a{fill:#8ab4f8}}"
    "</style>\n";

static double across(const graph *g, double position)
{
    return LEFT + (position - g->x0) / (g->x1 - g->x0) * (WIDTH - LEFT - RIGHT);
}

static double rate_down(double winrate)
{
    return RATE_BOTTOM - winrate * (RATE_BOTTOM - RATE_TOP);
}

static double lead_down(const graph *g, double lead)
{
    return (LEAD_TOP + LEAD_BOTTOM) / 2.0 - lead / g->most * (LEAD_BOTTOM - LEAD_TOP) / 2.0;
}

/* The heights of the two curves at a position. */
typedef double height_at(const graph *g, int i);

static double rate_at(const graph *g, int i)
{
    return rate_down(g->r->position[i].winrate);
}

static double lead_at(const graph *g, int i)
{
    return lead_down(g, g->r->position[i].lead);
}

/* Scales the lower panel to the multiple of its step that covers the largest lead. */
static void scale_lead(graph *g)
{
    double most = 1;
    for (int i = g->x0; i <= g->x1 && i <= g->r->to; i++)
        if (g->r->position[i].searched)
            most = fmax(most, fabs(g->r->position[i].lead));
    g->step = chart_step(most, 2);
    g->most = ceil(most / g->step - 1e-9) * g->step;
}

/* ---- axes ---- */

static void write_rule(const graph *g, double y, const char *kind, const char *label)
{
    fprintf(g->out, "<path class=\"%s\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" "
            "text-anchor=\"end\">%s</text>\n", kind, LEFT, y, WIDTH - RIGHT, LEFT - 8, y + 4,
            label);
}

static void write_rules(const graph *g)
{
    char label[40];
    int n = (int)lround(g->most / g->step);
    for (int percent = 0; percent <= 100; percent += 25) {
        snprintf(label, sizeof label, "%d %%", percent);
        write_rule(g, rate_down(percent / 100.0), percent == 50 ? "m" : "f", label);
    }
    for (int i = -n; i <= n; i++) {
        snprintf(label, sizeof label, i == 0 ? "0" : i > 0 ? "B+%g" : "W+%g", fabs(i * g->step));
        write_rule(g, lead_down(g, i * g->step), i ? "r" : "z", label);
    }
}

static void write_moves(const graph *g)
{
    int step = (int)fmax(1, chart_step(g->x1 - g->x0, 10));
    for (int i = (g->x0 + step - 1) / step * step; i <= g->x1; i += step)
        fprintf(g->out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n",
                across(g, i), LEAD_BOTTOM + 19, i);
    fprintf(g->out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">move</text>\n",
            (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6);
}

/* ---- curves ---- */

static void write_points(const graph *g, int from, int end, height_at *height)
{
    for (int i = from; i < end; i++)
        fprintf(g->out, "%.1f,%.1f ", across(g, i), height(g, i));
}

/* Draws a curve and the area between it and the height `base`, for each run of searched
 * positions.                                                                  */
static void write_curve(const graph *g, height_at *height, double base, const char *area,
                        const char *line)
{
    for (int i = g->x0; i <= g->r->to; i++) {
        int end = i;
        while (end <= g->r->to && g->r->position[end].searched)
            end++;
        if (end == i)
            continue;
        fprintf(g->out, "<polygon class=\"%s\" points=\"%.1f,%.1f ", area, across(g, i), base);
        write_points(g, i, end, height);
        fprintf(g->out, "%.1f,%.1f\"/>\n<polyline class=\"%s\" points=\"", across(g, end - 1), base,
                line);
        write_points(g, i, end, height);
        fputs("\"/>\n", g->out);
        i = end;
    }
}

/* The effect of a move, shown when the pointer is above or below its place on the axis. */
static void write_words(const graph *g, int move)
{
    char name[COORD_MAX];
    char lead[REVIEW_LEAD_TEXT];
    const review_position *after = &g->r->position[move];
    board_move played = g->r->record->moves[move - 1];
    move_loss loss;
    fprintf(g->out, "<title>%d. %s %s", move, played.colour == BLACK ? "Black" : "White",
            coord_to_gtp(g->r->record->size, played.at, name));
    if (after->searched)
        fprintf(g->out, ": black wins %.1f %%, lead %s", 100 * after->winrate,
                review_lead_text(after->lead, lead));
    if (review_loss(g->r, move, &loss) && !loss.best && !review_lossless(&loss)) {
        point best = g->r->position[move - 1].pv[0];
        fprintf(g->out, "; lost %.1f %% and %.1f points, %s was better", 100 * loss.winrate,
                loss.points, coord_to_gtp(g->r->record->size, best, name));
    }
    fputs("</title>", g->out);
}

static void write_hints(const graph *g)
{
    double width = across(g, g->x0 + 1) - across(g, g->x0);
    for (int move = g->r->from; move <= g->r->done; move++) {
        fprintf(g->out, "<rect class=\"h\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\">",
                across(g, move) - width / 2, RATE_TOP, width, LEAD_BOTTOM - RATE_TOP);
        write_words(g, move);
        fputs("</rect>\n", g->out);
    }
}

/* Of the mark of a mistake, or of a bad one. */
static double radius(int mistake)
{
    return mistake > 1 ? 6.5 : 4;
}

/* The colour tells whose mistake it was. */
static void write_mistakes(const graph *g, double threshold)
{
    for (int move = g->r->from; move <= g->r->to; move++) {
        int mistake = review_mistake(g->r, move, threshold);
        if (!mistake)
            continue;
        bool black = g->r->record->moves[move - 1].colour == BLACK;
        fprintf(g->out, "<circle class=\"k k%c\" cx=\"%.1f\" cy=\"%.1f\" r=\"%g\">",
                black ? 'b' : 'w', across(g, move), rate_at(g, move), radius(mistake));
        write_words(g, move);
        fputs("</circle>\n", g->out);
    }
}

static void write_legend(const graph *g, double threshold)
{
    enum { Y = 48, MARKS = 240 };
    fprintf(g->out, "<text x=\"%d\" y=\"%d\">black's win rate and lead</text>", LEFT, Y);
    for (int i = 0; i < 2; i++)
        fprintf(g->out, "<circle class=\"k%c\" cx=\"%d\" cy=\"%d\" r=\"%g\"/><text x=\"%d\" "
                "y=\"%d\">%s mistakes</text>", i ? 'w' : 'b', MARKS + 125 * i, Y - 4, radius(1),
                MARKS + 10 + 125 * i, Y, i ? "white's" : "black's");
    fprintf(g->out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">"
            "mistake: %g %% lost; bad (large): %g %%</text>\n",
            WIDTH - RIGHT, Y, 100 * threshold, 200 * threshold);
}

/* Names that are too long for one line are set narrower, so that both players can be read. */
static void write_heading(FILE *out, const char *title)
{
    enum { LETTER = 9, ROOM = WIDTH - LEFT - RIGHT, SMALLEST = 8 };
    const int width = LETTER * utf8_columns(title);
    fprintf(out, "<text class=\"t\" x=\"%d\" y=\"26\"", LEFT);
    if (width > ROOM)
        fprintf(out, " style=\"font-size:%.1fpx\" textLength=\"%d\" "
                "lengthAdjust=\"spacingAndGlyphs\"", fmax(15.0 * ROOM / width, SMALLEST), ROOM);
    fputc('>', out);
    markup_text(out, title);
    fputs("</text>\n", out);
}

void review_svg_write(FILE *out, const review *r, double threshold, const char *title)
{
    graph g = {.out = out, .r = r, .x0 = r->from - 1, .x1 = r->to > r->from ? r->to : r->from};
    scale_lead(&g);
    fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\" role=\"img\" aria-label=\"", WIDTH, HEIGHT, WIDTH, HEIGHT);
    markup_text(out, title);
    fprintf(out, "\">\n%s<rect class=\"p\" width=\"%d\" height=\"%d\"/>\n", style, WIDTH, HEIGHT);
    write_heading(out, title);
    write_legend(&g, threshold);
    fprintf(out, "<rect class=\"w\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", LEFT,
            RATE_TOP, WIDTH - LEFT - RIGHT, RATE_BOTTOM - RATE_TOP);
    write_curve(&g, rate_at, RATE_BOTTOM, "b", "c");
    write_rules(&g);
    write_curve(&g, lead_at, lead_down(&g, 0), "a", "l");
    write_moves(&g);
    write_hints(&g);
    write_mistakes(&g, threshold);
    fputs("</svg>\n", out);
}
