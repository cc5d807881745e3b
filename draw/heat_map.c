#include "draw/heat_map.h"

#include <math.h>
#include <string.h>

#include "draw/markup.h"

enum { SIDE = 380, LEFT = 66, TOP = 8, BOTTOM = 70, RIGHT = 8 };

void heat_map_style(FILE *out)
{
    fputs(".hm{width:100%;max-width:520px;height:auto;display:block}"
          ".hm text{font:12px system-ui,sans-serif;fill:var(--soft)}"
          "@media(max-width:520px){.hm text{font-size:17px}}"
          ".hm .h{fill:var(--accent);shape-rendering:crispEdges}"
          ".hm .o{stroke:var(--ink);stroke-width:.8;fill:var(--ink)}"
          ".hm .x{stroke:var(--bad);stroke-width:3}.hm .f{fill:none;stroke:var(--soft)}\n", out);
}

static double across(double x)
{
    return LEFT + x * SIDE;
}

static double down(double y)
{
    return TOP + (1 - y) * SIDE;
}

static void write_text(FILE *out, double x, double y, const char *anchor, const char *text)
{
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    markup_text(out, text);
    fputs("</text>\n", out);
}

/* More of the left side than LEFT, for long marks in the large text of narrow screens. */
static int further_left(const heat_map *m)
{
    enum { LETTER = 10, TITLE_AND_GAPS = 32 };
    const char *y[] = {m->y.low, m->y.middle, m->y.high};
    size_t most = 0;
    for (int i = 0; i < 3; i++)
        most = strlen(y[i]) > most ? strlen(y[i]) : most;
    const int needed = TITLE_AND_GAPS + LETTER * (int)most;
    return needed > LEFT ? needed - LEFT : 0;
}

static void write_axes(FILE *out, const heat_map *m)
{
    const char *x[] = {m->x.low, m->x.middle, m->x.high}, *y[] = {m->y.low, m->y.middle, m->y.high};
    static const char *const anchor[] = {"start", "middle", "end"};
    for (int i = 0; i < 3; i++) {
        write_text(out, across(0.5 * i), TOP + SIDE + 16, anchor[i], x[i]);
        write_text(out, LEFT - 6, down(0.5 * i) + (i == 2 ? 10 : i == 1 ? 4 : 0), "end", y[i]);
    }
    write_text(out, across(0.5), TOP + SIDE + 35, "middle", m->x.label);
    fprintf(out, "<g transform=\"translate(%d %.1f) rotate(-90)\">", 15 - further_left(m),
            down(0.5));
    write_text(out, 0, 0, "middle", m->y.label);
    fputs("</g>\n", out);
}

/* A pale cell is nearly transparent, so that it suits light and dark pages. */
static double heat(double value, double low, double high)
{
    return high - low < 1e-9 ? 0.5 : 0.06 + 0.88 * (value - low) / (high - low);
}

/* Cells with their values under the pointer, and below them a key to the colours. */
static void write_cells(FILE *out, const heat_map *m)
{
    double low = INFINITY, high = -INFINITY, side = (double)SIDE / m->n;
    char text[64];
    for (int i = 0; i < m->n * m->n; i++) {
        low = fmin(low, m->value[i]);
        high = fmax(high, m->value[i]);
    }
    for (int y = 0; y < m->n; y++) {
        for (int x = 0; x < m->n; x++) {
            double value = m->value[y * m->n + x];
            snprintf(text, sizeof text, m->format, value); // NOLINT
            fprintf(out, "<rect class=\"h\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
                    "opacity=\"%.2f\"><title>%s</title></rect>\n", LEFT + x * side,
                    TOP + (m->n - 1 - y) * side, side, side, heat(value, low, high),
                    text);
        }
    }
    for (int i = 0; i < 40; i++)
        fprintf(out, "<rect class=\"h\" x=\"%.1f\" y=\"%d\" width=\"4\" height=\"9\" "
                "opacity=\"%.2f\"/>", across(0.5) - 80 + 4 * i, TOP + SIDE + 49,
                heat(i, 0, 39));
    snprintf(text, sizeof text, m->format, low); // NOLINT
    write_text(out, across(0.5) - 88, TOP + SIDE + 59, "end", text);
    snprintf(text, sizeof text, m->format, high); // NOLINT
    write_text(out, across(0.5) + 88, TOP + SIDE + 59, "start", text);
}

void heat_map_write(FILE *out, const heat_map *m)
{
    const int more = further_left(m);
    fprintf(out, "<svg class=\"hm\" viewBox=\"%d 0 %d %d\" role=\"img\" aria-label=\"", -more,
            more + LEFT + SIDE + RIGHT, TOP + SIDE + BOTTOM);
    markup_text(out, m->y.label);
    fputs(" against ", out);
    markup_text(out, m->x.label);
    fputs("\">\n", out);
    write_cells(out, m);
    fprintf(out, "<rect class=\"f\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", LEFT, TOP,
            SIDE, SIDE);
    for (int i = 0; i < m->n_dots; i++)
        fprintf(out, "<circle class=\"o\" cx=\"%.1f\" cy=\"%.1f\" r=\"2\" "
                "fill-opacity=\"%.2g\"/>\n",
                across(m->dot[i].x), down(m->dot[i].y), m->dot[i].share);
    double x = across(m->best.x), y = down(m->best.y);
    fprintf(out, "<path class=\"x\" d=\"M%.1f %.1fl12 12m0 -12l-12 12\"/>\n", x - 6, y - 6);
    write_axes(out, m);
    fputs("</svg>\n", out);
}
