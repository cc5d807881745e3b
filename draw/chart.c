#include "draw/chart.h"

#include <math.h>

#include "draw/markup.h"

enum { RIGHT = 20, TOP = 12, BOTTOM = 46, LEGEND_ROW = 22 };

/* Of a mark, at most, in the large text of narrow screens, and between two of them. */
enum { LETTER = 11, GAP = 10 };

/* The size of the picture without its legend, and the range of values shown: x0 and x1 are
 * logarithms on a logarithmic axis, y0 and y1 multiples of y_step.            */
typedef struct frame {
    int width, height, left;
    bool log_x;
    double x0, x1, y0, y1, y_step;
} frame;

/* ---- colours ---- */

void chart_style(FILE *out)
{
    fputs(":root{color-scheme:light dark;--bg:#fbfaf8;--card:#fff;--ink:#24221f;--soft:#6c665d;"
          "--rule:#e6e1d8;--accent:#2f6f8f;--bad:#b3543a}"
          "@media(prefers-color-scheme:dark){:root{--bg:#191816;--card:#22201e;--ink:#ece8e1;"
          "--soft:#a59e92;--rule:#3a3733;--accent:#7fb9d6;--bad:#e08e72}}"
          ".ch{width:100%;height:auto;display:block;overflow:visible}"
          ".ch text{font:12px system-ui,sans-serif;fill:var(--soft)}"
          "@media(max-width:900px){.ch.w text{font-size:18px}}"
          "@media(max-width:520px){.ch text{font-size:18px}.ch.w{min-width:580px}}"
          ".lg{display:flex;flex-wrap:wrap;gap:0 18px;margin:6px 0 0;max-width:none;"
          "font-size:.8125rem;color:var(--soft)}.lg span{display:flex;align-items:center;gap:8px;"
          "min-width:0;overflow-wrap:anywhere}.lg svg{flex:none}"
          ".ch .g{stroke:var(--rule);stroke-width:1}.ch .a{stroke:var(--soft);stroke-width:1}"
          ".l{fill:none;stroke:var(--accent);stroke-width:2.2;stroke-linejoin:round}"
          ".ch .v{stroke:var(--soft);stroke-width:1.2;stroke-dasharray:5 4}"
          ".ch .b{fill:var(--accent);opacity:.18}"
          ".d{fill:var(--accent);stroke:transparent;stroke-width:9}"
          ".ch .h{fill:transparent}.ch .h:hover{fill:var(--accent)}"
          ".ch .e{stroke:var(--accent);stroke-width:1.3;opacity:.65}"
          ".c1{--accent:#c2571a}.c2{--accent:#2e8b57}.c3{--accent:#8e5bb5}.c4{--accent:#b8860b}"
          ".c5{--accent:#c23b6b}.c6{--accent:#5f6b7a}.c7{--accent:#1f9e9e}"
          ".c2 .l,.c3 .l{stroke-dasharray:9 3}.c4 .l,.c6 .l{stroke-dasharray:3 3}"
          ".c5 .l,.c7 .l{stroke-dasharray:12 3 3 3}"
          "@media(prefers-color-scheme:dark){.c1{--accent:#f0a070}.c2{--accent:#7ccf9f}"
          ".c3{--accent:#c9a4e6}.c4{--accent:#e6c35c}.c5{--accent:#f08fb0}.c6{--accent:#a9b4c2}"
          ".c7{--accent:#6fd3d3}}\n", out);
}

/* ---- the frame ---- */

double chart_step(double range, int n)
{
    double rough = range / n, power = pow(10, floor(log10(rough))), digit = rough / power;
    return power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
}

static double shown_x(const frame *f, double x)
{
    return f->log_x ? log10(x) : x;
}

/* Enough to tell two marks apart. */
static int digits_of(double step)
{
    return (int)fmax(0, -floor(log10(step) + 1e-9));
}

/* The letters of the longest mark of an axis. */
static int longest_mark(double low, double high, double step)
{
    const int digits = digits_of(step);
    const int first = snprintf(NULL, 0, "%.*f", digits, low);
    const int last = snprintf(NULL, 0, "%.*f", digits, high);
    return first > last ? first : last;
}

/* Room for the title of the y axis, and for its widest mark. */
static int left_of(const frame *f)
{
    enum { LEAST = 62, TITLE_AND_GAPS = 30 };
    const int needed = TITLE_AND_GAPS + LETTER * longest_mark(f->y0, f->y1, f->y_step);
    return needed > LEAST ? needed : LEAST;
}

/* What differs by less than a ten-thousandth is a flat line, not a mountain; it gets an axis of
 * round numbers.                                                              */
static void keep_flat(frame *f)
{
    const double most = fmax(fabs(f->y0), fabs(f->y1));
    if (most <= 0) {
        f->y1 = 1;
    } else if (f->y1 - f->y0 < 1e-4 * most) {
        f->y0 -= 0.05 * most;
        f->y1 += 0.05 * most;
    }
}

static frame frame_of(const chart *c)
{
    frame f = {c->wide ? 1040 : 520, c->wide ? 420 : 300, 0, c->log_x, INFINITY, -INFINITY,
               INFINITY, -INFINITY, 0};
    for (const chart_line *l = c->line; l < c->line + c->n_lines; l++) {
        for (int i = 0; i < l->n; i++) {
            f.x0 = fmin(f.x0, shown_x(&f, l->x[i]));
            f.x1 = fmax(f.x1, shown_x(&f, l->x[i]));
            f.y0 = fmin(f.y0, l->low ? l->low[i] : l->y[i]);
            f.y1 = fmax(f.y1, l->high ? l->high[i] : l->y[i]);
        }
    }
    for (int i = 0; i < c->n_levels; i++) {
        f.y0 = fmin(f.y0, c->level[i]);
        f.y1 = fmax(f.y1, c->level[i]);
    }
    if (c->from_zero)
        f.y0 = fmin(f.y0, 0);
    if (f.log_x) { /* room for points at the border, or a single one */
        double room = fmax(0.05 * (f.x1 - f.x0), 0.1);
        f.x0 -= room;
        f.x1 += room;
    } else if (f.x1 <= f.x0) { /* a single point is in the middle, of an axis from 0 on if it may */
        const double room = f.x0 > 0 ? fmin(f.x0, 1) : 1;
        f.x0 -= f.x0 == 0 ? 0 : room; /* the first of what is counted: nothing is before it */
        f.x1 += room;
    }
    keep_flat(&f);
    f.y_step = chart_step(f.y1 - f.y0, 5);
    f.y0 = floor(f.y0 / f.y_step + 1e-9) * f.y_step;
    f.y1 = ceil(f.y1 / f.y_step - 1e-9) * f.y_step;
    f.left = left_of(&f);
    return f;
}

static double across(const frame *f, double x)
{
    return f->left + (shown_x(f, x) - f->x0) / (f->x1 - f->x0) * (f->width - f->left - RIGHT);
}

static double down(const frame *f, double y)
{
    return f->height - BOTTOM - (y - f->y0) / (f->y1 - f->y0) * (f->height - TOP - BOTTOM);
}

/* ---- axes ---- */

static void write_y_axis(FILE *out, const chart *c, const frame *f)
{
    double step = f->y_step;
    int digits = digits_of(step);
    for (int i = 0; f->y0 + i * step <= f->y1 + step / 2; i++) {
        double y = f->y0 + i * step, at = down(f, y);
        fprintf(out, "<line class=\"g\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.*f</text>\n", f->left,
                f->width - RIGHT, at, at, f->left - 7, at + 4, digits,
                fabs(y) < step / 2 ? 0.0 : y);
    }
    int middle = TOP + (f->height - TOP - BOTTOM) / 2;
    fprintf(out, "<text transform=\"translate(16 %d) rotate(-90)\" text-anchor=\"middle\">",
            middle);
    markup_text(out, c->y_label);
    fputs("</text>\n", out);
}

static void write_x_mark(FILE *out, const frame *f, double x, const char *text)
{
    double at = across(f, x);
    fprintf(out, "<line class=\"a\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>"
            "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", at, at,
            f->height - BOTTOM, f->height - BOTTOM + 4, at, f->height - BOTTOM + 18, text);
}

enum { MOST_LOG_MARKS = 64 };

/* The marks that stand on a logarithmic axis. */
typedef struct log_marks {
    int n;
    double at[MOST_LOG_MARKS], half[MOST_LOG_MARKS]; /* the middle and half the width of each */
} log_marks;

/* Writes a mark unless it is outside the axis or would touch another one. */
static void add_log_mark(FILE *out, const frame *f, log_marks *m, double x)
{
    char text[32];
    const double half = (LETTER * snprintf(text, sizeof text, "%.6g", x) + GAP) / 2.0;
    const double at = across(f, x);
    bool fits = m->n < MOST_LOG_MARKS && log10(x) >= f->x0 && log10(x) <= f->x1;
    for (int k = 0; k < m->n; k++)
        fits = fits && fabs(at - m->at[k]) >= half + m->half[k];
    if (!fits)
        return;
    write_x_mark(out, f, x, text);
    m->at[m->n] = at;
    m->half[m->n++] = half;
}

/* Marks at 1, 2 and 5 times the powers of ten; all digits within one decade, only the powers
 * over many.  Where two would touch, the less important one is left out.  A narrow range, that
 * of a single point for example, may have none of them, and gets even steps.  */
static void write_log_marks(FILE *out, const frame *f)
{
    static const int digit[] = {1, 2, 5, 3, 4, 6, 7, 8, 9}; /* the most important first */
    const double decades = f->x1 - f->x0;
    const int n_digits = decades < 1 ? 9 : decades < 5 ? 3 : 1;
    const int first = (int)floor(f->x0), last = (int)floor(f->x1);
    log_marks marks = {0};
    for (int i = 0; i < n_digits; i++)
        for (int power = first; power <= last; power++)
            add_log_mark(out, f, &marks, digit[i] * pow(10, power));
    if (marks.n < 2) {
        const double low = pow(10, f->x0), high = pow(10, f->x1), step = chart_step(high - low, 4);
        for (int i = (int)ceil(low / step); i * step <= high; i++)
            add_log_mark(out, f, &marks, i * step);
    }
}

/* The finest step whose marks do not touch. */
static double x_step_of(const chart *c, const frame *f)
{
    const double range = f->x1 - f->x0, scale = (f->width - f->left - RIGHT) / range;
    double step = 0;
    int room = 1;
    for (int n = f->width / 65; n > 0 && step * scale < room; n--) {
        step = chart_step(range, n);
        step = c->fine_x ? step : fmax(1, step);
        room = LETTER * longest_mark(f->x0, f->x1, step) + GAP;
    }
    return step;
}

static void write_x_axis(FILE *out, const chart *c, const frame *f)
{
    if (f->log_x) {
        write_log_marks(out, f);
    } else {
        char text[32];
        const double step = x_step_of(c, f);
        const int digits = digits_of(step), first = (int)ceil(f->x0 / step);
        const int last = (int)floor(f->x1 / step + 1e-9);
        for (int i = first; i <= last; i++) {
            snprintf(text, sizeof text, "%.*f", digits, i * step);
            write_x_mark(out, f, i * step, text);
        }
    }
    fprintf(out, "<line class=\"a\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>"
            "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", f->left, f->width - RIGHT,
            f->height - BOTTOM, f->height - BOTTOM, f->left + (f->width - f->left - RIGHT) / 2,
            f->height - 8);
    markup_text(out, c->x_label);
    fputs("</text>\n", out);
}

/* ---- lines ---- */

static void write_band(FILE *out, const chart_line *l, const frame *f)
{
    fputs("<polygon class=\"b\" points=\"", out);
    for (int i = 0; i < l->n; i++)
        fprintf(out, "%.1f,%.1f ", across(f, l->x[i]), down(f, l->high[i]));
    for (int i = l->n - 1; i >= 0; i--)
        fprintf(out, "%.1f,%.1f ", across(f, l->x[i]), down(f, l->low[i]));
    fputs("\"/>\n", out);
}

static void write_joined(FILE *out, const chart_line *l, const frame *f)
{
    fputs("<polyline class=\"l\" points=\"", out);
    for (int i = 0; i < l->n; i++)
        fprintf(out, "%.1f,%.1f ", across(f, l->x[i]), down(f, l->y[i]));
    fputs("\"/>\n", out);
}

/* "x: y (low .. high)", for the pointer. */
static void write_title(FILE *out, const chart *c, const chart_line *l, int i)
{
    fputs("<title>", out);
    if (l->name) {
        markup_text(out, l->name);
        fputs(", ", out);
    }
    fprintf(out, "%g: %.*f%s", l->x[i], c->digits, l->y[i], c->unit ? c->unit : "");
    if (l->low)
        fprintf(out, " (%.*f .. %.*f)", c->digits, l->low[i], c->digits, l->high[i]);
    fputs("</title>", out);
}

/* A band has no points to see, only places that show the values under the pointer: MOST of
 * them suffice.                                                               */
static void write_hints(FILE *out, const chart *c, const chart_line *l, const frame *f)
{
    enum { MOST = 200 };
    const int step = 1 + l->n / MOST;
    for (int i = (l->n - 1) % step; i < l->n; i += step) {
        fprintf(out, "<circle class=\"h\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\">", across(f, l->x[i]),
                down(f, l->y[i]));
        write_title(out, c, l, i);
        fputs("</circle>\n", out);
    }
}

/* The points with their intervals; each shows its value under the pointer. */
static void write_points(FILE *out, const chart *c, const chart_line *l, const frame *f)
{
    for (int i = 0; i < l->n; i++) {
        double x = across(f, l->x[i]);
        if (l->low)
            fprintf(out, "<line class=\"e\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>", x,
                    x, down(f, l->low[i]), down(f, l->high[i]));
        fprintf(out, "<circle class=\"d\" cx=\"%.1f\" cy=\"%.1f\" r=\"%g\">", x,
                down(f, l->y[i]), c->dots ? 3.2 : 1.6);
        write_title(out, c, l, i);
        fputs("</circle>\n", out);
    }
}

static void write_line(FILE *out, const chart *c, const chart_line *l, const frame *f)
{
    fprintf(out, "<g class=\"c%d\">\n", l->colour % CHART_COLOURS);
    if (l->band)
        write_band(out, l, f);
    if (!l->loose)
        write_joined(out, l, f);
    if (l->band)
        write_hints(out, c, l, f);
    else
        write_points(out, c, l, f);
    fputs("</g>\n", out);
}

/* ---- the legend ---- */

/* A piece of the line, or one of its points, from `x` on at the height `y`. */
static void write_sample(FILE *out, const chart_line *l, int x, int y)
{
    if (l->loose)
        fprintf(out, "<circle class=\"d\" cx=\"%d\" cy=\"%d\" r=\"3.2\"/>", x + 14, y);
    else
        fprintf(out, "<path class=\"l\" d=\"M%d %dh28\"/>", x, y);
}

/* In a picture of its own: a row below it for each line with a name. */
static void write_legend(FILE *out, const chart *c, const frame *f)
{
    int y = f->height + 4;
    for (const chart_line *l = c->line; l < c->line + c->n_lines; l++) {
        if (!l->name)
            continue;
        fprintf(out, "<g class=\"c%d\">", l->colour % CHART_COLOURS);
        write_sample(out, l, f->left, y);
        fprintf(out, "<text x=\"%d\" y=\"%d\">", f->left + 36, y + 4);
        markup_text(out, l->name);
        fputs("</text></g>\n", out);
        y += LEGEND_ROW;
    }
}

static int n_names(const chart *c)
{
    int n = 0;
    for (int i = 0; i < c->n_lines; i++)
        n += c->line[i].name != NULL;
    return n;
}

/* On a page: a paragraph, whose text is broken where there is no room. */
static void write_legend_paragraph(FILE *out, const chart *c)
{
    if (!n_names(c))
        return;
    fputs("<p class=\"lg\">", out);
    for (const chart_line *l = c->line; l < c->line + c->n_lines; l++) {
        if (!l->name)
            continue;
        fprintf(out, "<span class=\"c%d\"><svg width=\"28\" height=\"8\" aria-hidden=\"true\">",
                l->colour % CHART_COLOURS);
        write_sample(out, l, 0, 4);
        fputs("</svg>", out);
        markup_text(out, l->name);
        fputs("</span>\n", out);
    }
    fputs("</p>\n", out);
}

/* ---- the picture ---- */

static void write_svg(FILE *out, const chart *c, bool document)
{
    frame f = frame_of(c);
    const int height = f.height + (document ? LEGEND_ROW * n_names(c) : 0);
    fprintf(out, "<svg class=\"ch%s\"%s viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"",
            c->wide ? " w" : "", document ? " xmlns=\"http://www.w3.org/2000/svg\"" : "", f.width,
            height);
    markup_text(out, c->y_label);
    fputs(" against ", out);
    markup_text(out, c->x_label);
    fputs("\">\n", out);
    if (document) {
        fputs("<style>", out);
        chart_style(out);
        fprintf(out, "</style>\n<rect width=\"%d\" height=\"%d\" fill=\"var(--bg)\"/>\n", f.width,
                height);
    }
    write_y_axis(out, c, &f);
    write_x_axis(out, c, &f);
    for (int i = 0; i < c->n_levels; i++)
        fprintf(out, "<line class=\"v\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>\n", f.left,
                f.width - RIGHT, down(&f, c->level[i]), down(&f, c->level[i]));
    for (int i = 0; i < c->n_lines; i++)
        write_line(out, c, &c->line[i], &f);
    if (document)
        write_legend(out, c, &f);
    fputs("</svg>\n", out);
    if (!document)
        write_legend_paragraph(out, c);
}

void chart_write(FILE *out, const chart *c) { write_svg(out, c, false); }
void chart_write_document(FILE *out, const chart *c) { write_svg(out, c, true); }

void chart_write_card(FILE *out, const char *title, const chart *c)
{
    fputs("<div class=\"card\"><h3>", out);
    markup_text(out, title);
    fputs("</h3>\n", out);
    write_svg(out, c, false);
    fputs("</div>\n", out);
}
