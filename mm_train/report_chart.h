/* report_chart.h -- line charts as SVG, for the training report. */
#ifndef KATACHI_MM_TRAIN_REPORT_CHART_H
#define KATACHI_MM_TRAIN_REPORT_CHART_H

#include <stdbool.h>
#include <stdio.h>

typedef struct chart {
    const char *x_label, *y_label; /* plain text */
    int n;                         /* points, 1 or more */
    const double *x, *y;           /* [n], x rising */
    const double *low, *high;      /* [n] intervals around y, or NULL */
    bool from_zero;                /* the y axis begins at 0 */
    int digits;                    /* of a y value, when pointed at */
    const char *unit;              /* after it, such as " %" */
    bool dots;                     /* mark each point */
    int n_levels;                  /* dashed lines across, at level[] of y; 0: none */
    const double *level;
} chart;

/* Writes an <svg> that takes its colours from the classes of chart_style. */
void chart_write(FILE *out, const chart *c);

/* The colours of a page, light or dark as the reader's system is, and the classes
 * of charts: for its <style>.                                                 */
void chart_style(FILE *out);

/* A step of 1, 2 or 5 times a power of ten that cuts `range` into about n. */
double chart_step(double range, int n);

#endif
