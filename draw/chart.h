/* chart.h -- line charts as SVG, for the pages about training and matches. */
#ifndef KATACHI_DRAW_CHART_H
#define KATACHI_DRAW_CHART_H

#include <stdbool.h>
#include <stdio.h>

typedef struct chart_line {
    const char *name;         /* plain text for the legend; NULL: omitted there */
    int n;                    /* points, 1 or more */
    const double *x, *y;      /* [n], x rising */
    const double *low, *high; /* [n] intervals around y, or NULL */
    int colour;               /* 0 or more; repeats after CHART_COLOURS */
    bool loose;               /* points that no line joins */
    bool band;                /* the intervals as an area; no points */
} chart_line;

enum { CHART_COLOURS = 8 };

typedef struct chart {
    const char *x_label, *y_label; /* plain text */
    int n_lines;                   /* 1 or more */
    const chart_line *line;
    bool from_zero;                /* the y axis begins at 0 */
    bool fine_x;                   /* marks between whole numbers on the x axis, too */
    bool log_x;                    /* logarithmic x axis; all x are positive */
    bool wide;                     /* as wide as a page, not half of it */
    int digits;                    /* of a y value shown under the pointer */
    const char *unit;              /* after it, such as " %"; or NULL */
    bool dots;                     /* mark each point */
    int n_levels;                  /* dashed horizontal lines at y = level[] */
    const double *level;
} chart;

/* Writes an <svg> that takes its colours from the classes of chart_style, and below it the
 * legend as a paragraph.                                                      */
void chart_write(FILE *out, const chart *c);

/* The same in a card of a page (class "card") under a title, plain text. */
void chart_write_card(FILE *out, const char *title, const chart *c);

/* The same as a separate SVG document. */
void chart_write_document(FILE *out, const chart *c);

/* The colours of a page, light or dark like the reader's system, and the classes of charts,
 * for the page's <style>.                                                     */
void chart_style(FILE *out);

/* A step of 1, 2 or 5 times a power of ten that divides `range` into about n parts. */
double chart_step(double range, int n);

#endif
