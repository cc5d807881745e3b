#include "patterns/shape_cells.h"

#include <stdlib.h>
#include <string.h>

static int max_int(int a, int b)
{
    return a > b ? a : b;
}

void shape_cells_fill(shape_cells *c, const vocabulary *v, feature_id group, const shape *s)
{
    static const uint8_t content_of[] = {[CELL_EMPTY] = SHAPE_EMPTY, [CELL_OWN] = SHAPE_OWN,
                                         [CELL_OPP] = SHAPE_OPP, [CELL_BORDER] = SHAPE_BORDER};
    const diamond_geometry *g = v->geometry;
    const bool marked = s->mark >= 0;
    const diamond_cell *mark = &g->cell[marked ? s->mark : 0];
    const int n = s->size ? g->end[s->size] : 0;
    memset(c, 0, sizeof *c);
    c->reach = n > 0;
    for (int i = 0; i < n; i++)
        c->reach = max_int(c->reach, max_int(abs(g->cell[i].dx), abs(g->cell[i].dy)));
    if (marked)
        c->reach = max_int(c->reach, max_int(abs(mark->dx), abs(mark->dy)));
    c->content[c->reach][c->reach] = SHAPE_EMPTY;
    for (int i = 0; i < n; i++)
        c->content[c->reach + g->cell[i].dy][c->reach + g->cell[i].dx] =
            content_of[shape_cell(s, i)];
    for (int i = 0; i < SHAPE_LIBS; i++)
        if (s->libs[i])
            c->libs[c->reach + g->cell[i].dy][c->reach + g->cell[i].dx] = s->libs[i];
    c->mark_x = marked ? c->reach + mark->dx : -1;
    c->mark_y = marked ? c->reach + mark->dy : -1;
    if (!marked)
        return;
    uint8_t *content = &c->content[c->mark_y][c->mark_x];
    c->apart = *content == SHAPE_UNKNOWN;
    if (c->apart && s->mark_class)
        *content = group == F_RESPONSE ? SHAPE_OPP : SHAPE_OWN;
    c->libs[c->mark_y][c->mark_x] = s->mark_class;
}

void shape_cells_row(const shape_cells *c, int y, char *text)
{
    int side = 2 * c->reach + 1, length = 2 * side + 1;
    memset(text, ' ', (size_t)length);
    text[length] = '\0';
    for (int x = 0; x < side; x++) {
        text[2 * x + 1] = x == c->reach && y == c->reach ? '*' : " .XO#"[c->content[y][x]];
        if (x == c->mark_x && y == c->mark_y) {
            text[2 * x] = '(';
            text[2 * x + 2] = ')';
        } else if (c->libs[y][x]) {
            text[2 * x + 2] = (char)('0' + c->libs[y][x]);
        }
    }
}
