/* maps.c -- the dense groups of the training report as maps: where moves are played,
 * relative to the last move, and on the board by stage.                      */
#include <math.h>

#include "base/plural.h"
#include "draw/markup.h"
#include "mm_train/report/parts.h"

enum { UNIT = 10, NEAR = 9 };

/* A square of gammas by number; -1: none. */
typedef struct map {
    int side;
    int number[BOARD_MAX_SIZE][BOARD_MAX_SIZE];
} map;

void report_maps_style(FILE *out)
{
    fputs(".maps{display:grid;grid-template-columns:repeat(auto-fill,minmax(176px,1fr));gap:16px}"
          ".maps figure,.two figure{margin:0}.maps figcaption{font-size:.75rem;color:var(--soft);"
          "text-align:center;margin-top:4px}.mp{width:100%;height:auto;display:block}"
          ".mp rect{shape-rendering:crispEdges}.mp .z{fill:var(--card)}"
          ".mp .p{fill:var(--accent)}.mp .n{fill:var(--bad)}"
          ".mp .c{fill:none;stroke:var(--ink);stroke-width:1.2}\n", out);
}

static double widest_of(const gammas *g, const map *m, double widest)
{
    for (int y = 0; y < m->side; y++)
        for (int x = 0; x < m->side; x++)
            if (m->number[y][x] >= 0)
                widest = fmax(widest, fabs(gammas_elo((double)g->gamma[m->number[y][x]])));
    return widest;
}

/* The power lets small differences show beside a few large ones. */
static void write_cell(FILE *out, const gammas *g, int number, int x, int y, double widest)
{
    double elo = gammas_elo((double)g->gamma[number]);
    fprintf(out, "<rect class=\"%c\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
            "fill-opacity=\"%.2f\"><title>%.0f Elo, played %u time%s</title></rect>",
            elo >= 0 ? 'p' : 'n', x * UNIT, y * UNIT, UNIT, UNIT,
            widest > 0 ? pow(fabs(elo) / widest, 0.6) : 0, gammas_whole(elo), g->count[number],
            plural_s(g->count[number]));
}

static void write_map(FILE *out, const gammas *g, const map *m, double widest, bool centre)
{
    int n = m->side * UNIT, middle = m->side / 2 * UNIT;
    fprintf(out, "<svg class=\"mp\" viewBox=\"-1 -1 %d %d\"><rect class=\"z\" width=\"%d\" "
            "height=\"%d\"/>\n", n + 2, n + 2, n, n);
    for (int y = 0; y < m->side; y++)
        for (int x = 0; x < m->side; x++)
            if (m->number[y][x] >= 0)
                write_cell(out, g, m->number[y][x], x, y, widest);
    if (centre)
        fprintf(out, "<circle class=\"c\" cx=\"%d\" cy=\"%d\" r=\"%g\"/>", middle + UNIT / 2,
                middle + UNIT / 2, UNIT * 0.4);
    fprintf(out, "<rect class=\"c\" width=\"%d\" height=\"%d\"/></svg>\n", n, n);
}

/* ---- around the last move ---- */

static void write_around(FILE *out, const gammas *g, feature_id group)
{
    map m;
    if (!feature_used(&g->v->set, group))
        return;
    m.side = 2 * NEAR + 1;
    for (int y = 0; y < m.side; y++)
        for (int x = 0; x < m.side; x++)
            m.number[y][x] = g->v->first[group] + feature_last_level(x - NEAR, y - NEAR);
    m.number[NEAR][NEAR] = -1;
    double widest = widest_of(g, &m, 0);
    fprintf(out, "<div class=\"card\"><h3>%s</h3><p class=\"soft\">",
            feature_describe(group)->name);
    report_sentence(out, feature_describe(group)->sentence);
    fprintf(out, ", which is in the centre. The strongest colour is %.0f Elo.</p>"
            "<figure style=\"max-width:340px;margin:auto\">\n", widest);
    write_map(out, g, &m, widest, true);
    fputs("</figure></div>\n", out);
}

/* ---- the board by stage ---- */

static void fill_board(map *m, const gammas *g, int stage)
{
    m->side = g->v->board_size;
    for (int y = 0; y < m->side; y++)
        for (int x = 0; x < m->side; x++)
            m->number[y][x] = g->v->first[F_PLACE] + feature_place_level(m->side, x, y, stage);
}

/* Moves played before the first move of a stage. */
static int stage_begin(int stage, int area)
{
    int n = 0;
    while (feature_stage(n, area) < stage)
        n++;
    return n;
}

/* A stage in moves on this board; on a tiny one some stages have none. */
static void write_stage(FILE *out, const gammas *g, const map *m, double widest, int stage)
{
    const int area = m->side * m->side, first = stage_begin(stage, area);
    const bool last = stage == PLACE_STAGES - 1;
    const int end = last ? 0 : stage_begin(stage + 1, area);
    if (end == first)
        return;
    fputs("<figure>", out);
    write_map(out, g, m, widest, false);
    if (last)
        fprintf(out, "<figcaption>moves %d+</figcaption></figure>\n", first + 1);
    else if (end == first + 1)
        fprintf(out, "<figcaption>move %d</figcaption></figure>\n", end);
    else
        fprintf(out, "<figcaption>moves %d-%d</figcaption></figure>\n", first + 1, end);
}

static void write_places(FILE *out, const gammas *g)
{
    double widest = 0;
    map m;
    if (!feature_used(&g->v->set, F_PLACE))
        return;
    for (int stage = 0; stage < PLACE_STAGES; stage++) {
        fill_board(&m, g, stage);
        widest = widest_of(g, &m, widest);
    }
    fprintf(out, "<div class=\"card\"><h3>%s</h3><p class=\"soft\">"
            "Points of the board by stage of the game. The strongest colour is %.0f Elo.</p>"
            "<div class=\"maps\">\n", feature_describe(F_PLACE)->name, widest);
    for (int stage = 0; stage < PLACE_STAGES; stage++) {
        fill_board(&m, g, stage);
        write_stage(out, g, &m, widest, stage);
    }
    fputs("</div></div>\n", out);
}

void report_maps(FILE *out, const gammas *g)
{
    fputs("<h2>Where moves are played</h2>\n<p class=\"soft\">Blue makes a move on the point "
          "likelier, red less likely.</p>\n<div class=\"two\">\n", out);
    write_around(out, g, F_LAST);
    write_around(out, g, F_LAST2);
    fputs("</div>\n", out);
    write_places(out, g);
}
