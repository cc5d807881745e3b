#include "board/board_text.h"

/* Lines are counted from the nearer border: the 3rd up to 11x11, then the 4th. */
static bool star_line(int size, int x, bool *middle)
{
    int star = size < 12 ? 2 : 3, far = size - 1 - x;
    *middle = size % 2 == 1 && x == far;
    return *middle || x == star || far == star;
}

bool board_is_star(int size, int x, int y)
{
    bool middle_x, middle_y;
    if (size < 7 || !star_line(size, x, &middle_x) || !star_line(size, y, &middle_y))
        return false;
    /* small boards have no stars on the middle of the sides */
    return size >= 13 || middle_x == middle_y;
}

static void write_columns(FILE *out, int size)
{
    fputs("   ", out);
    for (int x = 0; x < size; x++)
        fprintf(out, " %c", "ABCDEFGHJKLMNOPQRSTUVWXYZ"[x]);
    fputc('\n', out);
}

static char sign_at(const board *b, int x, int y)
{
    const int c = b->at[board_point(b, x, y)];
    return c == BLACK                       ? 'X'
           : c == WHITE                     ? 'O'
           : board_is_star(b->size, x, y) ? '+'
                                            : '.';
}

void board_text_write(FILE *out, const board *b)
{
    board_text_write_marked(out, b, NULL);
}

void board_text_write_marked(FILE *out, const board *b, const char *mark)
{
    write_columns(out, b->size);
    for (int y = 0; y < b->size; y++) {
        fprintf(out, "%3d", b->size - y);
        for (int x = 0; x < b->size; x++) {
            point p = board_point(b, x, y);
            bool before = x > 0 && b->last == p - 1;
            fprintf(out, "%c%c", b->last == p ? '(' : before ? ')' : ' ',
                    mark && mark[p] ? mark[p] : sign_at(b, x, y));
        }
        bool last_column = b->last == board_point(b, b->size - 1, y);
        fprintf(out, "%c%-2d\n", last_column ? ')' : ' ', b->size - y);
    }
    write_columns(out, b->size);
}
