/* heat_map.h -- a function of two numbers as an SVG picture of coloured cells, with the
 * places where it was tried.  For pages with the classes of chart_style (chart.h). */
#ifndef KATACHI_DRAW_HEAT_MAP_H
#define KATACHI_DRAW_HEAT_MAP_H

#include <stdbool.h>
#include <stdio.h>

typedef struct heat_axis {
    const char *label;   /* plain text */
    const char *low, *middle, *high; /* marks at the ends and in the middle */
} heat_axis;

/* Coordinates are from 0 to 1, from the left and from below. */
typedef struct heat_dot {
    double x, y;
    double share; /* how full it is drawn, 0 .. 1 */
} heat_dot;

typedef struct heat_map {
    heat_axis x, y;
    int n;               /* cells in each direction */
    const double *value; /* [n][n], the lowest row first */
    const char *format;  /* of a value: "%.1f %%" */
    int n_dots;
    const heat_dot *dot;
    heat_dot best;       /* marked by a cross */
} heat_map;

/* Writes an <svg>.  The lowest value is pale, the highest has the full colour. */
void heat_map_write(FILE *out, const heat_map *map);

/* For the page's <style>. */
void heat_map_style(FILE *out);

#endif
