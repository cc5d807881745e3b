#include "draw/svg_shape.h"

enum { UNIT = 20 }; /* a cell, in units of the picture */

void svg_shape_style(FILE *out)
{
    fputs(".sh{display:block}"
          ".sh .w{fill:#ecd3a4}.sh .b{fill:#8a8174}.sh rect{shape-rendering:crispEdges}"
          ".sh .l{stroke:#7a6544;stroke-width:1.2;fill:none}"
          ".sh .x{fill:#1f1e1c;stroke:#000}.sh .o{fill:#fbfaf7;stroke:#857d70}"
          ".sh .m{fill:#b3261e}.sh .k{fill:none;stroke:#0b57d0;stroke-width:2.6}"
          ".sh text{font:600 12px system-ui,sans-serif;text-anchor:middle}"
          ".sh .u{fill:#8a8174;opacity:.45}.sh .tx{fill:#fff}.sh .to{fill:#222}\n", out);
}

static bool on_board(const shape_cells *c, int x, int y)
{
    int content = c->content[y][x];
    return content != SHAPE_UNKNOWN && content != SHAPE_BORDER;
}

/* Does a line of the board lead from this cell towards dx, dy?  Outside the shape the board
 * is assumed to continue.                                                     */
static bool line_towards(const shape_cells *c, int x, int y, int dx, int dy)
{
    int side = 2 * c->reach + 1, nx = x + dx, ny = y + dy;
    if (nx < 0 || ny < 0 || nx >= side || ny >= side)
        return true;
    return c->content[ny][nx] != SHAPE_BORDER;
}

static void write_ground(FILE *out, const shape_cells *c, int x, int y)
{
    static const int ways[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    fprintf(out, "<rect class=\"%c\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>",
            c->content[y][x] == SHAPE_BORDER ? 'b' : 'w', x * UNIT, y * UNIT, UNIT, UNIT);
    if (c->content[y][x] == SHAPE_BORDER)
        return;
    fputs("<path class=\"l\" d=\"", out);
    for (int i = 0; i < 4; i++)
        if (line_towards(c, x, y, ways[i][0], ways[i][1]))
            fprintf(out, "M%d %dl%d %d", x * UNIT + UNIT / 2, y * UNIT + UNIT / 2,
                    ways[i][0] * UNIT / 2, ways[i][1] * UNIT / 2);
    fputs("\"/>", out);
}

static void write_circle(FILE *out, const char *class_name, int x, int y, double r)
{
    fprintf(out, "<circle class=\"%s\" cx=\"%d\" cy=\"%d\" r=\"%g\"/>", class_name,
            x * UNIT + UNIT / 2, y * UNIT + UNIT / 2, r);
}

static void write_stone(FILE *out, const shape_cells *c, int x, int y)
{
    bool own = c->content[y][x] == SHAPE_OWN;
    write_circle(out, own ? "x" : "o", x, y, 9);
    if (c->libs[y][x])
        fprintf(out, "<text class=\"%s\" x=\"%d\" y=\"%d\">%d%s</text>", own ? "tx" : "to",
                x * UNIT + UNIT / 2, y * UNIT + UNIT / 2 + 4, c->libs[y][x],
                c->libs[y][x] == 3 ? "+" : "");
}

void svg_shape_write(FILE *out, const shape_cells *c, int side)
{
    int n = 2 * c->reach + 1;
    fprintf(out, "<svg class=\"sh\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">", n * UNIT,
            n * UNIT, side, side);
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++)
            if (c->content[y][x] != SHAPE_UNKNOWN || (x == c->mark_x && y == c->mark_y))
                write_ground(out, c, x, y);
            else if (c->apart) /* dots make the distance countable */
                write_circle(out, "u", x, y, 1.5);
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++)
            if (on_board(c, x, y) && c->content[y][x] != SHAPE_EMPTY)
                write_stone(out, c, x, y);
    if (c->mark_x >= 0)
        write_circle(out, "k", c->mark_x, c->mark_y, 8.5);
    write_circle(out, "m", c->reach, c->reach, 5);
    fputs("</svg>\n", out);
}
