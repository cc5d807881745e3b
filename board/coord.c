#include "board/coord.h"

#include <ctype.h>
#include <stdio.h>
#include <strings.h>

static const char columns[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

bool coord_from_gtp(int size, const char *text, point *p)
{
    if (strcasecmp(text, "pass") == 0) {
        *p = PASS;
        return true;
    }
    const char *column = text[0] ? strchr(columns, toupper((unsigned char)text[0])) : NULL;
    if (!column || column - columns >= size)
        return false;
    int row = 0, digits = 0;
    for (const char *s = text + 1; *s; s++, digits++) {
        if (!isdigit((unsigned char)*s) || digits == 2)
            return false;
        row = 10 * row + (*s - '0');
    }
    if (row < 1 || row > size)
        return false;
    *p = board_point_on(size, (int)(column - columns), size - row);
    return true;
}

const char *coord_to_gtp(int size, point p, char out[COORD_MAX])
{
    if (p == PASS)
        snprintf(out, COORD_MAX, "pass");
    else
        snprintf(out, COORD_MAX, "%c%d", columns[board_x_on(size, p)],
                 (size - board_y_on(size, p)) & 0xff);
    return out;
}

bool coord_from_sgf(int size, const char *text, size_t length, point *p)
{
    if (length == 0 || (length == 2 && size <= 19 && memcmp(text, "tt", 2) == 0)) {
        *p = PASS;
        return true;
    }
    if (length != 2)
        return false;
    int x = text[0] - 'a', y = text[1] - 'a';
    if (x < 0 || x >= size || y < 0 || y >= size)
        return false;
    *p = board_point_on(size, x, y);
    return true;
}

const char *coord_to_sgf(int size, point p, char out[COORD_MAX])
{
    out[0] = (char)('a' + board_x_on(size, p));
    out[1] = (char)('a' + board_y_on(size, p));
    out[p == PASS ? 0 : 2] = '\0';
    return out;
}
