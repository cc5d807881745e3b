#include "mm_train/report_chart.h"

#include <math.h>

enum { WIDTH = 520, HEIGHT = 300, LEFT = 62, RIGHT = 14, TOP = 12, BOTTOM = 46 };

/* The window of values that is shown. */
typedef struct frame {
    double x0, x1, y0, y1;
} frame;

void chart_style(FILE *out)
{
    fputs(":root{color-scheme:light dark;--bg:#fbfaf8;--card:#fff;--ink:#24221f;--soft:#6c665d;"
          "--rule:#e6e1d8;--accent:#2f6f8f;--good:#3c7d5b;--bad:#b3543a}"
          "@media(prefers-color-scheme:dark){:root{--bg:#191816;--card:#22201e;--ink:#ece8e1;"
          "--soft:#a59e92;--rule:#3a3733;--accent:#7fb9d6;--good:#7cbf99;--bad:#e08e72}}"
          ".ch{width:100%;height:auto;display:block}"
          ".ch text{font:12px system-ui,sans-serif;fill:var(--soft)}"
          ".ch .g{stroke:var(--rule);stroke-width:1}.ch .a{stroke:var(--soft);stroke-width:1}"
          ".ch .l{fill:none;stroke:var(--accent);stroke-width:2.2;stroke-linejoin:round}"
          ".ch .v{stroke:var(--soft);stroke-width:1.2;stroke-dasharray:5 4}"
          ".ch .d{fill:var(--accent)}.ch .e{stroke:var(--accent);stroke-width:1.3;opacity:.65}\n",
          out);
}

double chart_step(double range, int n)
{
    double rough = range / n, power = pow(10, floor(log10(rough))), digit = rough / power;
    return power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
}

static frame frame_of(const chart *c)
{
    frame f = {c->x[0], c->x[c->n - 1], c->y[0], c->y[0]};
    for (int i = 0; i < c->n; i++) {
        f.y0 = fmin(f.y0, c->low ? c->low[i] : c->y[i]);
        f.y1 = fmax(f.y1, c->high ? c->high[i] : c->y[i]);
    }
    for (int i = 0; i < c->n_levels; i++) {
        f.y0 = fmin(f.y0, c->level[i]);
        f.y1 = fmax(f.y1, c->level[i]);
    }
    if (c->from_zero)
        f.y0 = fmin(f.y0, 0);
    if (f.x1 <= f.x0)
        f.x1 = f.x0 + 1;
    if (f.y1 - f.y0 < 1e-9)
        f.y1 = f.y0 + 1e-3;
    double step = chart_step(f.y1 - f.y0, 5);
    f.y0 = floor(f.y0 / step + 1e-9) * step;
    f.y1 = ceil(f.y1 / step - 1e-9) * step;
    return f;
}

static double across(const frame *f, double x)
{
    return LEFT + (x - f->x0) / (f->x1 - f->x0) * (WIDTH - LEFT - RIGHT);
}

static double down(const frame *f, double y)
{
    return HEIGHT - BOTTOM - (y - f->y0) / (f->y1 - f->y0) * (HEIGHT - TOP - BOTTOM);
}

/* Digits after the point that tell two multiples of `step` apart. */
static int digits_for(double step)
{
    int digits = (int)-floor(log10(step) + 1e-9);
    return digits > 0 ? digits : 0;
}

static void write_y_axis(FILE *out, const chart *c, const frame *f)
{
    double step = chart_step(f->y1 - f->y0, 5);
    for (int i = 0; f->y0 + i * step <= f->y1 + step / 2; i++) {
        double y = f->y0 + i * step, at = down(f, y);
        fprintf(out, "<line class=\"g\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.*f</text>\n", LEFT,
                WIDTH - RIGHT, at, at, LEFT - 7, at + 4, digits_for(step),
                fabs(y) < step / 2 ? 0.0 : y);
    }
    int middle = TOP + (HEIGHT - TOP - BOTTOM) / 2;
    fprintf(out, "<text transform=\"translate(13 %d) rotate(-90)\" text-anchor=\"middle\">%s</text>"
            "\n", middle, c->y_label);
}

static void write_x_axis(FILE *out, const chart *c, const frame *f)
{
    double step = fmax(1, chart_step(f->x1 - f->x0, 8));
    int first = (int)ceil(f->x0 / step), last = (int)floor(f->x1 / step + 1e-9);
    for (int i = first; i <= last; i++) {
        double at = across(f, i * step);
        fprintf(out, "<line class=\"a\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>"
                "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.0f</text>\n", at, at,
                HEIGHT - BOTTOM, HEIGHT - BOTTOM + 4, at, HEIGHT - BOTTOM + 18, i * step);
    }
    fprintf(out, "<line class=\"a\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>"
            "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", LEFT, WIDTH - RIGHT,
            HEIGHT - BOTTOM, HEIGHT - BOTTOM, LEFT + (WIDTH - LEFT - RIGHT) / 2, HEIGHT - 8,
            c->x_label);
}

static void write_levels(FILE *out, const chart *c, const frame *f)
{
    for (int i = 0; i < c->n_levels; i++)
        fprintf(out, "<line class=\"v\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>\n", LEFT,
                WIDTH - RIGHT, down(f, c->level[i]), down(f, c->level[i]));
}

static void write_line(FILE *out, const chart *c, const frame *f)
{
    fputs("<polyline class=\"l\" points=\"", out);
    for (int i = 0; i < c->n; i++)
        fprintf(out, "%.1f,%.1f ", across(f, c->x[i]), down(f, c->y[i]));
    fputs("\"/>\n", out);
}

static void write_points(FILE *out, const chart *c, const frame *f)
{
    for (int i = 0; i < c->n; i++) {
        double x = across(f, c->x[i]);
        if (c->low)
            fprintf(out, "<line class=\"e\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>", x,
                    x, down(f, c->low[i]), down(f, c->high[i]));
        fprintf(out, "<circle class=\"d\" cx=\"%.1f\" cy=\"%.1f\" r=\"%g\"><title>%g: %.*f%s"
                "</title></circle>\n", x, down(f, c->y[i]), c->dots ? 3.2 : 1.6, c->x[i], c->digits,
                c->y[i], c->unit);
    }
}

void chart_write(FILE *out, const chart *c)
{
    frame f = frame_of(c);
    fprintf(out, "<svg class=\"ch\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n",
            WIDTH, HEIGHT, c->y_label);
    write_y_axis(out, c, &f);
    write_x_axis(out, c, &f);
    write_levels(out, c, &f);
    write_line(out, c, &f);
    write_points(out, c, &f);
    fputs("</svg>\n", out);
}
